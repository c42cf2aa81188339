// The smallest single change that would have prevented a liquidation of an isolated position, computed afterwards with
// the prices that followed.
import type { LiquidationReport } from '@maru/contract/futures/receipt';
import {
  type Amount,
  amount,
  divide,
  type Price,
  price,
  qty,
  rateOfUnits,
  toDecimal,
} from '@maru/engine/amount';
import { netIfClosed } from '@maru/engine/futures/net-profit';
import type { FuturesTerms } from '@maru/engine/futures/terms';
import {
  fineMaintenance,
  fineOf,
  finePnl,
  priceAtRoe,
  requiredMargin,
  toMoney,
  UNIT,
} from '@maru/engine/futures/value';
import { entryOf } from '../account/engine-view.ts';

export interface Hindsight {
  /** The worst price between the liquidation and the end of the known prices. */
  readonly worst: string;
  readonly margin: string;
  /** The largest leverage that would have survived; undefined where not even 1x. */
  readonly leverage: number | undefined;
  /** A stop-loss at half of the margin, and what it would have left; undefined where no price is there. */
  readonly stop: { readonly price: string; readonly net: string } | undefined;
}

interface Seen {
  readonly lows: readonly string[];
  readonly highs: readonly string[];
}

const HALF_LOST = rateOfUnits(-50_000_000n);

/** Undefined of a cross account, which more than one position brought down. */
export function hindsightOf(
  { fill, position, liquidation }: LiquidationReport,
  terms: FuturesTerms,
  { lows, highs }: Seen,
): Hindsight | undefined {
  const judged = liquidation.judged.find(({ futuresPositionId }) => futuresPositionId === position.id);
  if (liquidation.marginType !== 'ISOLATED' || judged === undefined) return undefined;
  const side = position.tradeType;
  const held = { side, qty: qty(position.qty), entry: entryOf(position), leverage: fill.leverage };
  const isLong = side === 'LONG';
  const prices = [judged.markPrice, ...(isLong ? lows : highs)].map(price);
  const worst = prices.reduce((a, b) => (isLong === b < a ? b : a));
  /** What had to back it at the worst price; one unit less is liquidated. */
  const kept = fineMaintenance(held.qty, worst, terms) - finePnl(held, worst, terms);
  const needed = toMoney(kept, UNIT, 'up') + UNIT;
  const backing = amount(liquidation.cash) + amount(liquidation.funding);
  const own = requiredMargin(held, terms, UNIT);
  const marginAt = (leverage: number) => backing - own + requiredMargin({ ...held, leverage }, terms, UNIT);
  let leverage = fill.leverage - 1;
  while (leverage > 0 && fineOf(marginAt(leverage) as Amount) <= kept) leverage -= 1;
  const stop = stopOf(held, terms);
  return {
    worst: toDecimal(worst),
    margin: toDecimal(needed - backing > UNIT ? needed - backing : UNIT),
    leverage: leverage > 0 ? leverage : undefined,
    stop: stop && {
      price: toDecimal(stop),
      net: toDecimal(
        netIfClosed(
          { ...held, funding: amount(judged.funding), entryFee: amount(fill.entryFee) },
          stop,
          terms,
          UNIT,
        ).net,
      ),
    },
  };
}

function stopOf(held: Parameters<typeof priceAtRoe>[0], terms: FuturesTerms): Price | undefined {
  const at = priceAtRoe(held, HALF_LOST, terms, 'half-up');
  return at && ((divide(at, terms.tickSize, 'half-up') * terms.tickSize) as Price);
}

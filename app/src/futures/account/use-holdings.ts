// Every open position at its mark, the one that is nearest to its liquidation first.

import type { WireFuturesOption } from '@maru/contract/futures/instruments';
import type { WireFuturesOrder, WireFuturesPosition } from '@maru/contract/futures/wire';
import { type Rate, rate, toDecimal } from '@maru/engine/amount';
import { distanceTo } from '@maru/engine/futures/liquidation-price';
import { liquidationPriceOf } from '@maru/engine/futures/liquidation-prices';
import { isIsolated, pnlOf, requiredMargin, roeOf, UNIT } from '@maru/engine/futures/value';
import { usePlatform, useWatched } from '../../shell/platform.tsx';
import { factsOf, heldOf } from './engine-view.ts';
import { type FuturesAccount, useFuturesAccount } from './use-futures-account.ts';
import { useListedFutures } from './use-futures-instruments.ts';
import { useMarks } from './use-marks.ts';
import { pricedIn } from './use-surroundings.ts';

export interface Holding {
  readonly position: WireFuturesPosition;
  /** Undefined where it is not listed any more. */
  readonly instrument: WireFuturesOption | undefined;
  readonly exits: readonly WireFuturesOrder[];
  /** Undefined until its price is known. */
  readonly now: HoldingNow | undefined;
}

export interface HoldingNow {
  readonly mark: string;
  readonly pnl: string;
  /** In percent. */
  readonly roe: string;
  /** Set aside for it; of a cross one what it requires of the wallet. */
  readonly margin: string;
  /** Undefined where no price liquidates it. */
  readonly liquidation: string | undefined;
  /** How far its liquidation is, as a share of the mark. */
  readonly distance: Rate | undefined;
}

/** The ratio alone warns too late at a high leverage. */
const NEAR = rate('0.01');

export const isAtRisk = ({ now }: Holding): boolean => now?.distance !== undefined && now.distance < NEAR;

export interface Holdings extends Pick<FuturesAccount, 'state' | 'reload'> {
  readonly holdings: readonly Holding[];
}

export function useHoldings(): Holdings {
  const account = useFuturesAccount();
  const { reply: instruments = [] } = useListedFutures();
  const balances = useWatched(usePlatform().wallets).reply;
  const { positions, orders, wallets } = account;
  const marks = useMarks(positions.map(({ stock }) => stock));
  const priced = pricedIn(instruments, marks);
  const holdings = positions.map((position): Holding => {
    const instrument = instruments.find(({ id }) => id === position.futuresOptionId);
    const exits = orders.filter(({ futuresPositionId }) => futuresPositionId === position.id);
    const own = priced.get(position.futuresOptionId);
    const terms = instrument?.terms;
    if (own === undefined || !terms) return { position, instrument, exits, now: undefined };
    const held = heldOf(position);
    const { mark } = own.quote;
    const free =
      balances?.[position.walletType]?.point ??
      wallets.find(({ wallet }) => wallet === position.walletType)?.playerPoint ??
      '0';
    const facts = factsOf(account, { terms, free });
    const level = liquidationPriceOf(held, facts, (id) => priced.get(id));
    return {
      position,
      instrument,
      exits,
      now: {
        mark: toDecimal(mark),
        pnl: toDecimal(pnlOf(held, mark, own.terms, UNIT)),
        roe: toDecimal(roeOf(held, mark, own.terms) * 100n),
        margin: toDecimal(isIsolated(held) ? held.margin : requiredMargin(held, own.terms, UNIT)),
        liquidation: level === undefined ? undefined : toDecimal(level),
        distance: level === undefined ? undefined : distanceTo(level, mark),
      },
    };
  });
  return { holdings: holdings.toSorted(byRisk), state: account.state, reload: account.reload };
}

/** One that is never liquidated comes last; the older one first where both are as near. */
function byRisk(a: Holding, b: Holding): number {
  const [left, right] = [a.now?.distance, b.now?.distance];
  if (left === right) return a.position.id - b.position.id;
  if (left === undefined || right === undefined) return left === undefined ? 1 : -1;
  return left < right ? -1 : 1;
}

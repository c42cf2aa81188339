// The platform closes what no longer has its maintenance margin (docs/rules.md 3.12): an isolated position, which loses
// its margin and no more, or the cross positions of a wallet, one after the other until the rest is safe.
import type { Amount } from '../amount.ts';
import type { Book, Player } from '../book.ts';
import type { Context } from '../command.ts';
import { accept, type Decision, refuse } from '../decision.ts';
import type { Millis } from '../time.ts';
import { accountOf, factsOf } from './account.ts';
import type { LiquidateFutures } from './commands.ts';
import type { FuturesFilled, JudgedPosition, LiquidationReport } from './events.ts';
import { fundingGate } from './gates.ts';
import { isFillable, type RiskAccount, riskAccount, unfillable, worstFirst } from './risk.ts';
import { closing, type EndingOrder, type PlannedFill, settle } from './settle.ts';
import { isUnderwater, type MarkedPosition, pricedIn, standingOf } from './standing.ts';
import { marketPrice, otherSide } from './terms.ts';
import { type Fine, feeOf, fineOf, pnlOf, tierOf, toMoney, valueAtPrice } from './value.ts';

export type LiquidateRefusal =
  | 'POSITION_NOT_FOUND'
  | 'PRICES_MISSING'
  | 'OPTION_STOPPED'
  | 'FUNDING_DUE'
  | 'NO_FRESH_PRICE'
  | 'EQUITY_FINE';

/**
 * What lies in an instrument that is stopped or has no fresh price stays until it has one: its loss counts with its
 * last mark all the same, and the account is judged again with the next price.
 */
export function liquidateFutures(
  book: Book,
  player: Player,
  { wallet: type, position, priced, isAfterGap }: LiquidateFutures,
  context: Context,
): Decision<FuturesFilled, LiquidateRefusal> {
  const wallet = player.wallets.get(type);
  if (wallet === undefined) return refuse('POSITION_NOT_FOUND');
  const facts = factsOf(book, player, wallet);
  const account = riskAccount(facts, position, pricedIn(priced));
  if (typeof account === 'string') return refuse(account);
  for (const { position: held, terms } of account.marked) {
    const due = fundingGate(book, player, held, terms, context.now);
    if (due !== undefined) return refuse(due);
  }
  const closed = unfillable(account, context.now);
  if (closed !== undefined) return refuse(closed);
  if (!isUnderwater(account)) return refuse('EQUITY_FINE');

  // All checks passed: below this line nothing may fail.
  const isOfCross = position === undefined;
  const instrument = isOfCross ? undefined : account.marked[0]?.position.instrument;
  const cancelled: EndingOrder[] = [];
  for (const order of accountOf(book, player).orders.values()) {
    if (isOfCross ? order.wallet === type : order.instrument === instrument)
      cancelled.push({ order, reason: 'LIQUIDATION' });
  }
  const fills = isOfCross
    ? closeWorst(account, wallet.unit, context.now)
    : account.marked.map((each) => forfeit(each, wallet.unit));
  const liquidation: LiquidationReport = {
    ...standingOf(account, wallet.unit),
    marginType: isOfCross ? 'CROSS' : 'ISOLATED',
    marks: account.marked.map(({ terms, quote }) => ({ instrument: terms.instrument, quote })),
    judged: account.marked.map(judgedOf),
  };
  return accept(settle(book, player, wallet, context, { fills, cancelled, isAfterGap, liquidation }));
}

function judgedOf({ position, terms, quote }: MarkedPosition): JudgedPosition {
  const { id, instrument, side, qty, entry, funding } = position;
  const { maintenance, deduction } = tierOf(valueAtPrice(qty, quote.mark, terms, 'up'), terms.tiers);
  const { contract } = terms;
  return { id, instrument, contract, side, qty, entry, funding, maintenanceRate: maintenance, deduction };
}

/** The insurance takes the margin and settles profit, funding and fee: the player loses no more and gets nothing. */
const forfeit = (marked: MarkedPosition, unit: Amount): PlannedFill =>
  closing(marked.position, marked, { cause: 'LIQUIDATION', isForfeited: true }, unit);

/** The largest loss first, until what is left has its maintenance margin. */
function closeWorst(account: RiskAccount, unit: Amount, now: Millis): readonly PlannedFill[] {
  const fills: PlannedFill[] = [];
  let left = account;
  for (const each of worstFirst(account.marked)) {
    if (!isUnderwater(left)) break;
    if (!isFillable(each, now)) continue;
    const fill = closeOne(left, each, unit);
    fills.push(fill);
    left = accountAfter(left, each, fill);
  }
  return fills;
}

/** Both fees are limited by what is left of the equity, the fee of the fill first. */
function closeOne(account: RiskAccount, marked: MarkedPosition, unit: Amount): PlannedFill {
  const { position, terms, quote } = marked;
  const { qty } = position;
  const { contract, feeRate, liquidationFeeRate } = terms;
  const price = marketPrice(otherSide(position.side), quote);
  const pnl = pnlOf(position, price, terms, unit);
  const equity = (account.equity - marked.pnl + fineOf(pnl)) as Fine;
  let left = toMoney(equity, unit, 'down');
  const takeOf = (rate: typeof feeRate): Amount => {
    const due = feeOf(qty, price, { contract, rate }, unit);
    const taken = left <= 0n ? (0n as Amount) : due < left ? due : left;
    left = (left - taken) as Amount;
    return taken;
  };
  const fee = takeOf(feeRate);
  const liquidationFee = takeOf(liquidationFeeRate);
  return closing(marked.position, marked, { cause: 'LIQUIDATION', fees: { fee, liquidationFee } }, unit);
}

function accountAfter(account: RiskAccount, closed: MarkedPosition, { plan }: PlannedFill): RiskAccount {
  const cash = account.cash + plan.pnl + plan.funding - plan.fee - plan.liquidationFee;
  const funding = account.funding - closed.position.funding;
  const pnl = account.pnl - closed.pnl;
  return {
    marked: account.marked.filter((each) => each !== closed),
    cash: cash as Amount,
    pnl: pnl as Fine,
    funding: funding as Amount,
    equity: (fineOf((cash + funding) as Amount) + pnl) as Fine,
    maintenance: (account.maintenance - closed.maintenance) as Fine,
  };
}

// Closing in the copy tab, and the loss limit (docs/rules.md 5.4), as the twin reads the rule book.
import type { CloseCopies, CloseCopy, CloseLead } from '@maru/engine/copytrade/commands';
import type { FuturesTerms, Quote } from '@maru/engine/futures/terms';
import { dividedBy, isBelow, ofUnits } from '../futures/fraction.ts';
import {
  type Account,
  accountOf,
  againstOf,
  heldIn,
  isFreshQuote,
  isFundingDue,
  marketOf,
  pricedOf,
  type TwinPosition,
} from '../futures/twin.ts';
import { closeOf, fillsOf, settledOf, type TwinFill } from '../futures/twin-fill.ts';
import { feeOf, gainedOf, partOf } from '../futures/twin-value.ts';
import type { TwinPlayer, TwinState } from '../twin.ts';
import { type Outcome, refused } from '../twin-outcome.ts';
import { isTrading, ownOf, type TwinFollow, WALLET, waitingOf } from './twin.ts';

/** Why nothing is filled now. */
export function standsStill(
  { mode, staleMs }: FuturesTerms,
  quote: Quote | undefined,
  now: number,
): string | undefined {
  if (mode === 'STOPPED') return 'OPTION_STOPPED';
  return isFreshQuote(quote, { staleMs }, now) ? undefined : 'NO_FRESH_PRICE';
}

/** A part or all of a position at the market. */
export function partClosed(
  account: Account,
  held: TwinPosition,
  qty: bigint,
  { terms, quote }: { readonly terms: FuturesTerms; readonly quote: Quote },
): readonly TwinFill[] {
  const side = againstOf(held.side);
  const { leverage, marginType } = held;
  const wanted = { side, qty, price: marketOf(side, quote), cause: 'CLOSE', leverage, marginType };
  return fillsOf(account, wanted, terms, quote);
}

const TOLERANCE = ofUnits(500_000n);

function seenClosed(
  account: Account,
  held: TwinPosition,
  { terms, quote, closePrice }: Pick<CloseCopy, 'terms' | 'quote' | 'closePrice'>,
  { qty, copy }: { readonly qty: bigint; readonly copy: object },
): Outcome {
  if (closePrice <= 0n) return refused('ENTER_PRICE');
  const gate = standsStill(terms, quote, account.now);
  if (gate !== undefined || quote === undefined) return refused(gate ?? 'NO_FRESH_PRICE');
  const side = againstOf(held.side);
  const price = marketOf(side, quote);
  const worse = side === 'LONG' ? price - closePrice : closePrice - price;
  if (isBelow(TOLERANCE, dividedBy(ofUnits(worse), ofUnits(closePrice)))) return refused('COPY_PRICE_WORSE');
  if (isFundingDue(account, held, terms)) return refused('FUNDING_DUE');
  const fills = partClosed(account, held, qty, { terms, quote });
  return { body: { ...settledOf(account, fills, { isAfterGap: false }), copy } };
}

export function copyClosed(state: TwinState, player: TwinPlayer, command: CloseCopy, now: number): Outcome {
  const follow = ownOf(state, command.follow, player.id);
  if (follow === undefined) return refused('FOLLOW_NOT_FOUND');
  const account = accountOf(state, player.id, WALLET, now);
  const held = heldIn(account, command.terms.instrument);
  const copy = follow.copies.get(command.terms.instrument);
  if (held === undefined || held.id !== command.position || copy?.position !== held.id)
    return refused('COPY_NOT_FOUND');
  return seenClosed(account, held, command, { qty: held.qty, copy: { cause: 'OWN', follow: follow.id } });
}

const MOST_WAITING = 50_000;

export function leadClosed(state: TwinState, player: TwinPlayer, command: CloseLead, now: number): Outcome {
  if (!isTrading(state, player.id)) return refused('TRADER_NOT_FOUND');
  const account = accountOf(state, player.id, WALLET, now);
  const held = heldIn(account, command.terms.instrument);
  if (held === undefined || held.id !== command.position || held.wallet !== WALLET)
    return refused('COPY_NOT_FOUND');
  const asked: bigint = command.qty ?? held.qty;
  if (asked <= 0n) return refused('ENTER_QTY');
  const isPart = asked < held.qty;
  if (isPart && asked % command.terms.qtyStep !== 0n) return refused('QTY_OFF_STEP');
  if (isPart && waitingFor(state, player.id) > MOST_WAITING) return refused('COPIES_PENDING');
  return seenClosed(account, held, command, { qty: isPart ? asked : held.qty, copy: { cause: 'LEAD' } });
}

export const waitingFor = (state: TwinState, trader: number): number =>
  [...state.copytrade.follows.values()]
    .filter((each) => each.trader === trader)
    .reduce((sum, each) => sum + waitingOf(state, each).length, 0);

/** What the copied part of a position would bring at the market, after the fees of both ends and its funding. */
function broughtBy(held: TwinPosition, copied: bigint, terms: FuturesTerms, quote: Quote): bigint {
  const exit = marketOf(againstOf(held.side), quote);
  const fee = feeOf(held.qty, exit, terms.feeRate, terms);
  const net = gainedOf(held, held.qty, exit, terms) + held.funding - held.entryFee - fee;
  return partOf(net, copied, held.qty);
}

function isLost(follow: TwinFollow, account: Account, { priced }: Pick<CloseCopies, 'priced'>): boolean {
  const { lossLimit, total, copies } = follow;
  if (lossLimit === undefined) return false;
  let left: bigint = total;
  for (const { instrument, qty } of copies.values()) {
    const [held, own] = [heldIn(account, instrument), pricedOf(priced, instrument)];
    if (held === undefined || own === undefined) return false;
    left += broughtBy(held, qty, own.terms, own.quote);
  }
  return left + lossLimit <= 0n;
}

export function copiesClosed(
  state: TwinState,
  player: TwinPlayer,
  command: CloseCopies,
  now: number,
): Outcome {
  const follow = ownOf(state, command.follow, player.id);
  if (follow === undefined) return refused('FOLLOW_NOT_FOUND');
  if (follow.copies.size === 0) return refused('COPY_NOT_FOUND');
  const account = accountOf(state, player.id, WALLET, now);
  const { cause } = command;
  if (cause === 'LOSS_LIMIT' && follow.state === 'DETACHED') return refused('FOLLOW_ENDED');
  if (cause === 'LOSS_LIMIT' && !isLost(follow, account, command)) return refused('NOT_REACHED');
  const fills: TwinFill[] = [];
  const reasons: string[] = [];
  for (const { instrument } of follow.copies.values()) {
    const [held, priced] = [heldIn(account, instrument), pricedOf(command.priced, instrument)];
    if (held === undefined || priced === undefined) reasons.push('PRICES_MISSING');
    else {
      const gate = standsStill(priced.terms, priced.quote, now);
      if (gate !== undefined) reasons.push(gate);
      else if (isFundingDue(account, held, priced.terms)) reasons.push('FUNDING_DUE');
      else fills.push(closeOf(account, held, priced, { cause: 'CLOSE' }));
    }
  }
  if (fills.length === 0) return refused(reasons[0] ?? 'COPY_NOT_FOUND');
  const body = settledOf(account, fills, { isAfterGap: false });
  const staying = reasons.length === 0 ? {} : { left: reasons.length };
  return { body: { ...body, copy: { cause, follow: follow.id, ...staying } } };
}

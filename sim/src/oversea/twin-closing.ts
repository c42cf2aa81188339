// What the platform closes by a price or by the time (docs/rules.md 4.3, 4.6 to 4.8), as the twin reads the rule book.
import type {
  CheckOverseaOvernight,
  CutOverseaLosses,
  EndOverseaSession,
  ExitOverseaPosition,
} from '@maru/engine/oversea/commands';
import type { OverseaTerms, Priced } from '@maru/engine/oversea/terms';
import type { TwinPlayer, TwinState } from '../twin.ts';
import { type Outcome, refused } from '../twin-outcome.ts';
import { LEADS } from './limits.ts';
import {
  cancelledBody,
  closedGate,
  eachOf,
  exitPrices,
  gainOf,
  isExitReached,
  isFreshQuote,
  isOpenMarket,
  netOf,
  openBody,
  opensOf,
  ordersOf,
  positionsOf,
  type TwinOrder,
  type TwinPosition,
} from './twin.ts';
import { type Account, closeOf, freeOf, settledOf, stepOf } from './twin-fill.ts';

export function exitPosition(
  state: TwinState,
  { id: player }: TwinPlayer,
  { position: id, leg, terms, quote, isAfterGap }: ExitOverseaPosition,
  now: number,
): Outcome {
  const held = state.oversea.positions.get(netOf(player, terms.instrument));
  if (held === undefined || held.id !== id) return refused('POSITION_NOT_FOUND');
  const gate = closedGate(terms, quote, now);
  if (gate !== undefined) return refused(gate);
  if (!isExitReached(held.side, exitPrices(held, terms.tickSize), quote.last, leg))
    return refused('NOT_REACHED');
  const account = { state, player, wallet: held.wallet, now };
  return { body: settledOf(account, [closeOf(account, held, { terms, quote }, leg)], { isAfterGap }) };
}

interface Marked {
  readonly held: TwinPosition;
  readonly priced: Priced;
}

/** Each position with its price; undefined where one is missing, or is old in a market that trades. */
function markedOf(
  positions: readonly TwinPosition[],
  priced: readonly Priced[],
): readonly Marked[] | undefined {
  const marked: Marked[] = [];
  for (const held of positions) {
    const own = priced.find(({ terms }) => terms.instrument === held.instrument);
    if (own === undefined) return undefined;
    marked.push({ held, priced: own });
  }
  return marked;
}

const isKnown = ({ priced: { terms, quote } }: Marked, now: number) =>
  !isOpenMarket(terms, now) || isFreshQuote(quote, terms, now);

/** It has had no price for longer than one is fresh, although it was open all the time. */
const isMute = ({ priced: { terms, quote } }: Marked, now: number) =>
  now > quote.ts + terms.staleMs && now > (terms.session?.opensAt ?? 0) + terms.staleMs;

function worthOf(account: Account, marked: readonly Marked[]) {
  const step = stepOf(account);
  const free = freeOf(account);
  let [margin, lastPnl, level] = [0n, 0n, 0n];
  for (const { held, priced } of marked) {
    const { multiplier, rate, lossCutRate } = priced.terms;
    margin += held.margin;
    lastPnl += gainOf(held, held.qty, priced.quote.last, { multiplier, rate, step });
    level += (held.margin * lossCutRate) / 100_000_000n;
  }
  for (const order of ordersOf(account.state.oversea, account.player)) margin += order.margin;
  return { free, margin, lastPnl, equity: free + margin + lastPnl, level };
}

export function cutLosses(
  state: TwinState,
  { id: player }: TwinPlayer,
  { priced, isAfterGap }: CutOverseaLosses,
  now: number,
): Outcome {
  const positions = positionsOf(state.oversea, player);
  const [first] = positions;
  if (first === undefined) return refused('EQUITY_FINE');
  const marked = markedOf(positions, priced);
  if (marked === undefined || marked.some((each) => !isKnown(each, now) && !isMute(each, now)))
    return refused('NO_FRESH_PRICE');
  const account = { state, player, wallet: first.wallet, now };
  const lossCut = worthOf(account, marked);
  if (lossCut.equity > lossCut.level) return refused('EQUITY_FINE');
  const trading = marked.filter((each) => isOpenMarket(each.priced.terms, now));
  if (trading.length === 0) return refused('MARKET_CLOSED');
  const withPrice = trading.filter(({ priced: own }) => isFreshQuote(own.quote, own.terms, now));
  if (withPrice.length === 0) return refused('NO_FRESH_PRICE');
  const fills = withPrice.map((each) => closeOf(account, each.held, each.priced, 'LOSSCUT'));
  const cancelled = new Map(ordersOf(state.oversea, player).map(({ id }) => [id, 'LOSSCUT']));
  return { body: settledOf(account, fills, { cancelled, isAfterGap, lossCut }) };
}

/** A session that ends after the year 9000 never does: its dates go by and end nothing. */
export const isEndless = ({ session }: Pick<OverseaTerms, 'session'>) =>
  session !== undefined && session.endsAt > 221_000_000_000_000;

const isClosing = ({ session }: OverseaTerms, now: number) =>
  session !== undefined && now >= session.endsAt - LEADS.FORCED_CLOSE;

export function endSession(
  state: TwinState,
  { id: player }: TwinPlayer,
  command: EndOverseaSession,
  now: number,
): Outcome {
  const { reason, terms, quote, isAfterGap } = command;
  const held = state.oversea.positions.get(netOf(player, terms.instrument));
  const isEnding = held !== undefined && isDue(held, command, now);
  const left = isEnding ? undefined : held;
  const orders = ordersOf(state.oversea, player).filter(
    (order) => order.instrument === terms.instrument && isOrderOver(order, left, command, now),
  );
  if (!isEnding) return orders.length === 0 ? refused('NOT_DUE') : { body: cancelledBody(orders, reason) };
  if (reason !== 'STAFF_CLOSE') {
    const gate = closedGate(terms, quote, now);
    if (gate !== undefined) return refused(gate);
  }
  if (quote === undefined) return refused('NO_FRESH_PRICE');
  const account = { state, player, wallet: held.wallet, now };
  const cancelled = new Map(orders.map(({ id }) => [id, reason]));
  const fills = [closeOf(account, held, { terms, quote }, reason)];
  return { body: settledOf(account, fills, { cancelled, isAfterGap }) };
}

type Ending = Pick<EndOverseaSession, 'reason' | 'terms'>;

function isDue({ overnight, heldFor }: TwinPosition, { reason, terms }: Ending, now: number): boolean {
  const { session } = terms;
  if (reason === 'STAFF_CLOSE') return true;
  if (session === undefined || isEndless(terms)) return false;
  if (reason === 'EXPIRY')
    return heldFor < session.tradeDate || (session.isLastTradingDay && isClosing(terms, now));
  if (overnight) return false;
  return heldFor < session.tradeDate || (heldFor === session.tradeDate && isClosing(terms, now));
}

/** An order that opens is valid no longer than its date; with the contract or by staff all of them end. */
function isOrderOver(
  order: TwinOrder,
  left: TwinPosition | undefined,
  { reason, terms }: Ending,
  now: number,
): boolean {
  const { session } = terms;
  if (reason === 'STAFF_CLOSE') return true;
  if (session === undefined || isEndless(terms)) return false;
  const isOld = order.tradeDate < session.tradeDate;
  if (reason === 'EXPIRY') return isOld || (session.isLastTradingDay && isClosing(terms, now));
  return opensOf(order, left) > 0 && (isOld || isClosing(terms, now));
}

/** All flagged positions that end now go on, or none of them; those of a market that is mute wait for its price. */
export function overnight(
  state: TwinState,
  { id: player }: TwinPlayer,
  { closing, priced }: CheckOverseaOvernight,
  now: number,
): Outcome {
  const marked = markedOf(positionsOf(state.oversea, player), priced);
  if (marked === undefined) return refused('NO_FRESH_PRICE');
  const ending = marked.flatMap((each) => {
    const next = closing.find(({ instrument }) => instrument === each.held.instrument);
    return next !== undefined && each.held.overnight ? [{ ...each, heldFor: next.nextTradeDate }] : [];
  });
  const [first] = ending;
  const areEnding = ending.every(({ held, heldFor, priced: { terms } }) => {
    const { session } = terms;
    if (session === undefined || isEndless(terms) || heldFor <= held.heldFor) return false;
    if (held.heldFor !== session.tradeDate) return held.heldFor < session.tradeDate;
    // Nothing is carried beyond the last trading day.
    return !session.isLastTradingDay && now >= session.endsAt - LEADS.OVERNIGHT_CHECK;
  });
  if (first === undefined || !areEnding) return refused('NOT_DUE');
  const withPrice = ending.filter((each) => isKnown(each, now));
  const isUnclear = marked.some((each) => !isKnown(each, now) && !isMute(each, now));
  if (withPrice.length === 0 || isUnclear) return refused('NO_FRESH_PRICE');
  const account = { state, player, wallet: first.held.wallet, now };
  const step = stepOf(account);
  const { equity } = worthOf(account, marked);
  const needed = ending.reduce(
    (sum, { held, priced: { terms } }) => sum + eachOf(held.qty, terms.overnightMargin, step),
    0n,
  );
  if (equity >= needed) {
    const carried = withPrice.map(({ held, heldFor }) => ({
      instrument: held.instrument,
      position: openBody({ ...held, heldFor }),
    }));
    return { body: { kind: 'OVERSEA_CARRIED', carried, equity, needed } };
  }
  for (const {
    priced: { terms, quote },
  } of withPrice) {
    const gate = closedGate(terms, quote, now);
    if (gate !== undefined) return refused(gate);
  }
  const fills = withPrice.map((each) => closeOf(account, each.held, each.priced, 'OVERNIGHT_SHORT'));
  const instruments = new Set(withPrice.map(({ held }) => held.instrument));
  const cancelled = new Map(
    ordersOf(state.oversea, player)
      .filter(({ instrument, reduceOnly }) => instruments.has(instrument) && !reduceOnly)
      .map(({ id }) => [id, 'SESSION_END']),
  );
  return { body: settledOf(account, fills, { cancelled, isAfterGap: false }) };
}

// Commands about coin futures at prices and moments that a run does not have by itself: exactly where an order waits,
// where a position was opened or is liquidated, a tick beside it, and far from it.
import { amountOfUnits, type Price, priceOfUnits } from '@maru/engine/amount';
import type { Book } from '@maru/engine/book';
import type { FuturesTerms, Quote } from '@maru/engine/futures/terms';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import { later, type Millis } from '@maru/engine/time';
import { type Dice, diceFor } from '../dice.ts';
import type { Plan } from '../plan.ts';
import { tryDecision } from '../try-decision.ts';
import type { Twin, TwinState } from '../twin.ts';
import { pursesOf, unitsIn } from '../twin-legs.ts';
import { futuresAskOf } from './asks.ts';
import { fillOf, judgementOf, mistakeOf } from './due.ts';
import { ofUnits } from './fraction.ts';
import { INSTRUMENTS, type Instrument, type MarketView, marketIn } from './market.ts';
import { fundedOf, ordersOf, positionsOf, type TwinOrder, type TwinPosition } from './twin.ts';
import { WARNING_MS } from './twin-platform.ts';
import type { FuturesCommand } from './twin-rules.ts';
import { liquidationOf } from './twin-value.ts';

type Open = TwinOrder | TwinPosition;

/** What a trial is about, and when. */
interface Trial {
  readonly plan: Plan;
  readonly state: TwinState;
  readonly open: Open;
  readonly now: Millis;
  readonly dice: Dice;
}

type Market = MarketView & { readonly quotes: ReadonlyMap<number, Quote> };

const isOrder = (open: Open): open is TwinOrder => 'type' in open;

export function tryFutures(book: Book, twin: Twin, plan: Plan): void {
  const { state } = twin;
  const { positions, orders } = state.futures;
  const all = [...positions.values(), ...orders.values()].sort((a, b) => a.id - b.id);
  for (let index = 0; index < plan.trials; index += 1) {
    const dice = diceFor(plan.seed, 'workload', 15_000_000 + state.lastEvent, index);
    const open = all[dice.below(all.length)];
    if (open === undefined) return;
    const trial = { plan, state, open, dice, now: momentOf(dice, state, open) };
    const market = drawMarket(trial);
    const command =
      profitMoved(trial, market) ??
      (dice.chance(0.5) ? requestedOf(trial, book, market) : askedOf(trial, index, market));
    if (command !== undefined) tryDecision(book, twin, command, trial.now);
  }
}

/** Now, a little later, or when the next warning is due again. */
function momentOf(dice: Dice, { lastAt }: TwinState, open: Open): Millis {
  const now = lastAt as Millis;
  const warnedAt = isOrder(open) ? undefined : open.warnedAt;
  const again = warnedAt === undefined ? now : later(warnedAt, WARNING_MS - dice.below(2));
  return dice.chance(0.5) && again > now ? again : later(now, dice.pick([0, 0, 0, 1, 500]));
}

/** What the platform might submit about it. */
function requestedOf(
  { plan: { seed }, open, now, dice }: Trial,
  book: Book,
  market: Market,
): FuturesCommand | undefined {
  const moment = { ...market, seed, state: book.futures, at: now };
  if (dice.chance(0.1)) return mistakeOf(moment, dice);
  const order = isOrder(open) ? book.futures.orders.get(open.id) : undefined;
  const held = isOrder(open) ? undefined : book.futures.positions.get(open.id);
  if (order !== undefined) return fillOf(moment, dice, order);
  return held && judgementOf(moment, dice, held);
}

/** What a cross position has gained is not closed yet, and cannot become the margin of an isolated one. */
function profitMoved({ state, open, now, dice }: Trial, market: Market): FuturesCommand | undefined {
  if (isOrder(open) || open.marginType !== 'CROSS' || !dice.chance(0.4)) return undefined;
  const { player, site, wallet } = open;
  const positions = positionsOf(state.futures, player).filter((held) => held.wallet === wallet);
  const isolated = positions.find(({ marginType }) => marginType === 'ISOLATED');
  if (isolated === undefined) return undefined;
  const free = unitsIn(state, pursesOf(player, wallet).free);
  const pricedIn = (instrument: number) => ({
    terms: market.termsOf(site, instrument, now),
    quote: market.quoteOf(instrument, now) as Quote,
  });
  return {
    kind: 'MOVE_FUTURES_MARGIN',
    ...{ site: open.site as SiteId, player: player as PlayerId, position: isolated.id },
    amount: amountOfUnits(free + dice.pick([1n, 0n, 1_000_000n])),
    ...pricedIn(isolated.instrument),
    priced: positions.map(({ instrument }) => pricedIn(instrument)),
  };
}

/** What its player might ask for, who sometimes believes to have more than there is: a profit that is not closed. */
function askedOf(
  { plan, state, open: { player }, now, dice }: Trial,
  index: number,
  market: Market,
): FuturesCommand {
  const { seed, sites, contracts, players, trials } = plan;
  const positions = positionsOf(state.futures, player);
  const more = dice.pick([2n, 2n, 2n, 3n]);
  const { command, stamp } = futuresAskOf(20_000_000 + state.lastEvent * trials + index, {
    ...market,
    ...{ seed, player, sites, contracts, clockMs: now, positions },
    session: state.players.get(player)?.version ?? 1,
    orders: ordersOf(state.futures, player),
    free: (wallet) => (unitsIn(state, pursesOf(player, wallet).free) * more) / 2n,
    strangersOrder: ordersOf(state.futures, (player % players) + 1)[0]?.id ?? 7,
    openNow: () => positions,
  });
  const { key: _key, ...asked } = stamp(command, now);
  return asked;
}

/** Prices at which something is decided about it. */
function* edgesOf(open: Open, terms: FuturesTerms): Iterable<bigint> {
  if (isOrder(open)) {
    const { price, trigger, trailing } = open;
    if (price !== undefined) yield price;
    if (trigger !== undefined) yield trigger;
    if (trailing?.activation !== undefined) yield trailing.activation;
    if (trailing?.extreme === undefined) return;
    yield trailing.extreme.price;
    const behind = (trailing.extreme.price * trailing.callback) / 100_000_000n;
    yield trailing.extreme.price + (open.side === 'SHORT' ? -behind : behind);
    return;
  }
  const entry = open.entry.sum / open.entry.over;
  const margin = entry / BigInt(open.leverage);
  yield entry;
  yield open.side === 'LONG' ? entry - margin : entry + margin;
  yield open.side === 'LONG' ? entry + 3n * margin : entry - 3n * margin;
  if (open.marginType !== 'ISOLATED') return;
  const liquidation = liquidationOf(open, ofUnits(open.margin + open.funding), terms);
  if (liquidation !== undefined) yield liquidation;
}

function drawMarket(trial: Trial): Market {
  const { plan, state, open, now, dice } = trial;
  const real = marketIn(plan.seed);
  const isFunded = dice.chance(0.9);
  const termsOf: MarketView['termsOf'] = (site, instrument, at) => {
    const terms = real.termsOf(site, instrument, at);
    if (!isFunded) return terms;
    // Mostly no funding is due: else little could happen to a position.
    const held = positionsOf(state.futures, open.player).find((each) => each.instrument === instrument);
    const last = state.futures.funded.get(fundedOf(site, instrument)) ?? (held?.openedAt ?? at) - 1;
    return last < terms.fundingDue ? { ...terms, fundingDue: last as Millis } : terms;
  };
  const quotes = new Map<number, Quote>();
  for (const instrument of INSTRUMENTS.slice(0, plan.contracts))
    quotes.set(instrument.id, drawQuote(trial, instrument, termsOf(open.site, instrument.id, now)));
  return { quotes, termsOf, quoteOf: (instrument) => quotes.get(instrument) };
}

function drawQuote(
  { open, now, dice }: Trial,
  { id, tickSize, around }: Instrument,
  terms: FuturesTerms,
): Quote {
  const edges = open.instrument === id ? [...edgesOf(open, terms)] : [];
  const home = BigInt(around) * tickSize;
  const edge = () => (dice.chance(0.1) ? home : (edges[dice.below(edges.length)] ?? home)) / tickSize;
  const [some, far] = [Math.round(around / 90), Math.round(around / 15)];
  const away = () => BigInt(dice.pick([0, 0, 0, 1, -1, 2, -2, some, -some, far, -far]));
  const last = edge() + away();
  const mark = dice.chance(0.6) ? last + BigInt(dice.pick([0, 0, 1, -1])) : edge() + away();
  const spread = BigInt(dice.pick([0, 0, 1, 2]));
  const priceOf = (ticks: bigint): Price => priceOfUnits((ticks > 0n ? ticks : 1n) * tickSize);
  return {
    ts: (now - dice.pick([0, 0, 0, 0, 0, 0, terms.staleMs, terms.staleMs + 1])) as Millis,
    seq: dice.below(1_000),
    last: priceOf(last),
    bid: priceOf(last - spread),
    ask: priceOf(last + spread),
    mark: priceOf(mark),
  };
}

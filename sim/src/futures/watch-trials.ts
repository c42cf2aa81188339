// Walks the prices past what is open, tick by tick, before a watch of its own that starts from the book: around the
// price of one order or position, so that each is also reached exactly. Nothing that it asks for takes effect; some of it
// is refused, and must be asked for again.
import { priceOfUnits } from '@maru/engine/amount';
import type { Book } from '@maru/engine/book';
import { putFunded, putOrder, putPosition } from '@maru/engine/futures/apply';
import { emptyFutures, type FuturesState } from '@maru/engine/futures/state';
import type { Quote } from '@maru/engine/futures/terms';
import { createFuturesWatch } from '@maru/engine/futures/watch';
import type { FuturesWatchCommand } from '@maru/engine/futures/watch-types';
import { later, type Millis } from '@maru/engine/time';
import { type Dice, diceFor } from '../dice.ts';
import type { Plan } from '../plan.ts';
import { ofUnits } from './fraction.ts';
import { INSTRUMENTS, type Instrument, instrumentOf, marketIn } from './market.ts';
import type { TwinPosition } from './twin.ts';
import { liquidationOf } from './twin-value.ts';
import { createWatchCheck, knownUntil } from './watch-check.ts';

/** Each of these is another start. */
const WALKS = 2;
const TICKS = 24;
/** Recorded prices that a watch has missed. */
const MISSED = 6;
const TICK_MS = 250;
const ALL = 1_000_000;
/** The first ticks of a walk have other numbers than those before it. */
const FIRST_SEQ = 1_000_000;

export function tryFuturesWatch(book: Book, { seed, contracts }: Plan): void {
  const { orders, positions } = book.futures;
  const open = [...positions.values(), ...orders.values()].sort((a, b) => a.id - b.id);
  const trailing = open.filter((each) => 'trailing' in each && each.trailing !== undefined);
  for (let index = 0; index < WALKS; index += 1) {
    const dice = diceFor(seed, 'schedule', 16_000_000 + book.lastEvent, index);
    // Trailing stops are few, and have the most to remember.
    const some = index > 0 && trailing.length > 0 ? trailing : open;
    const about = some[dice.below(some.length)];
    if (about !== undefined) walkPast(book, about, { seed, contracts, dice });
  }
}

type Open = Parameters<typeof putOrder>[1] | Parameters<typeof putPosition>[1];

interface Drawn {
  readonly seed: number;
  readonly contracts: number;
  readonly dice: Dice;
}

/** Only one player: of the others nothing is asked for here. */
function stateOf({ futures }: Book, { player }: Open): FuturesState {
  const state = emptyFutures();
  for (const order of futures.orders.values()) if (order.player === player) putOrder(state, order);
  for (const held of futures.positions.values()) if (held.player === player) putPosition(state, { ...held });
  for (const [key, at] of futures.funded) putFunded(state, key, at);
  return state;
}

/** The price in whose neighbourhood it is decided, and how far a step of the walk goes, in ticks. */
function edgeOf(about: Open, termsAt: (instrument: number) => Parameters<typeof liquidationOf>[2]) {
  const { tickSize, around } = instrumentOf(about.instrument);
  const home = BigInt(around) * tickSize;
  if ('entry' in about) {
    const backing = about.marginType === 'ISOLATED' ? about.margin + about.funding : undefined;
    const edge =
      backing === undefined
        ? undefined
        : liquidationOf(about as unknown as TwinPosition, ofUnits(backing), termsAt(about.instrument));
    return {
      ticks: (edge ?? about.entry.sum / about.entry.over) / tickSize,
      step: edge === undefined ? 12n : 1n,
    };
  }
  const { price, trigger, trailing } = about;
  if (trailing === undefined) return { ticks: (price ?? trigger ?? home) / tickSize, step: 1n };
  const ticks = (trailing.extreme?.price ?? trailing.activation ?? home) / tickSize;
  const behind = (ticks * trailing.callback) / 100_000_000n;
  return { ticks, step: behind < 3n ? 1n : behind / 3n };
}

function walkPast(book: Book, about: Open, { seed, contracts, dice }: Drawn): void {
  const since = book.lastAt;
  const state = stateOf(book, about);
  const instruments = INSTRUMENTS.slice(0, contracts);
  const { termsOf: termsAt } = marketIn(seed);
  const termsOf = (site: number, instrument: number) => termsAt(site, instrument, since);
  const edge = edgeOf(about, (instrument) => termsOf(about.site, instrument));
  let ticks = edge.ticks + edge.step * BigInt(dice.below(13) - 6);
  const nextQuote = (ts: number, seq: number): Quote => {
    ticks += edge.step * BigInt(dice.pick([-2, -1, -1, 0, 1, 1, 2])) + BigInt(dice.pick([-1, 0, 0, 1]));
    return quoteOf(dice, instrumentOf(about.instrument), { ticks, ts, seq });
  };

  const quotes = new Map<number, Quote>();
  const watch = createFuturesWatch({ state, termsOf });
  for (const instrument of instruments) {
    const quote = quoteOf(dice, instrument, { ticks: BigInt(instrument.around), ts: 0, seq: 0 });
    quotes.set(instrument.id, quote);
    watch.remember(instrument.id, quote, since);
  }
  const purses = [...book.purses.values()].filter(({ id }) => id.startsWith(`${about.player}:`));
  const balances = purses.map(({ id, balance }) => ({ purse: id, balance }));
  watch.start(balances, since);
  const check = createWatchCheck({
    ...{ state, termsOf, since, rememberedAt: () => since },
    free: new Map<string, bigint>(balances.map(({ purse, balance }) => [purse, balance])),
    quoteOf: (instrument) => quotes.get(instrument),
  });
  check.started(since);
  const missed = missedBy(state, about.instrument, since).map((ts, seq) => nextQuote(ts, seq));
  for (const quote of missed) check.recalled(about.instrument, quote);
  watch.recall(about.instrument, missed);

  const waiting: FuturesWatchCommand[] = [];
  const submit = (commands: readonly FuturesWatchCommand[]) => {
    for (const command of commands) check.submitted(command);
    waiting.push(...commands);
  };
  for (let tick = 1; tick <= TICKS; tick += 1) {
    const at = later(since, tick * TICK_MS);
    const quote = nextQuote(at, FIRST_SEQ + tick);
    quotes.set(about.instrument, quote);
    const commands = watch.tick(about.instrument, quote, at);
    check.ticked(about.instrument, quote, commands, at);
    submit(commands);
    const refused = dice.chance(0.35) ? waiting.shift() : undefined;
    if (refused !== undefined) {
      check.answered(refused, true);
      watch.refused(refused);
    }
    const more: FuturesWatchCommand[] = [];
    while (watch.isBehind(at)) more.push(...watch.reviewSome(ALL, at));
    check.reviewed(more, () => false, at);
    submit(more);
  }
}

/** Moments from the first price that a trailing stop does not know, up to the start. */
function missedBy({ orders }: FuturesState, instrument: number, since: Millis): readonly number[] {
  const known = [...orders.values()]
    .filter((order) => order.trailing !== undefined && order.instrument === instrument)
    .map(knownUntil);
  const from = Math.min(...known);
  if (from >= since) return [];
  return Array.from({ length: MISSED }, (_, place) => from + Math.floor(((since - from) * place) / MISSED));
}

function quoteOf(
  dice: Dice,
  { tickSize }: Instrument,
  { ticks, ts, seq }: { readonly ticks: bigint; readonly ts: number; readonly seq: number },
): Quote {
  const priceOf = (count: bigint) => priceOfUnits((count > 0n ? count : 1n) * tickSize);
  const spread = BigInt(dice.pick([0, 0, 1]));
  const beside = BigInt(dice.pick([0, 0, 0, 1, -1]));
  return {
    ...{ ts: ts as Millis, seq, mark: priceOf(ticks) },
    ...{ last: priceOf(ticks + beside), bid: priceOf(ticks + beside - spread) },
    ask: priceOf(ticks + beside + spread),
  };
}

// The platform's part in coin futures, in every process that is up: the engine's own watch over the durable events and
// the ticks, and a clock for fundings. It also sends commands that it should not.
import type { Book } from '@maru/engine/book';
import { followFutures, putFunded, putOrder, putPosition } from '@maru/engine/futures/apply';
import type { FuturesPosition, FuturesState } from '@maru/engine/futures/state';
import { emptyFutures } from '@maru/engine/futures/state';
import type { Quote } from '@maru/engine/futures/terms';
import { createFuturesWatch } from '@maru/engine/futures/watch';
import type { FuturesWatchCommand } from '@maru/engine/futures/watch-types';
import { unpacked } from '@maru/engine/payment/written';
import type { AnyEvent } from '@maru/engine/products';
import type { Millis } from '@maru/engine/time';
import type { DeskProcess } from '../desk-process.ts';
import { diceFor, share, streams } from '../dice.ts';
import type { Oracle } from '../oracle.ts';
import type { Stage } from '../stage.ts';
import { submitTo } from '../submit.ts';
import { guardedBy } from '../violation.ts';
import { fundingsDue, lookalikeOf, mistakeOf } from './due.ts';
import { type FirstAsked, nameOf, noteAsked } from './first-asked.ts';
import { INSTRUMENTS, type Instrument, marketIn, quoteAt, quotesIn, SETTINGS_MS, ticksIn } from './market.ts';
import { fundedOf } from './twin.ts';
import { isFuturesEvent } from './twin-events.ts';
import type { FuturesCommand } from './twin-rules.ts';
import { createWatchCheck, knownUntil } from './watch-check.ts';

const RUNS = 120;
/** Nothing more is expected of an open position once nothing fails any more. */
const RUNS_AFTER_FAULTS = 40;
const ALL = 1_000_000;
/** When the clock jumps by days, only so much of the prices in between is received. */
const BACK_MS = 60_000;

/** From its submission until it is answered. */
export const FUNDING = 'a funding';

/** Runs until the machine dies. */
export async function startFutures(
  stage: Stage,
  oracle: Oracle,
  process: DeskProcess,
  firstAsked: FirstAsked,
): Promise<void> {
  const { plan, faults } = stage;
  const { machine, desk } = process;
  const { seed, sites } = plan;
  const guarded = guardedBy(stage);
  const instruments = INSTRUMENTS.slice(0, plan.contracts);
  const state = emptyFutures();
  const free = new Map<string, bigint>();
  const quotes = new Map<number, Quote>();
  const remembered = new Map<number, number>();
  const pending = new Set<string>();
  const waiting: AnyEvent[] = [];
  let lastEvent: number | undefined;
  let lastAt = 0;
  const now = () => Math.max(stage.clock().nowMs, lastAt) as Millis;
  const market = marketIn(seed);
  const watch = createFuturesWatch({ state, termsOf: market.termsOf });

  process.followers.push((events) => {
    if (lastEvent === undefined) waiting.push(...events);
    else for (const event of events) follow(event);
  });
  let read = await desk.inspect(snapshot);
  while (read === undefined) {
    await machine.wait(20);
    read = await desk.inspect(snapshot);
  }
  for (const order of read.seen.orders) putOrder(state, order);
  for (const position of read.seen.positions) putPosition(state, position);
  for (const [key, at] of read.seen.funded) putFunded(state, key, at);
  for (const { purse, balance } of read.seen.balances) free.set(purse, balance);
  lastAt = read.seen.lastAt;
  const since = now();
  let settings = Math.floor(since / SETTINGS_MS);
  for (const instrument of instruments) {
    const quote = quoteAt(seed, instrument, since);
    if (quote === undefined) continue;
    // With the oldest possible time: nothing happens on a price from before the start.
    const old = { ...quote, ts: 0 as Millis };
    quotes.set(instrument.id, old);
    remembered.set(instrument.id, quote.ts);
    watch.remember(instrument.id, old, quote.ts);
  }
  watch.start(read.seen.balances, since);
  const check = createWatchCheck({
    ...{ state, free, since, termsOf: market.termsOf },
    quoteOf: (instrument) => quotes.get(instrument),
    rememberedAt: (instrument) => remembered.get(instrument) ?? 0,
  });
  guarded(check.started)(since);
  for (const instrument of instruments) {
    const missed = missedBy(state, seed, instrument, since);
    for (const quote of missed) check.recalled(instrument.id, quote);
    watch.recall(instrument.id, missed);
  }
  lastEvent = read.seen.lastEvent;
  for (const event of waiting.splice(0)) follow(event);

  let seenMs: number = since;
  let runsAfter = 0;
  const runMs = plan.faultsEndMs / RUNS;
  for (let run = 1; ; run += 1) {
    const paceMs = faults.isOver() ? 40 : runMs;
    await machine.wait(paceMs * (0.3 + 1.4 * share(seed, streams.schedule, machine.id, run, 22)));
    if (desk.state() !== 'OPEN') continue;
    if (faults.isOver()) runsAfter += 1;
    if (runsAfter > RUNS_AFTER_FAULTS) continue;
    const at = now();
    changeTerms(at);
    applyTicks(at);
    seenMs = Math.max(seenMs, at);
    review(() => false, at);
    for (const command of fundingsDue(state, { seed, sites, instruments, at })) {
      const key = fundedOf(command.site, command.instrument);
      if (pending.has(key)) continue;
      pending.add(key);
      const from = stage.points();
      submit(command, `fund ${key} ${command.dueAt}`, (isOk) => {
        pending.delete(key);
        if (isOk && command.rate !== 0n) stage.wentOn(FUNDING, from);
      });
    }
    if (faults.isOver()) continue;
    const dice = diceFor(seed, 'schedule', machine.id * 10_000 + run, 78);
    const mistake = dice.chance(0.3) ? mistakeOf({ ...market, seed, state, quotes, at }, dice) : undefined;
    if (mistake !== undefined) submit(mistake, 'mistake');
  }

  function submit(command: FuturesCommand, name: string, onAnswer?: (isOk: boolean) => void): void {
    submitTo(process, { stage, oracle }, command, `${name} ${command.kind}`, ({ ok }) => onAnswer?.(ok));
  }

  function submitAll(commands: readonly FuturesWatchCommand[]): void {
    const tookEffect = noteAsked(commands, { firstAsked, machine: machine.id, stage });
    for (const command of commands) {
      const draw = share(seed, streams.schedule, machine.id, command.player, 25 + (lastEvent ?? 0));
      const other = draw < 0.3 && !faults.isOver() ? lookalikeOf(command) : undefined;
      if (other !== undefined) submit(other, 'lookalike');
      check.submitted(command);
      submit(command, `watch ${nameOf(command)}`, (isOk) => {
        if (isOk) tookEffect(command);
        check.answered(command, !isOk);
        if (!isOk) watch.refused(command);
      });
    }
  }

  function follow(event: AnyEvent): void {
    if (lastEvent === undefined || event.id <= lastEvent) return;
    lastEvent = event.id;
    lastAt = event.at;
    const at = now();
    changeTerms(at);
    if (isFuturesEvent(event)) followFutures(state, event);
    const changed = new Set<string>();
    for (const { purse, balance } of unpacked(event).after) {
      if ((free.get(purse) ?? 0n) !== balance) changed.add(purse);
      free.set(purse, balance);
    }
    const commands = watch.follow(event, at);
    guarded(check.followed)(event, changed, commands, at);
    submitAll(commands);
    if (event.kind === 'FUTURES_FUNDED')
      review((held) => held.site === event.site && held.instrument === event.instrument, at);
  }

  /** What an event revalued, and how far prices went. */
  function review(isRevalued: (held: FuturesPosition) => boolean, at: Millis): void {
    const commands: FuturesWatchCommand[] = [];
    while (watch.isBehind(at)) commands.push(...watch.reviewSome(ALL, at));
    guarded(check.reviewed)(commands, isRevalued, at);
    submitAll(commands);
  }

  /** Before anything is judged: an event may lie before the last run, on a clock that was set back. */
  function changeTerms(at: Millis): void {
    if (Math.floor(at / SETTINGS_MS) === settings) return;
    settings = Math.floor(at / SETTINGS_MS);
    watch.termsChanged(at);
    review(() => true, at);
  }

  function applyTicks(at: Millis): void {
    for (const { instrument, quote } of ticksIn(seed, instruments, Math.max(seenMs, at - BACK_MS), at)) {
      quotes.set(instrument, quote);
      const commands = watch.tick(instrument, quote, at);
      guarded(check.ticked)(instrument, quote, commands, at);
      submitAll(commands);
    }
  }
}

/** The prices that came while nobody watched: trailing stops must know them. */
function missedBy(
  { orders }: FuturesState,
  seed: number,
  instrument: Instrument,
  at: number,
): readonly Quote[] {
  const trailing = [...orders.values()].filter(
    (order) => order.trailing !== undefined && order.instrument === instrument.id,
  );
  const from = Math.max(Math.min(...trailing.map(knownUntil)), at - BACK_MS);
  return quotesIn(seed, instrument, from - 1, at);
}

function snapshot(book: Book) {
  const { orders, positions, funded } = book.futures;
  return {
    lastEvent: book.lastEvent,
    lastAt: book.lastAt,
    orders: [...orders.values()],
    // Copies: funding is written into them.
    positions: Array.from(positions.values(), (position) => ({ ...position })),
    funded: [...funded],
    balances: [...book.purses.values()]
      .filter(({ id }) => id.endsWith(':free'))
      .map(({ id, balance }) => ({ purse: id, balance })),
  };
}

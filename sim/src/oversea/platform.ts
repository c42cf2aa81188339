// The platform's part in overseas futures, in every process that is up: the engine's own watch over the durable events
// and the ticks, and a clock for the ends of trade dates. It also sends commands that it should not: too early, twice,
// with an old price, for what is gone.
import type { Amount } from '@maru/engine/amount';
import type { Book } from '@maru/engine/book';
import type { Quote } from '@maru/engine/market/quote';
import { followOversea, putOrder, putPosition } from '@maru/engine/oversea/apply';
import type { OverseaCommand } from '@maru/engine/oversea/commands';
import { emptyOversea } from '@maru/engine/oversea/state';
import { createOverseaWatch, type WatchCommand } from '@maru/engine/oversea/watch';
import { unpacked } from '@maru/engine/payment/written';
import type { AnyEvent } from '@maru/engine/products';
import type { Millis } from '@maru/engine/time';
import type { DeskProcess } from '../desk-process.ts';
import { diceFor, share, streams } from '../dice.ts';
import type { Oracle } from '../oracle.ts';
import type { Stage } from '../stage.ts';
import { submitTo } from '../submit.ts';
import { guardedBy } from '../violation.ts';
import { instrumentOf } from './asks.ts';
import { dueOf, lookalikeOf, mistakesOf } from './due.ts';
import { INSTRUMENTS, overseaTermsAt, quotesIn, SETTINGS_MS } from './market.ts';
import { isOverseaEvent } from './twin-events.ts';
import { checkWatch, targetOf } from './watch-check.ts';

/** Which machine first submitted which target: shared by all processes of a run. */
export type FirstAsked = Map<string, number>;

/** Who submits; `NOBODY` does so by mistake. */
type Asker = 'WATCH' | 'CLOCK' | 'NOBODY';

const RUNS = 120;
/** A process that was down reads ticks no further back than this. */
const BACK_MS = 12_000;
const ALL = 1_000_000;

const stepOf = (wallet: string) =>
  (wallet === 'BINARY' ? 100_000_000n : wallet === 'BTC' ? 10_000n : 1n) as Amount;

/** Runs until the machine dies. */
export async function startOversea(
  stage: Stage,
  oracle: Oracle,
  process: DeskProcess,
  firstAsked: FirstAsked,
): Promise<void> {
  const { plan, faults } = stage;
  const { machine, desk } = process;
  const { seed } = plan;
  const instruments = INSTRUMENTS.slice(0, plan.instruments);
  const state = emptyOversea();
  const free = new Map<string, bigint>();
  const quotes = new Map<number, Quote>();
  const met = new Set<number>();
  /** By the command: an account whose cut has happened may be cut again before the first one is answered. */
  const outstanding = new Map<OverseaCommand, string>();
  const pending = new Set<string>();
  const waiting: AnyEvent[] = [];
  let lastEvent: number | undefined;
  let lastAt = 0;
  let settings = 0;
  const now = () => Math.max(stage.clock().nowMs, lastAt) as Millis;
  const watch = createOverseaWatch({
    state,
    termsOf: (site, instrument, at) => overseaTermsAt(seed, instrumentOf(instrument), site, at),
    unitOf: (_site, wallet) => stepOf(wallet),
  });

  function submit(command: OverseaCommand, by: Asker): void {
    const target = targetOf(command);
    const first = firstAsked.get(target) ?? machine.id;
    firstAsked.set(target, first);
    if (by === 'WATCH') outstanding.set(command, target);
    if (by === 'CLOCK') pending.add(target);
    submitTo(process, { stage, oracle }, command, target, (outcome) => {
      if (outcome.ok && first !== machine.id && by === 'WATCH') stage.reached('crash between tick and fill');
      if (by === 'CLOCK') pending.delete(target);
      if (by !== 'WATCH') return;
      outstanding.delete(command);
      if (!outcome.ok) watch.refused(command as WatchCommand);
    });
  }

  const submitAll = (commands: readonly WatchCommand[]) => {
    for (const command of commands) {
      const lookalike =
        share(seed, streams.schedule, machine.id, command.player, 15 + (lastEvent ?? 0)) < 0.3;
      const other = lookalike && !faults.isOver() ? lookalikeOf(command) : undefined;
      if (other !== undefined) submit(other, 'NOBODY');
      submit(command, 'WATCH');
    }
  };

  /** Before anything is judged: an event may lie before the last run, on a clock that was set back. */
  function changeTerms(at: Millis): void {
    if (Math.floor(at / SETTINGS_MS) !== settings) watch.termsChanged(at);
    settings = Math.floor(at / SETTINGS_MS);
    while (watch.isBehind(at)) submitAll(watch.reviewSome(ALL, at));
  }

  function follow(event: AnyEvent): void {
    if (lastEvent === undefined || event.id <= lastEvent) return;
    lastEvent = event.id;
    lastAt = event.at;
    const at = now();
    changeTerms(at);
    if (isOverseaEvent(event)) followOversea(state, event);
    for (const { purse, balance } of unpacked(event).after) free.set(purse, balance);
    submitAll(watch.follow(event, at));
  }

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
  for (const { purse, balance } of read.seen.balances) free.set(purse, balance);
  lastAt = read.seen.lastAt;
  const since = now();
  watch.start(read.seen.balances, since);
  lastEvent = read.seen.lastEvent;
  for (const event of waiting.splice(0)) follow(event);

  let seenMs: number = now() - BACK_MS;
  const runMs = plan.faultsEndMs / RUNS;
  for (let run = 1; ; run += 1) {
    const paceMs = faults.isOver() ? 40 : runMs;
    await machine.wait(paceMs * (0.3 + 1.4 * share(seed, streams.schedule, machine.id, run, 12)));
    if (desk.state() !== 'OPEN') continue;
    // Once no account has anything open, there is nothing to check.
    if (faults.isOver() && state.accounts.size === 0) continue;
    const at = now();
    changeTerms(at);
    applyTicks(at);
    seenMs = Math.max(seenMs, at);
    const moment = { seed, state, quotes, at };
    for (const command of dueOf(moment)) if (!pending.has(targetOf(command))) submit(command, 'CLOCK');
    if (!faults.isOver())
      for (const command of mistakesOf(moment, diceFor(seed, 'schedule', machine.id * 10_000 + run, 77)))
        submit(command, 'NOBODY');
  }

  function applyTicks(at: Millis): void {
    const from = Math.max(seenMs, at - BACK_MS);
    const ticks = instruments.flatMap((instrument) =>
      quotesIn(seed, instrument, from, at).map((quote) => ({ instrument: instrument.id, quote })),
    );
    ticks.sort((a, b) => a.quote.ts - b.quote.ts);
    for (const { instrument, quote } of ticks) {
      quotes.set(instrument, quote);
      const before = new Set(outstanding.values());
      const commands = watch.tick(instrument, quote, at);
      const seen = {
        ...{ state, free, stepOf, now: at, since, met },
        quoteOf: (of: number) => quotes.get(of),
        termsOf: (site: number, of: number) => overseaTermsAt(seed, instrumentOf(of), site, at),
      };
      guardedBy(stage)(checkWatch)(instrument, commands, before, seen);
      submitAll(commands);
    }
  }
}

function snapshot(book: Book) {
  return {
    lastEvent: book.lastEvent,
    lastAt: book.lastAt,
    orders: [...book.oversea.orders.values()],
    positions: [...book.oversea.positions.values()],
    balances: [...book.purses.values()]
      .filter(({ id }) => id.endsWith(':free'))
      .map(({ id, balance }) => ({ purse: id, balance })),
  };
}

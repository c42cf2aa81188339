// The clock of overseas futures. It has no stored state: what is due follows from orders, positions, the calendar and
// what staff closed, so a restart finds the same work, and the desk refuses whatever was done already.
import type { OverseaOptionClose } from '@maru/contract/realtime';
import type { Instrument } from '@maru/engine/market/instrument';
import { isRestDay, latestTradeDay, neverCloses } from '@maru/engine/market/trading-hours';
import type { AnyCommand } from '@maru/engine/products';
import type { PlayerId } from '@maru/engine/purse';
import { HOUR_MS, type Millis } from '@maru/engine/time';
import { createLoop, type Loop } from '../clock/loop.ts';
import { DESK_LIMITS } from '../desk/limits.ts';
import { saveFillProofs } from '../market/fill-proofs.ts';
import type { OverseaParts } from './deps.ts';
import { type Due, type Ended, endedAt, listDue, mayHaveDue } from './due.ts';
import { createDueCommands } from './due-commands.ts';
import { listFillMinutes } from './fill-store.ts';
import { openingOf } from './rates.ts';

const CHECK_EVERY_MS = 500;
const NOTHING: Due = { ends: [], checks: [] };

/** Every due command was answered when `runOnce` resolves. Staff may trigger a run while the loop is running. */
export interface Sessions extends Loop {
  /** Called after an event of the player's account: the next check includes it. */
  touch(player: PlayerId): void;
  /**
   * Called with a tick of this instrument: commands that waited for a price are sent before those that the price
   * triggers.
   */
  beforeTick(instrument: number): void;
}

export function createSessions(
  parts: Omit<OverseaParts, 'settings' | 'rates' | 'sessions' | 'guards'>,
): Sessions {
  const { database, desk, sites, publish, time, log, state, instruments, terms, closings, watch } = parts;
  let publishedAt = time.clock();
  const { endCommand, checkCommand } = createDueCommands(parts, publishedAt);
  let ratesOf = openingOf(publishedAt);
  let cleaned = 0;
  /** What was due at the last check and could not be done, and what the check was based on. */
  let left: Due = NOTHING;
  let seen = '';
  const touched = new Set<PlayerId>();
  const asked = new Set<string>();

  function endedNow(now: Millis): ReadonlyMap<number, Ended> {
    const ended = new Map<number, Ended>();
    for (const instrument of instruments.all) {
      const over = endedAt(instrument, now);
      if (over !== undefined) ended.set(instrument.id, over);
    }
    return ended;
  }

  /** At every boundary all accounts are checked, in between those that changed or have something left. */
  function whatIsDue(now: Millis): Due {
    const ended = endedNow(now);
    const closed = closings.all().map(({ site, option, since }) => `${site}/${option}/${since}`);
    const passed = [...ended.values()].map(({ closing, checking }) => `${closing}/${checking}`);
    const key = [...closed, ...passed].join(' ');
    if (key === seen) return stillDue(now, left);
    seen = key;
    touched.clear();
    return listDue(state, { instruments, terms, closings, ended }, mayHaveDue(state, { closings, ended }));
  }

  function stillDue(now: Millis, { ends, checks }: Due): Due {
    const players = new Set(touched);
    for (const { player } of [...ends, ...checks]) players.add(player);
    touched.clear();
    if (players.size === 0) return NOTHING;
    return listDue(state, { instruments, terms, closings, ended: endedNow(now) }, players);
  }

  function commandsFor({ ends, checks }: Due, now: Millis): readonly (readonly [string, AnyCommand])[] {
    const commands = new Map<string, AnyCommand>();
    for (const each of ends) {
      const name = `${each.player}/${each.instrument}`;
      const command = asked.has(name) ? undefined : endCommand(each, now);
      if (command !== undefined) commands.set(name, command);
    }
    for (const each of checks) {
      const name = `${each.player}/check`;
      const command = asked.has(name) ? undefined : checkCommand(each, now);
      if (command !== undefined) commands.set(name, command);
    }
    return [...commands];
  }

  /** Together, so that they become durable in one batch; never twice for the same account. */
  async function ask(commands: readonly (readonly [string, AnyCommand])[]): Promise<void> {
    for (const [name] of commands) asked.add(name);
    try {
      const outcomes = await Promise.all(desk.submitTogether(commands.map(([, command]) => command)));
      for (const [place, outcome] of outcomes.entries()) {
        const [name] = commands[place]!;
        if (!outcome.ok)
          log.debug('overseas session: due command refused', { name, refusal: outcome.refusal });
      }
    } finally {
      for (const [name] of commands) asked.delete(name);
    }
  }

  /** In slices, so that players' own orders never wait behind all the positions of a session. */
  async function act(due: Due, now: Millis): Promise<void> {
    const commands = commandsFor(due, now);
    for (let from = 0; from < commands.length; from += DESK_LIMITS.batch) {
      await ask(commands.slice(from, from + DESK_LIMITS.batch));
    }
  }

  /** Publishes trade dates that ended since the last check. Those that ended before the start are not published. */
  function publishCloses(now: Millis): void {
    for (const instrument of instruments.all) {
      if (neverCloses(instrument.hours)) continue;
      const day = latestTradeDay(instrument.hours, now);
      if (day === undefined || day.closesAt <= publishedAt || day.closesAt > now) continue;
      const cause = terms.isLastTradingDay(instrument, day.date)
        ? 'EXPIRY'
        : isRestDay(instrument.hours, day.closesAt)
          ? 'REST_DAY'
          : 'SESSION_END';
      for (const { id, features } of sites.all()) {
        if (!features.oversea) continue;
        publish(id, { type: 'OVERSEA_OPTION_CLOSE', at: now, data: closeOf(instrument, cause) });
      }
    }
    publishedAt = now;
  }

  async function check(): Promise<void> {
    const now = time.clock();
    // The day's rates change at nine in Korea, and with them the value of every open position.
    if (openingOf(now) !== ratesOf) {
      ratesOf = openingOf(now);
      terms.forget();
      watch.termsChanged();
    }
    const due = whatIsDue(now);
    left = due;
    await act(due, now);
    publishCloses(now);
    // What is still due has to wait for a price, or for the market to open.
    left = stillDue(now, due);
    if (now - cleaned >= HOUR_MS) {
      await saveFillProofs(database, { instruments, listFillMinutes, now });
      cleaned = now;
    }
  }

  const loop = createLoop({
    work: check,
    restMs: () => CHECK_EVERY_MS,
    wait: time.wait,
    log,
    failure: 'overseas session loop failed, retrying',
  });

  return {
    ...loop,
    touch: (player) => void touched.add(player),
    beforeTick(instrument) {
      const ends = left.ends.filter((each) => each.instrument === instrument);
      const checks = left.checks.filter(({ positions }) =>
        positions.some((each) => each.instrument === instrument),
      );
      if (ends.length + checks.length === 0) return;
      act({ ends, checks }, time.clock()).catch((fault: unknown) =>
        log.warn('overseas session: due commands failed, retrying', { error: fault }),
      );
    },
  };
}

export const closeOf = (
  { id, code }: Instrument,
  cause: OverseaOptionClose['cause'],
  reason: string | null = null,
): OverseaOptionClose => ({ overseaOptionId: id, stock: code, cause, reason });

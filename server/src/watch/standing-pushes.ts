// Pushes what accounts are worth at the newest prices to connected players with open positions: after each event of
// theirs, and with the ticks at a rate that a screen can show.
import type { PlayerId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import { createLoop, type Loop } from '../clock/loop.ts';
import type { ProductParts } from '../product/server-product.ts';

const PACE_MS = 500;
/** Pushed again although nothing changed, for a screen that was opened meanwhile. */
const AGAIN_MS = 5_000;
/** Players whose accounts are valued before other work of the thread may run. */
const VALUED_AT_ONCE = 25;
/** However many accounts there are, valuing them takes no more than one part of so many of the thread's time. */
const PART_OF_TIME = 4;

export interface StandingPushes extends Loop {
  /** Called after an event of the player's account. */
  touch(player: PlayerId): void;
}

/** What one player's account is worth; one for each wallet that pays for positions. */
export interface PlayerStandings<Standing> {
  readonly player: PlayerId;
  readonly standings: readonly Standing[];
}

export interface StandingPushParts<Standing> extends Pick<ProductParts, 'time' | 'log'> {
  /** Nothing is computed for a player without a connection. */
  readonly connected: () => Iterable<PlayerId>;
  readonly hasPositions: (player: PlayerId) => boolean;
  /** Of those players whose accounts are known, at the newest prices. */
  readonly standingsOf: (players: readonly PlayerId[]) => Promise<readonly PlayerStandings<Standing>[]>;
  readonly push: (player: PlayerId, standing: Standing, at: Millis) => void;
  /** What the log says when accounts could not be valued. */
  readonly failure: string;
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export function createStandingPushes<Standing>({
  connected,
  hasPositions,
  standingsOf,
  push,
  failure,
  time,
  log,
}: StandingPushParts<Standing>): StandingPushes {
  let touched = new Set<PlayerId>();
  let isDue = false;
  const last = new Map<PlayerId, { readonly text: string; readonly at: Millis }>();

  async function pushTo(players: readonly PlayerId[], isNews: boolean): Promise<void> {
    for (let from = 0; from < players.length; from += VALUED_AT_ONCE) {
      if (from > 0) await nextTurn();
      await pushSome(players.slice(from, from + VALUED_AT_ONCE), isNews);
    }
  }

  async function pushSome(players: readonly PlayerId[], isNews: boolean): Promise<void> {
    const valued = await standingsOf(players);
    const now = time.clock();
    for (const { player, standings } of valued) {
      const text = JSON.stringify(standings);
      const before = last.get(player);
      if (!isNews && before?.text === text && now - before.at < AGAIN_MS) continue;
      last.set(player, { text, at: now });
      for (const standing of standings) push(player, standing, now);
    }
  }

  async function pushTouched(): Promise<void> {
    const players = [...touched];
    touched = new Set();
    isDue = false;
    await pushTo(players, true);
  }

  /** How long the last run over everybody took. */
  let tookMs = 0;

  async function pushAll(): Promise<void> {
    const startedAt = time.clock();
    const listening = new Set(connected());
    for (const player of last.keys()) if (!listening.has(player)) last.delete(player);
    await pushTo([...listening].filter(hasPositions), false);
    tookMs = time.clock() - startedAt;
  }

  const loop = createLoop({
    work: pushAll,
    // The clock may have been set meanwhile: no rest is longer than what has not changed is repeated.
    restMs: () => Math.min(AGAIN_MS, Math.max(PACE_MS, tookMs * (PART_OF_TIME - 1))),
    wait: time.wait,
    log,
    failure,
  });

  return {
    ...loop,
    touch(player) {
      touched.add(player);
      if (isDue) return;
      isDue = true;
      // After all events of the batch: one read of the book serves all of them.
      queueMicrotask(() => {
        pushTouched().catch((fault: unknown) => log.warn(failure, { error: fault }));
      });
    },
  };
}

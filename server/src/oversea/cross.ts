// Pushes the account at the newest prices to connected players with open positions: after each event of theirs, and
// with the ticks at a rate that a screen can show.
import type { PlayerId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import { createLoop, type Loop } from '../clock/loop.ts';
import { standing, wireCross } from './account.ts';
import type { OverseaParts } from './deps.ts';
import { readAccounts } from './reads.ts';

const PACE_MS = 500;
/** Pushed again although nothing changed, for a screen that was opened meanwhile. */
const AGAIN_MS = 5_000;

export interface CrossPushes extends Loop {
  /** Called after an event of the player's account. */
  touch(player: PlayerId): void;
}

export function createCrossPushes(
  parts: Pick<
    OverseaParts,
    'desk' | 'prices' | 'pushCross' | 'connected' | 'time' | 'log' | 'state' | 'instruments' | 'terms'
  >,
): CrossPushes {
  const { desk, pushCross, connected, time, log, state } = parts;
  let touched = new Set<PlayerId>();
  let isDue = false;
  const last = new Map<PlayerId, { readonly text: string; readonly at: Millis }>();

  async function push(players: readonly PlayerId[], isNews: boolean): Promise<void> {
    if (players.length === 0) return;
    const read = await desk.read(readAccounts, { players });
    const now = time.clock();
    for (const { player, seen } of read?.seen ?? []) {
      if (seen === undefined) continue;
      const data = wireCross(seen, standing(seen, parts, now));
      const text = JSON.stringify(data);
      const before = last.get(player);
      if (!isNews && before?.text === text && now - before.at < AGAIN_MS) continue;
      last.set(player, { text, at: now });
      pushCross(player, { type: 'OVERSEA_CROSS', at: now, data });
    }
  }

  async function pushTouched(): Promise<void> {
    const players = [...touched];
    touched = new Set();
    isDue = false;
    await push(players, true);
  }

  async function pushAll(): Promise<void> {
    const listening = new Set(connected());
    for (const player of last.keys()) if (!listening.has(player)) last.delete(player);
    const players = [...listening].filter((player) => (state.accounts.get(player)?.positions.size ?? 0) > 0);
    await push(players, false);
  }

  const loop = createLoop({
    work: pushAll,
    restMs: () => PACE_MS,
    wait: time.wait,
    log,
    failure: 'overseas equity push: valuing accounts failed',
  });

  return {
    ...loop,
    touch(player) {
      touched.add(player);
      if (isDue) return;
      isDue = true;
      // After all events of the batch: one read of the book serves all of them.
      queueMicrotask(() => {
        pushTouched().catch((fault: unknown) =>
          log.warn('overseas equity push: valuing an account failed', { error: fault }),
        );
      });
    },
  };
}

// What is due by the clock for letters: letters to everybody are written, new ones are told to the members' devices,
// and old ones are deleted.
import type { QueuePushes } from '@maru/contract/realtime';
import type { PlayerId } from '@maru/engine/purse';
import { PLATFORM_SHARD } from '@maru/engine/shard';
import { HOUR_MS, type Millis } from '@maru/engine/time';
import { createLoop, type Loop } from '../clock/loop.ts';
import type { Database } from '../db/database.ts';
import type { Log } from '../log/log.ts';
import type { LetterHead } from './letter-notifications.ts';
import { countUnreadOf, forgetOldMessages, takeUntold, writeBatch } from './store.ts';

const REST_MS = 1_000;

export interface MessageParts {
  /** Whose connections and devices this process has: it tells the members of its sites. */
  readonly shard: number;
  readonly database: Database;
  readonly push: (player: PlayerId, push: QueuePushes['message']) => void;
  readonly isConnected: (player: PlayerId) => boolean;
  /** For the devices of a member that are not connected. */
  readonly announce?: (letter: LetterHead) => void;
  readonly time: { readonly clock: () => Millis; readonly wait: (ms: number) => Promise<void> };
  readonly log: Log;
}

/** How many letters are unread, for all devices of a member. */
export const unreadPush = (unread: number, at: Millis): QueuePushes['message'] => ({
  type: 'MESSAGE',
  at,
  data: { kind: 'MESSAGE', unread },
});

export function createTelling({
  shard,
  database,
  push,
  isConnected,
  announce,
  time,
  log,
}: MessageParts): Loop {
  let forgottenAt = 0;

  async function tell(): Promise<boolean> {
    const told = await database.transaction(async (tx) => {
      const letters = await takeUntold(tx, shard);
      const connected = [...new Set(letters.map(({ player }) => player))].filter(isConnected);
      return { letters, unread: await countUnreadOf(tx, connected) };
    });
    // A process that ends here has no connections left: who comes back asks for the number.
    const at = time.clock();
    for (const { player, unread } of told.unread) push(player, unreadPush(unread, at));
    for (const letter of told.letters) announce?.(letter);
    return told.letters.length > 0;
  }

  async function forget(now: Millis): Promise<void> {
    if (now - forgottenAt < HOUR_MS) return;
    while ((await database.transaction((tx) => forgetOldMessages(tx, now))) > 0);
    forgottenAt = now;
  }

  const loop = createLoop({
    async work() {
      const now = time.clock();
      while (!loop.isStopping() && (await database.transaction((tx) => writeBatch(tx, shard, now))))
        await tell();
      while (!loop.isStopping() && (await tell()));
      if (shard === PLATFORM_SHARD) await forget(now);
    },
    restMs: () => REST_MS,
    wait: time.wait,
    log,
    failure: 'messages: telling members failed, retrying',
  });
  return loop;
}

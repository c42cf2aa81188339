// E-mail and text messages: delivered by the clock, read by staff, deleted after a week.
import { PLATFORM_SHARD } from '@maru/engine/shard';
import { DAY_MS, earlier, type Millis } from '@maru/engine/time';
import { createLoop } from '../clock/loop.ts';
import type { Database } from '../db/database.ts';
import type { ServerFeature } from '../feature/server-feature.ts';
import type { Log } from '../log/log.ts';
import { type Delivery, delivery } from './delivery.ts';
import { outboxRoutes } from './routes.ts';
import { forgetOldLetters, listUndelivered, noteDelivered, noteFailedDelivery } from './store.ts';

const KEPT_MS = 7 * DAY_MS;
const REST_MS = 2_000;

export async function deliverLetters(
  {
    shard,
    database,
    delivery,
    log,
  }: {
    readonly shard: number;
    readonly database: Database;
    readonly delivery: Delivery;
    readonly log: Log;
  },
  now: Millis,
): Promise<void> {
  const letters = await database.transaction(async (tx) => {
    if (shard === PLATFORM_SHARD) await forgetOldLetters(tx, earlier(now, KEPT_MS));
    return listUndelivered(tx, shard);
  });
  for (const letter of letters) {
    const { id, kind } = letter;
    try {
      await delivery.deliver(letter);
    } catch (fault) {
      log.warn('letter not delivered, trying again', { letter: id, by: delivery.name, error: fault });
      await database.transaction((tx) => noteFailedDelivery(tx, id));
      continue;
    }
    const forgetText = kind === 'CODE' && !delivery.isStandIn;
    await database.transaction((tx) => noteDelivered(tx, { id, by: delivery.name, forgetText, now }));
  }
}

export const outboxFeature: ServerFeature = {
  name: 'outbox',
  open: async ({ shard, database, time: { clock, wait }, log }) => {
    const loop = createLoop({
      work: () => deliverLetters({ shard, database, delivery, log }, clock()),
      restMs: () => REST_MS,
      wait,
      log,
      failure: 'delivering letters failed, retrying',
    });
    return {
      routes: outboxRoutes({ database, delivery }),
      start: async () => loop.start(),
      stop: () => loop.stop(),
    };
  },
};

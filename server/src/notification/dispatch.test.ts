import { playerId, siteId } from '@maru/engine/purse';
import { millis } from '@maru/engine/time';
import { expect, test } from 'vitest';
import type { Database } from '../db/database.ts';
import { openFreshEmbedded } from '../db/testing.ts';
import { silentLog } from '../log/log.ts';
import { createDispatch } from './dispatch.ts';

const [SITE, PLAYER] = [siteId(1), playerId(1)];

test('who registers a device while theirs are read is told the next time, who has none is not asked again', async () => {
  const store = await openFreshEmbedded();
  let whileRead = () => {};
  const database: Database = {
    ...store.database,
    async transaction(work) {
      const read = await store.database.transaction(work);
      whileRead();
      return read;
    },
  };
  const dispatch = createDispatch({
    shard: 0,
    database,
    pushes: { ofAll: () => [], of: () => [] } as never,
    notificationsOf: () => [],
    instruments: [],
    isCurrent: async () => true,
    sender: { send: () => {} },
    time: { clock: () => millis(1_763_000_000_000), wait: async () => {} },
    log: silentLog,
  });
  const notification = {
    ...{ id: 'one', category: 'NOTICE', at: 0, path: null },
    content: { kind: 'LETTER', title: '', line: '' },
  } as never;
  const tell = async () => {
    dispatch.announced({ site: SITE, player: PLAYER, notification });
    await dispatch.settled();
    return dispatch.stats().subscribers;
  };
  dispatch.addSubscriber(PLAYER, SITE);
  whileRead = () => dispatch.addSubscriber(PLAYER, SITE);
  expect(await tell()).toBe(1);
  whileRead = () => {};
  expect(await tell()).toBe(0);
  await store.drop();
});

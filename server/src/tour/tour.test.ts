import type * as calls from '@maru/contract/tour/calls';
import { millis } from '@maru/engine/time';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabases } from '../db/testing.ts';
import type { FeatureParts } from '../feature/server-feature.ts';
import { type Asks, asksOf, OWNER, openTestHttp, STAFF, STRANGER } from '../http/testing.ts';
import { tourFeature } from './feature.ts';

describe.each(testDatabases)('the tour on $name', ({ open }) => {
  let store: TestDatabase;
  let http: FastifyInstance;
  let ask: Asks<typeof calls>;
  beforeAll(async () => {
    store = await open();
    await store.database.transaction(async (tx) => {
      await tx.query(
        `insert into site (code, name, used_coins, binary_currency, type) values ('one', 'One', 'BINARY', 'KRW', '101111')`,
      );
      for (const { id, role } of [OWNER, STRANGER, STAFF])
        await tx.query(
          `insert into player (id, site_id, username, password_hash, name, nick, folded_nick, role, created_at,
             password_changed_at)
           overriding system value
           values ($1, 1, $2, '', '', $2, $2, $3, now(), now())`,
          [id, `person${id}`, role],
        );
    });
    const { routes } = await tourFeature.open({ database: store.database } as FeatureParts);
    http = await openTestHttp({ routes, clock: () => millis(1_763_000_000_000) });
    ask = asksOf<typeof calls>(http);
  });
  afterAll(async () => {
    await http.close();
    await store.drop();
  });

  const whoEndedIt = async () =>
    (
      await store.database.transaction((tx) =>
        tx.query<{ id: number }>('select id from player where is_tour_over order by id'),
      )
    ).map(({ id }) => id);

  test('is ended by its member, for that account alone, and again without harm', async () => {
    expect(await whoEndedIt()).toEqual([]);
    for (const _ of ['first', 'again'])
      expect((await ask.post('/api/player/end_tour', {}, OWNER)).status).toBe(200);
    expect(await whoEndedIt()).toEqual([OWNER.id]);
  });

  test('is not ended by guests, by staff or for another site', async () => {
    const guest = await http.inject({ method: 'POST', url: '/api/player/end_tour', payload: {} });
    expect(guest.statusCode).toBe(401);
    expect((await ask.post('/api/player/end_tour', {}, STAFF)).status).toBe(403);
    expect((await ask.post('/api/player/end_tour', { siteInfoId: 2 }, STRANGER)).status).toBe(403);
    expect(await whoEndedIt()).toEqual([OWNER.id]);
  });
});

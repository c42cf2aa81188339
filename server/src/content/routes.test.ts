import { type SiteId, siteId } from '@maru/engine/purse';
import { millis } from '@maru/engine/time';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabases } from '../db/testing.ts';
import { openTestHttp } from '../http/testing.ts';
import { contentRoutes } from './routes.ts';

describe.each(testDatabases)('a notice on $name', ({ open }) => {
  let store: TestDatabase;
  let http: FastifyInstance;
  beforeAll(async () => {
    store = await open();
    await store.database.transaction(async (tx) => {
      await tx.query(
        `insert into site (code, name, used_coins, binary_currency, type)
         values ('one', 'One', 'BINARY', 'KRW', '101111'), ('two', 'Two', 'BINARY', 'KRW', '101111')`,
      );
      await tx.query(
        `insert into notice (site_id, title, content, created_ms) values (1, '점검 안내', '<p>오늘</p>', 1000)`,
      );
    });
    http = await openTestHttp({
      routes: contentRoutes({ database: store.database }),
      siteOf: (_host, id = 1): SiteId => siteId(id),
      clock: () => millis(0),
    });
  });
  afterAll(async () => {
    await http.close();
    await store.drop();
  });

  const get = async (query: string) => {
    const answer = await http.inject({ url: `/api/content/notice?${query}` });
    return { status: answer.statusCode, body: answer.json() };
  };

  test('can be read by anybody on its own site', async () => {
    expect(await get('contentId=1')).toEqual({
      status: 200,
      body: { id: 1, title: '점검 안내', content: '<p>오늘</p>', createdAt: 1_000 },
    });
  });

  test.each([
    ['contentId=2', 404],
    ['contentId=1&siteInfoId=2', 404],
    ['contentId=x', 400],
    ['', 400],
  ])('is refused for %s with %i', async (query, status) => {
    expect((await get(query)).status).toBe(status);
  });
});

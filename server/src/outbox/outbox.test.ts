import { siteId } from '@maru/engine/purse';
import { DAY_MS, later, millis } from '@maru/engine/time';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabases } from '../db/testing.ts';
import { type Asks, asksOf, OWNER, openTestHttp, STAFF } from '../http/testing.ts';
import { silentLog } from '../log/log.ts';
import { changeRoutes } from '../staff/changes.ts';
import { type Delivery, delivery as standIn } from './delivery.ts';
import { deliverLetters } from './feature.ts';
import { type NewLetter, postLetter } from './letters.ts';
import { outboxRoutes } from './routes.ts';

const now = millis(1_763_000_000_000);
const letter: NewLetter = {
  site: siteId(1),
  channel: 'EMAIL',
  recipient: 'mina@example.com',
  kind: 'CODE',
  language: 'ko',
  text: { ko: '인증번호 123456', en: 'Your code is 123456' },
  now,
};

type Calls = typeof import('@maru/contract/outbox/calls') & typeof import('@maru/contract/staff/calls');

describe.each(testDatabases)('the outbox on $name', ({ open }) => {
  let store: TestDatabase;
  let http: FastifyInstance;
  let realHttp: FastifyInstance;
  let asks: Asks<Calls>;
  const sent: string[] = [];
  let isDown = false;
  const provider: Delivery = {
    name: 'provider',
    isStandIn: false,
    deliver: async ({ text }) => {
      if (isDown) throw new Error('not now');
      sent.push(text);
    },
  };
  const post = (changes: Partial<NewLetter> = {}) =>
    store.database.transaction((tx) => postLetter(tx, { ...letter, ...changes }));
  const deliver = (delivery: Delivery, at = now) =>
    deliverLetters({ shard: 0, database: store.database, delivery, log: silentLog }, at);

  beforeAll(async () => {
    store = await open();
    await store.database.transaction((tx) =>
      tx.query(
        `insert into site (code, name, used_coins, binary_currency, type)
         values ('one', 'One', 'BINARY', 'KRW', '101111'), ('two', 'Two', 'BINARY', 'KRW', '101111')`,
      ),
    );
    const { database } = store;
    const clock = () => now;
    const routes = [...outboxRoutes({ database, delivery: standIn }), ...changeRoutes(database)];
    http = await openTestHttp({ routes, clock });
    realHttp = await openTestHttp({ routes: outboxRoutes({ database, delivery: provider }), clock });
    asks = asksOf<Calls>(http);
  });
  afterAll(async () => {
    await http.close();
    await realHttp.close();
    await store.drop();
  });

  test('shows staff the letters of their site but no decoy, and writes who looked', async () => {
    await post();
    await post({ site: siteId(2), recipient: 'elsewhere@example.com' });
    await post({ isDecoy: true, recipient: 'decoy@example.com' });
    const { status, body } = await asks.get('/api/office/outbox/list', STAFF);
    expect(status).toBe(200);
    expect(body.isStandIn).toBe(true);
    expect(body.content.map(({ recipient, text }) => [recipient, text])).toEqual([
      ['mina@example.com', '인증번호 123456'],
    ]);
    const none = await asks.get('/api/office/outbox/list?recipient=nobody@example.com', STAFF);
    expect(none.body.content).toEqual([]);
    const changes = await asks.get('/api/office/change/list?area=OUTBOX', STAFF);
    expect(changes.body.content.map(({ subject, staff }) => [subject, staff])).toEqual([
      ['nobody@example.com', STAFF.id],
      ['all', STAFF.id],
    ]);
  });

  test('is closed to guests and members', async () => {
    expect((await asks.get('/api/office/outbox/list')).status).toBe(401);
    expect((await asks.get('/api/office/outbox/list', OWNER)).status).toBe(403);
  });

  test('the stand-in keeps the text of a code; a provider is tried again, and the text of a code is not kept', async () => {
    await deliver(standIn);
    await post();
    isDown = true;
    await deliver(provider);
    expect(sent).toEqual([]);
    isDown = false;
    await deliver(provider);
    await deliver(provider);
    expect(sent).toEqual(['인증번호 123456']);
    const real = asksOf<Calls>(realHttp);
    const { body } = await real.get('/api/office/outbox/list', STAFF);
    expect(body.isStandIn).toBe(false);
    expect(body.content.map(({ text, deliveredBy }) => [text, deliveredBy])).toEqual([
      [null, 'provider'],
      [null, 'stand-in'],
    ]);
    const rows = await store.database.transaction((tx) =>
      tx.query<{ text: string }>('select text_ko as text from outbox where delivered_by = $1', ['provider']),
    );
    expect(rows).toEqual([{ text: '' }]);
  });

  test('forgets letters after a week', async () => {
    await deliver(standIn, later(now, 7 * DAY_MS + 1));
    expect((await asks.get('/api/office/outbox/list', STAFF)).body.content).toEqual([]);
  });
});

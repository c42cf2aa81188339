import { placeFuturesOrder } from '@maru/contract/futures/calls';
import { placeOverseaOrder } from '@maru/contract/oversea/calls';
import type * as calls from '@maru/contract/quiz/calls';
import { millis } from '@maru/engine/time';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabases } from '../db/testing.ts';
import { serve } from '../http/serve.ts';
import {
  type Asks,
  asksOf,
  OWNER,
  openTestHttp,
  PARTNER,
  type Person,
  STAFF,
  STRANGER,
} from '../http/testing.ts';
import { createQuiz } from './feature.ts';

const RIGHT = [3, 2, 1].map((option, index) => ({ number: index + 1, option }));

describe.each(testDatabases)('the questions about leverage on $name', ({ open }) => {
  let store: TestDatabase;
  let http: FastifyInstance;
  let ask: Asks<typeof calls>;
  beforeAll(async () => {
    store = await open();
    await store.database.transaction(async (tx) => {
      await tx.query(
        `insert into site (code, name, used_coins, binary_currency, type) values ('one', 'One', 'BINARY', 'KRW', '101111')`,
      );
      for (const { id, role } of [OWNER, STRANGER, PARTNER, STAFF])
        await tx.query(
          `insert into player (id, site_id, username, password_hash, name, nick, folded_nick, role, created_at,
             password_changed_at)
           overriding system value
           values ($1, 1, $2, '', '', $2, $2, $3, now(), now())`,
          [id, `person${id}`, role],
        );
    });
    const { database } = store;
    const { routes, rule } = createQuiz({ database, isAsked: true });
    // The handlers say that an order came as far as the desk.
    const orders = [
      serve(placeOverseaOrder, async () => ({ ok: false, refusal: 'OPTION_STOPPED' })),
      serve(placeFuturesOrder, async () => ({ ok: false, refusal: 'OPTION_STOPPED' })),
    ];
    http = await openTestHttp({
      routes: [...routes, ...orders].map(rule),
      clock: () => millis(1_763_000_000_000),
    });
    ask = asksOf<typeof calls>(http);
  });
  afterAll(async () => {
    await http.close();
    await store.drop();
  });

  const codeOf = async (url: string, body: object, { id, role }: Person) => {
    const answer = await http.inject({
      method: 'POST',
      url,
      headers: { authorization: `Bearer ${id}.${role}`, 'idempotency-key': crypto.randomUUID() },
      payload: body,
    });
    return (answer.json() as { readonly code: string }).code;
  };
  const orderOf = (by: Person, more: object = {}) =>
    codeOf(
      '/api/oversea/order',
      { overseaOptionId: 1, tradeType: 'LONG', marketType: 'MARKET', qty: 1, ...more },
      by,
    );
  const coinOrderOf = (by: Person, more: object = {}) =>
    codeOf(
      '/api/futures/order',
      { futuresOptionId: 1, tradeType: 'LONG', marketType: 'MARKET', qty: '1', ...more },
      by,
    );

  test('have no answers in them, in both languages', async () => {
    const { body } = await ask.get('/api/quiz', OWNER);
    expect(body).toMatchObject({ isPassed: false, lossShare: null });
    expect(body.questions).toHaveLength(3);
    for (const each of body.questions) {
      expect(Object.keys(each).sort()).toEqual(['number', 'options', 'question']);
      expect(each.options).toHaveLength(3);
    }
    const english = await http.inject({
      url: '/api/quiz',
      headers: { authorization: 'Bearer 1.PLAYER', 'accept-language': 'en' },
    });
    expect(english.body).not.toMatch(/[가-힣]/);
  });

  test('are asked before the first order of either product, but not before one that only closes', async () => {
    expect(await orderOf(OWNER)).toBe('RISK_QUIZ_NEEDED');
    expect(await coinOrderOf(OWNER)).toBe('RISK_QUIZ_NEEDED');
    expect(await orderOf(OWNER, { reduceOnly: true })).toBe('OPTION_STOPPED');
    expect(await coinOrderOf(OWNER, { reduceOnly: true })).toBe('OPTION_STOPPED');
    expect(await coinOrderOf(OWNER, { marketType: 'STOPLOSS', stopPrice: '1' })).toBe('OPTION_STOPPED');
  });

  test.each([
    ['one wrong', [...RIGHT.slice(0, 2), { number: 3, option: 2 }]],
    ['one missing', RIGHT.slice(0, 2)],
    ['every option at once', [1, 2, 3].flatMap((option) => [1, 2, 3].map((number) => ({ number, option })))],
    ['one question three times', [RIGHT[0], RIGHT[0], RIGHT[0]]],
  ])('are not passed with %s, and every answer is explained', async (_, answers) => {
    const { status, body } = await ask.post('/api/quiz', { answers }, OWNER);
    expect([status, body.isPassed]).toEqual([200, false]);
    for (const each of body.answers) expect(each.explanation).toMatch(/[가-힣]/);
    expect(await orderOf(OWNER)).toBe('RISK_QUIZ_NEEDED');
  });

  test.each([
    [[], 400],
    [[{ number: 4, option: 1 }], 404],
    [[{ number: 0, option: 1 }], 400],
    [[{ number: 1, option: 'x' }], 400],
    [Array.from({ length: 11 }, () => ({ number: 1, option: 1 })), 400],
  ])('refuse the answers %j', async (answers, status) => {
    expect((await ask.post('/api/quiz', { answers }, OWNER)).status).toBe(status);
  });

  test('are passed with the right answers by whoever gave them, and by nobody else', async () => {
    expect((await ask.post('/api/quiz', { answers: RIGHT }, OWNER)).body.isPassed).toBe(true);
    expect((await ask.get('/api/quiz', OWNER)).body.isPassed).toBe(true);
    expect([await orderOf(OWNER), await coinOrderOf(OWNER)]).toEqual(['OPTION_STOPPED', 'OPTION_STOPPED']);
    expect(await orderOf(STRANGER)).toBe('RISK_QUIZ_NEEDED');
    expect((await ask.get('/api/quiz', STRANGER)).body.isPassed).toBe(false);
    expect((await ask.post('/api/quiz', { answers: RIGHT }, OWNER)).status).toBe(200);
  });

  test('are not for guests', async () => {
    expect((await http.inject({ url: '/api/quiz' })).statusCode).toBe(401);
  });

  test('where they are turned off, orders pass', async () => {
    const { rule } = createQuiz({ database: store.database, isAsked: false });
    const route = serve(placeOverseaOrder, async () => ({ ok: false, refusal: 'OPTION_NOT_FOUND' }));
    expect(rule(route)).toBe(route);
  });
});

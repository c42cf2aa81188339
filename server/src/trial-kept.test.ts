// A guest tries a round, and a new account takes its result over.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Receipt } from '@maru/contract/binary/receipt';
import { price } from '@maru/engine/amount';
import type { Tick } from '@maru/engine/market/tick';
import { DAY_MS, later, MINUTE_MS, type Millis, millis } from '@maru/engine/time';
import { beforeEach, describe, expect, test } from 'vitest';
import { formOf, OTHER_SITE, SITE, signInAs, useWorld } from './account/testing.ts';
import { testDatabases } from './db/testing.ts';
import { silentLog } from './log/log.ts';
import { insertMinutes } from './market/tick-store.ts';
import { FIRST_HASH, minuteHash, tickText } from './market/tick-text.ts';
import { createTrials, type Trials } from './trial/trials.ts';

const verifyProgram = join(import.meta.dirname, '../../app/public/verify.mjs');
const run = promisify(execFile);

describe.each(testDatabases)('a tried round on $name', ({ open }) => {
  let ticks: Tick[] = [];
  let trials: Trials;
  let isRunning = true;
  const world = useWorld(open, {
    openTrials: ({ database, clock }) => {
      trials = createTrials({
        database,
        secret: 'a secret',
        recorder: { open: () => ticks },
        prices: { usable: () => (isRunning ? ticks[0] : undefined) },
        time: { clock, wait: () => new Promise<void>(() => undefined) },
        log: silentLog,
      });
      return trials;
    },
    paces: 'OFF',
  });

  /** A tick in every second of two minutes; the index rises. */
  function makeTicks(from: Millis): void {
    ticks = Array.from({ length: 120 }, (_, second): Tick => {
      const ts = later(from, second * 1_000);
      const last = price(String(10_000 + second));
      const ask = price(String(10_000.5 + second));
      return { stock: 'M100', last, bid: last, ask, mark: last, ts, recvTs: later(ts, 5), seq: 1 };
    });
  }

  const MINUTE = millis(1_763_000_040_000);
  beforeEach(() => {
    isRunning = true;
    world.time.now = later(MINUTE, 20_400);
    makeTicks(MINUTE);
  });

  /** The first of the two minutes, as the recorder seals it. */
  async function seal(): Promise<void> {
    const key = { stock: 'M100', minute: MINUTE, ticks: tickText(ticks.slice(0, 60), MINUTE) };
    const sealed = { ...key, count: 60, previousHash: FIRST_HASH, hash: minuteHash(FIRST_HASH, key) };
    await world.query('delete from tick_minute');
    await world.query('delete from tick_head');
    await world.store.database.transaction((tx) => insertMinutes(tx, [sealed]));
  }

  const tryIt = async (type = 'LONG') => {
    const { status, body } = await request('POST', '/api/trial/round', { type });
    expect(status).toBe(200);
    return body as unknown as { readonly token: string; readonly closeMillis: number };
  };
  async function request(method: 'GET' | 'POST', url: string, payload?: object, token?: string) {
    const answer = await world.http.inject({
      method,
      url,
      ...(payload === undefined ? {} : { payload }),
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    });
    return { status: answer.statusCode, body: answer.json() as { readonly code?: string } };
  }
  const receiptOf = async (token: string) =>
    (await request('GET', `/api/trial/receipt?token=${token}`)).body as unknown as Receipt;
  const pass = (ms: number) => {
    world.time.now = later(world.time.now, ms);
  };
  const signUpWith = async (...trialTokens: readonly string[]) => {
    const form = formOf({ trialTokens });
    const made = await world.post('/api/player', form);
    expect(made.status).toBe(200);
    const signed = await signInAs(world, form.username);
    const wallets = await world.get('/api/wallet/my', { token: signed.token });
    return { ...signed, won: wallets.body['BINARY']?.point };
  };

  test('has its entry after a second and its result after fifteen more, and no earlier', async () => {
    const { token, closeMillis } = await tryIt();
    expect(closeMillis).toBe(MINUTE + 36_000);
    pass(1_000);
    expect(await receiptOf(token)).toMatchObject({
      rule: 'trial-1',
      entry: { time: MINUTE + 21_000, price: '10021' },
      exit: null,
      result: { status: 0, credit: null },
    });
    pass(16_000);
    expect((await receiptOf(token)).result.status).toBe(0);
    pass(1_000);
    expect(await receiptOf(token)).toMatchObject({
      entry: { price: '10021' },
      exit: { time: MINUTE + 36_000, price: '10036' },
      result: { status: 1, profit: '9000', credit: '19000' },
    });
  });

  test('and its receipt can be checked by the program outside the app', async () => {
    const { token } = await tryIt('SHORT');
    pass(2 * MINUTE_MS);
    await seal();
    const receipt = await receiptOf(token);
    const record = (await request('GET', `/api/trial/receipt/ticks?token=${token}`)).body;
    expect(record).toMatchObject({ stock: 'M100', complete: true });
    const folder = await mkdtemp(join(tmpdir(), 'maru-trial-'));
    const check = async (given: object) => {
      await writeFile(join(folder, 'receipt.json'), JSON.stringify(given));
      await writeFile(join(folder, 'ticks.json'), JSON.stringify(record));
      return run(process.execPath, [verifyProgram, join(folder, 'receipt.json'), join(folder, 'ticks.json')]);
    };
    expect((await check(receipt)).stdout).toContain('The receipt is right');
    const won = { ...receipt, result: { ...receipt.result, status: 1, credit: '19000' } };
    await expect(check(won)).rejects.toMatchObject({ code: 1 });
    const moved = { ...receipt, bet: { ...receipt.bet, acceptedMillis: receipt.bet.acceptedMillis - 5_000 } };
    await expect(check(moved)).rejects.toMatchObject({ code: 1 });
    await rm(folder, { recursive: true });
  });

  test('is part of the account that signs up with its token, once', async () => {
    const { token } = await tryIt();
    pass(30_000);
    const first = await signUpWith(token);
    expect(first.won).toBe('10009000');
    const second = await signUpWith(token);
    expect(second.won).toBe('10000000');
    const mine = await request('GET', '/api/trial/receipt', undefined, first.token);
    expect(mine.body).toMatchObject({ rule: 'trial-1', result: { credit: '19000' } });
    const notMine = await request('GET', '/api/trial/receipt', undefined, second.token);
    expect([notMine.status, notMine.body.code]).toEqual([404, 'TRIAL_NOT_FOUND']);
    const sum = await world.query<{ sum: string }>(
      'select coalesce(sum(balance), 0)::text as sum from purse',
    );
    expect(Number(sum[0]?.sum)).toBe(0);
  });

  test('that was lost is kept as well', async () => {
    const { token } = await tryIt('SHORT');
    pass(30_000);
    expect((await signUpWith(token)).won).toBe('9990000');
  });

  test('and every other one of the device are one result, won and lost, each with its receipt', async () => {
    const tokens = [];
    for (const type of ['SHORT', 'LONG', 'SHORT']) {
      tokens.push((await tryIt(type)).token);
      pass(1_000);
    }
    pass(30_000);
    const [lost, won, lostToo] = tokens as [string, string, string];
    // A token twice is one round, and one that is no token takes nothing away from the others.
    const member = await signUpWith(lost, won, 'no token', lostToo, won);
    expect(member.won).toBe('9989000');
    const { content } = (await request('GET', '/api/trial/my', undefined, member.token)).body as unknown as {
      readonly content: readonly { readonly id: number; readonly type: string; readonly profit: string }[];
    };
    expect(content.map(({ type, profit }) => [type, profit])).toEqual([
      ['SHORT', '-10000'],
      ['LONG', '9000'],
      ['SHORT', '-10000'],
    ]);
    for (const { id, profit } of content) {
      const one = await request('GET', `/api/trial/receipt?id=${id}`, undefined, member.token);
      expect(one.body).toMatchObject({
        bet: { id },
        result: { credit: String(10_000 + Number(profit)).replace('-', '') },
      });
    }
    const stranger = await signUpWith();
    const theirs = await request('GET', `/api/trial/receipt?id=${content[0]?.id}`, undefined, stranger.token);
    expect(theirs.status).toBe(404);
    expect((await request('GET', '/api/trial/my', undefined, stranger.token)).body).toEqual({ content: [] });
    expect((await request('GET', '/api/trial/my')).status).toBe(401);
  });

  test('is one of ten at most', async () => {
    const many = await world.post(
      '/api/player',
      formOf({ trialTokens: Array.from({ length: 11 }, () => 'x') }),
    );
    expect(many.status).toBe(400);
  });

  test.each([
    ['still runs', async () => (await tryIt()).token],
    [
      'is older than a day',
      async () => {
        const { token } = await tryIt();
        pass(DAY_MS + 1);
        return token;
      },
    ],
    [
      'was signed by somebody else',
      async () => {
        const { token } = await tryIt('SHORT');
        pass(30_000);
        return token.replace('DOWN', 'UP');
      },
    ],
    ['is no token', async () => "'; drop table trial_claim"],
  ])('that %s does not prevent a sign-up and brings nothing', async (_, make) => {
    expect((await signUpWith(await make())).won).toBe('10000000');
  });

  test('that another account claims at the same time belongs to one of them', async () => {
    const { token } = await tryIt();
    pass(30_000);
    const both = await Promise.all([signUpWith(token), signUpWith(token)]);
    expect(both.map(({ won }) => won).sort()).toEqual(['10000000', '10009000']);
  });

  test('keeps the minutes of its receipt when the record has deleted them', async () => {
    const { token } = await tryIt();
    pass(30_000);
    const member = await signUpWith(token);
    await seal();
    pass(3 * MINUTE_MS);
    await trials.prove();
    await world.query('delete from tick_minute');
    ticks = [];
    const mine = await request('GET', '/api/trial/receipt', undefined, member.token);
    expect(mine.body).toMatchObject({ entry: { price: '10021' }, result: { status: 1, credit: '19000' } });
    const record = await request('GET', '/api/trial/receipt/ticks', undefined, member.token);
    expect(record.body).toMatchObject({ complete: true, minutes: [{ minuteMillis: MINUTE }] });
  });

  test.each([
    ['GET', '/api/trial/receipt', 404],
    ['GET', '/api/trial/receipt?token=short', 400],
    ['GET', `/api/trial/receipt?token=${'1'.repeat(60)}`, 404],
    ['GET', '/api/trial/receipt/ticks', 404],
    ['POST', '/api/trial/round', 400],
  ] as const)('%s %s is refused with %i', async (method, url, status) => {
    expect((await request(method, url, method === 'POST' ? { type: 'SIDEWAYS' } : undefined)).status).toBe(
      status,
    );
  });

  test('of another site is not found here', async () => {
    const { token } = await tryIt();
    const there = await request('GET', `/api/trial/receipt?token=${token}&siteInfoId=${OTHER_SITE}`);
    expect(there.status).toBe(404);
    expect((await request('GET', `/api/trial/receipt?token=${token}&siteInfoId=${SITE}`)).status).toBe(200);
  });

  test('is not offered while the index does not run', async () => {
    isRunning = false;
    const { status, body } = await request('POST', '/api/trial/round', { type: 'LONG' });
    expect([status, body.code]).toEqual([503, 'TRIAL_UNAVAILABLE']);
  });
});

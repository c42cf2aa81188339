// A member's own limits from the call to the desk, the tables and back after a restart.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as calls from '@maru/contract/limits/calls';
import { refusalByLimits } from '@maru/contract/limits/own-limits';
import { amount, rate, ZERO } from '@maru/engine/amount';
import { betOf, falling, freezeTime } from '@maru/engine/binary/testing';
import type { AnyEvent } from '@maru/engine/products';
import { HOUSE } from '@maru/engine/purse';
import { roundId } from '@maru/engine/rounds/round';
import { DAY_MS, HOUR_MS, later, type Millis, millis } from '@maru/engine/time';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { emptyDatabase, type TestDatabase, testDatabases } from '../db/testing.ts';
import type { OpenedDesk } from '../desk/open-desk.ts';
import { insertTestSite, openPlayers, openTestDesk, untilWritten } from '../desk/testing.ts';
import { type Asks, asksOf, OWNER, openTestHttp, SITE, STAFF, STRANGER } from '../http/testing.ts';
import { silentLog } from '../log/log.ts';
import type { OpenedProduct, ProductParts } from '../product/server-product.ts';
import { limitsProduct } from './product.ts';

const NOON = millis(Date.parse('2026-11-17T12:00:00+09:00'));
const never = () => new Promise<void>(() => undefined);

describe.each(testDatabases)('limits on $name', ({ open }) => {
  let store: TestDatabase;
  let folder: string;
  let now: Millis;
  let opened: OpenedDesk;
  let product: OpenedProduct;
  let http: Awaited<ReturnType<typeof openTestHttp>>;
  let ask: Asks<typeof calls>;
  let isConnected: boolean;
  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.drop());
  beforeEach(async () => {
    await emptyDatabase(store);
    await insertTestSite(store);
    folder = await mkdtemp(join(tmpdir(), 'maru-limits-'));
    [now, isConnected] = [NOON, true];
    await start();
    await openPlayers(opened.desk, 2);
  });
  afterEach(async () => {
    await stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function start(): Promise<void> {
    const clock = () => now;
    const onDurable = (events: readonly AnyEvent[]) => {
      for (const event of events) product?.follower?.onEvent(event);
    };
    opened = await openTestDesk(store, folder, { clock, onDurable });
    const parts = {
      desk: opened.desk,
      realtime: { isConnected: () => isConnected },
      rates: { currencies: ['KRW', 'USDT'], latest: () => ({ rate: rate('1400') }) },
      sites: { all: () => [{ id: SITE }] },
      confirmOwner: async (_who: unknown, { password }: { readonly password: string }) =>
        password === 'right password'
          ? undefined
          : { ok: false, refusal: 'CURRENT_PASSWORD_MISMATCH', field: 'password' },
      time: { clock, wait: never },
      log: silentLog,
    } as unknown as ProductParts;
    product = (await limitsProduct.open?.(parts)) as OpenedProduct;
    http = await openTestHttp({ routes: product.routes, clock });
    ask = asksOf<typeof calls>(http);
  }

  async function stop(): Promise<void> {
    await http.close();
    await untilWritten(opened);
    await opened.desk.stop();
  }

  const set = (kind: string, value: string | null, by = OWNER) =>
    ask.post('/api/limits', { kind, value }, by);
  const limitOf = async (kind: string, by = OWNER) =>
    (await ask.get('/api/limits', by)).body.limits.find((each) => each.kind === kind);
  const bet = async (stake: string) => {
    const round = roundId({ offer: 7, open: later(NOON, HOUR_MS) });
    now = later(NOON, HOUR_MS - 30_000);
    const outcome = await opened.desk.submit(betOf({ round, stake, receivedAt: now }));
    return outcome.ok ? 'OK' : outcome.refusal;
  };

  test('guests get 401, staff read what they may not set, and a stranger sees the own ones', async () => {
    expect((await ask.get('/api/limits')).status).toBe(401);
    expect((await ask.post('/api/limits', { kind: 'LOSS', value: '1' })).status).toBe(401);
    await set('LOSS', '200000');
    expect((await limitOf('LOSS'))?.value).toBe('200000');
    expect((await limitOf('LOSS', STRANGER))?.value).toBeNull();
    const seen = await ask.get('/api/office/limits?playerId=1', STAFF);
    expect(seen.body.limits[0].value).toBe('200000');
    expect((await ask.get('/api/office/limits?playerId=9', STAFF)).body.code).toBe('ACCOUNT_NOT_FOUND');
    expect((await ask.get('/api/office/limits?playerId=1', OWNER)).status).toBe(403);
    expect((await set('LOSS', null, STAFF)).status).toBe(403);
  });

  test('a larger value is waited for, can be taken back, and survives a restart', async () => {
    await set('STAKE', '100000');
    const { body } = await set('STAKE', '300000');
    const pending = { value: '300000', fromMillis: NOON + DAY_MS };
    expect(body.limits[1]).toEqual({ kind: 'STAKE', value: '100000', used: '0', pending });
    await set('TIME', '120');
    await set('TIME', null);
    await stop();
    await start();
    expect(await limitOf('STAKE')).toMatchObject({ value: '100000', pending });
    expect(await limitOf('TIME')).toMatchObject({ value: '120', pending: { value: null } });
    await ask.post('/api/limits/take_back', { kind: 'STAKE' }, OWNER);
    expect(await limitOf('STAKE')).toMatchObject({ value: '100000', pending: null });
    const again = await ask.post('/api/limits/take_back', { kind: 'STAKE' }, OWNER);
    expect([again.status, again.body.code]).toEqual([404, 'NOTHING_PENDING']);
    now = later(NOON, DAY_MS);
    expect(await limitOf('TIME')).toMatchObject({ value: null, pending: null });
  });

  test('a stake above a limit is refused by the desk, also after a restart', async () => {
    await set('LOSS', '9000');
    expect(await bet('5000')).toBe('OK');
    expect((await ask.get('/api/limits', OWNER)).body).toMatchObject({
      openStake: '5000',
      leftToLose: '4000',
    });
    expect(await bet('5000')).toBe('LOSS_LIMIT');
    await stop();
    await start();
    expect(await bet('5000')).toBe('LOSS_LIMIT');
    expect((await limitOf('STAKE'))?.used).toBe('5000');
  });

  test('what the answer lets a screen say beforehand is what the desk decides', async () => {
    const answer = async () => (await ask.get('/api/limits', OWNER)).body as unknown as calls.WireLimits;
    const said = async (stake: string) => {
      const asked = { currency: 'KRW', opened: amount(stake), ended: ZERO, result: ZERO };
      return refusalByLimits(await answer(), asked, now) ?? 'OK';
    };
    expect(await said('5000')).toBe('OK');
    await set('LOSS', '20000');
    await set('STAKE', '9000');
    await set('STAKE', '30000');
    now = later(NOON, HOUR_MS - 30_000);
    for (const stake of ['5000', '10000', '9000', '7000', '6000']) {
      const before = await said(stake);
      expect([stake, await bet(stake)]).toEqual([stake, before]);
    }
    expect(await said('1')).toBe('LOSS_LIMIT');
    // The day after: other stakes, and the larger limit of one order holds.
    const body = await answer();
    const next = { currency: 'KRW', opened: amount('12000'), ended: ZERO, result: ZERO };
    expect(refusalByLimits(body, next, now)).toBe('STAKE_LIMIT');
    expect(refusalByLimits({ ...body, openStake: '0' }, next, later(now, DAY_MS))).toBeUndefined();
    expect(refusalByLimits(body, { ...next, currency: 'BTC' }, now)).toBe('LIMIT_RATE_MISSING');
    await ask.post('/api/limits/cool_off', { length: 'HOUR' }, OWNER);
    expect([await said('1'), await bet('5000')]).toEqual(['COOLING_OFF', 'COOLING_OFF']);
  });

  test('what the record of the day calls lost is what the purses in the tables have less', async () => {
    await set('LOSS', '90000');
    await untilWritten(opened);
    const owned = async () => {
      const [row] = await store.database.transaction((tx) =>
        tx.query<{ owned: string }>(
          "select sum(balance)::text as owned from purse where owner_id = 1 and currency = 'KRW'",
        ),
      );
      return Number(row?.owned);
    };
    const before = await owned();
    expect(await bet('7000')).toBe('OK');
    const open = later(NOON, HOUR_MS);
    const round = { site: SITE, player: HOUSE, round: roundId({ offer: 7, open }) } as const;
    now = freezeTime('R1', open);
    await opened.desk.submit({ kind: 'FREEZE_ROUND', ...round, type: 'R1', ticks: falling('R1', open) });
    await opened.desk.submit({ kind: 'PAY_ROUND', ...round });
    await untilWritten(opened);
    const { record } = (await ask.get('/api/limits', OWNER)).body;
    expect(before - (await owned())).toBe(7_000);
    expect(record?.text).toBe(
      'limits|maru-limits-1 1 2026-11-17|1|LOSS 90000 7000|STAKE - 7000|DEPOSIT - 0|TIME - 0|NONE',
    );
    expect(record?.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect((await ask.get('/api/limits', STRANGER)).body.record).toBeNull();
  });

  test('a break and an exclusion refuse every stake; the password is asked for again', async () => {
    await ask.post('/api/limits/cool_off', { length: 'DAY' }, OWNER);
    expect(await bet('5000')).toBe('COOLING_OFF');
    const exclude = (password: string) => ask.post('/api/limits/exclude', { months: 6, password }, OWNER);
    expect((await exclude('wrong')).body.code).toBe('CURRENT_PASSWORD_MISMATCH');
    expect((await exclude('right password')).body.pause.state).toBe('EXCLUDED');
    expect(await bet('5000')).toBe('SELF_EXCLUDED');
    await stop();
    await start();
    expect(await bet('5000')).toBe('SELF_EXCLUDED');
    expect((await exclude('right password')).body.code).toBe('PAUSE_NOT_LONGER');
    expect((await ask.post('/api/limits/exclude', { months: 7, password: 'x' }, OWNER)).status).toBe(400);
  });

  test('minutes are counted only while a member with such a limit is connected', async () => {
    await set('TIME', '2');
    await product.start?.();
    await expect.poll(async () => (await limitOf('TIME'))?.used).toBe('1');
    await product.stop?.();
  });
});

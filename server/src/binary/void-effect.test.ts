// What a void would move is known before it is asked for, and is what then moves.
import { roundId } from '@maru/engine/rounds/round';
import { MINUTE_MS, millis } from '@maru/engine/time';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabases } from '../db/testing.ts';
import { forgetWorld } from '../desk/testing.ts';
import { COLLEAGUE, OWNER, type Person, SITE, STAFF, STRANGER } from '../http/testing.ts';
import { countWaitingVoids } from './office-store.ts';
import { openWorld, R1, START, type World } from './testing.ts';

const OPEN = START + MINUTE_MS;
const CLOSE = OPEN + MINUTE_MS;
const ROUND = roundId({ offer: R1, open: millis(OPEN) });
const VOID = '/api/office/binary/void';

describe.each(testDatabases)('on $name', ({ open }) => {
  let store: TestDatabase;
  let world: World;
  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.drop());
  beforeEach(async () => {
    world = await openWorld(store);
    world.publishPrice('100');
    await bet('LONG', OWNER);
    await bet('SHORT', STRANGER);
  });
  afterEach(async () => {
    await world.kill();
    await forgetWorld(world, store);
  });

  const bet = (type: string, by: Person) =>
    world.post('/api/trade/history/betting', { point: '5000', tradeRoundId: ROUND, type }, by);
  const effect = async (by: Person | undefined = STAFF) =>
    world.get(`${VOID}/effect?tradeRoundId=${ROUND}`, by);
  async function runOut(): Promise<void> {
    world.live('100', OPEN);
    world.live('101', CLOSE + 2_000);
    await world.runOnce();
  }
  const ask = () => world.post(`${VOID}/request`, { tradeRoundId: ROUND, reason: '시세 오류' }, STAFF);

  test('guests and players do not see it', async () => {
    expect((await world.get(`${VOID}/effect?tradeRoundId=${ROUND}`)).status).toBe(401);
    expect((await effect(OWNER)).status).toBe(403);
    expect((await world.get(`/api/office/binary/round?tradeRoundId=${ROUND}`, OWNER)).status).toBe(403);
    expect((await world.get(`${VOID}/effect?tradeRoundId=7`, STAFF)).status).toBe(404);
  });

  test('stakes that wait come back, and nothing is taken from anybody', async () => {
    expect((await effect()).body).toMatchObject({
      ...{ state: 'OPEN', players: 2, stake: '10000', paid: '0', house: '0', isWhole: true },
      getBack: { players: 2, amount: '10000' },
      giveBack: { players: 0 },
      missing: { players: 0 },
    });
    expect(await world.balances()).toEqual({ free: '9995000', wait: '5000' });
  });

  test('of a paid round it says to the won who gets and who owes, and the void moves exactly that', async () => {
    await runOut();
    const { body } = await effect();
    expect(body).toMatchObject({
      ...{ state: 'OPEN', stake: '10000', paid: '9350', house: '-650', untilMillis: CLOSE + 86_400_000 },
      getBack: { players: 1, amount: '5000' },
      giveBack: { players: 1, amount: '4350' },
      missing: { players: 0, amount: '0' },
      rows: [
        { playerId: STRANGER.id, stakes: { SHORT: '5000' }, paid: '0', status: 2, change: '5000' },
        { playerId: OWNER.id, stakes: { LONG: '5000' }, paid: '9350', status: 1, change: '-4350' },
      ],
    });
    const before = Number((await world.balances()).free);
    const { id: voidRequestId } = (await ask()).body;
    expect((await world.post(`${VOID}/approve`, { voidRequestId }, COLLEAGUE)).status).toBe(200);
    expect(Number((await world.balances()).free) - before).toBe(-4350);
    expect((await effect()).body).toMatchObject({ state: 'DONE', rows: [] });
  });

  test('a round is shown with its recorded prices and the stretch without any', async () => {
    world.live('100', OPEN + 20_000);
    world.moveTo(OPEN + 30_000);
    world.live('101', CLOSE + 2_000);
    await world.runOnce();
    const { body } = await world.get(`/api/office/binary/round?tradeRoundId=${ROUND}`, STAFF);
    expect(body.round).toMatchObject({ id: ROUND, closeMillis: CLOSE });
    expect(body.gaps).toEqual([{ fromMillis: OPEN + 20_000, toMillis: OPEN + 30_500 }]);
    expect(body.tickCount).toBe(body.ticks.length);
    expect(body.request).toBeNull();
  });

  test('a request that was turned down is not approved, and the round may be asked about again', async () => {
    await runOut();
    const { id: voidRequestId } = (await ask()).body;
    expect((await ask()).body.code).toBe('ALREADY_PROCESSED');
    const turned = await world.post(`${VOID}/withdraw`, { voidRequestId, reason: '시세 정상' }, COLLEAGUE);
    expect(turned.body).toMatchObject({ withdrawnBy: COLLEAGUE.id, approvedBy: null });
    expect((await world.post(`${VOID}/approve`, { voidRequestId }, COLLEAGUE)).body.code).toBe(
      'ALREADY_PROCESSED',
    );
    expect(await world.balances()).toMatchObject({ free: '10004350' });
    expect((await ask()).status).toBe(200);
    const rows = await store.database.transaction((tx) =>
      tx.query<{ after: string; staff_id: number }>(
        "select after, staff_id from staff_change where area = 'ROUND_VOID' order by id",
      ),
    );
    expect(rows.map(({ staff_id }) => staff_id)).toEqual([STAFF.id, COLLEAGUE.id, STAFF.id]);
  });

  test('everybody who bet gets one letter about the void, and what waits is counted until then', async () => {
    await store.database.transaction((tx) =>
      tx.query(
        `insert into player (
           id, site_id, username, password_hash, name, nick, folded_nick, role, created_at, password_changed_at
         )
         overriding system value
         select n, 1, 'bettor' || n, '', '', 'bettor' || n, 'bettor' || n, 'PLAYER', now(), now()
         from unnest($1::bigint[]) as n`,
        [[OWNER.id, STRANGER.id]],
      ),
    );
    await runOut();
    const { id: voidRequestId } = (await ask()).body;
    const waiting = () => store.database.transaction((tx) => countWaitingVoids(tx, SITE));
    expect(await waiting()).toBe(1);
    await world.tellVoids();
    const letters = () =>
      store.database.transaction((tx) =>
        tx.query<{ player_id: number; title_ko: string; body_ko: string }>(
          'select player_id, title_ko, body_ko from message order by player_id',
        ),
      );
    expect(await letters()).toEqual([]);
    await world.post(`${VOID}/approve`, { voidRequestId }, COLLEAGUE);
    expect(await waiting()).toBe(0);
    for (const by of [OWNER, STRANGER]) await world.get('/api/trade/history/list', by);
    await world.tellVoids();
    await world.tellVoids();
    expect(await letters()).toMatchObject(
      [OWNER, STRANGER].map(({ id }) => ({
        player_id: id,
        title_ko: expect.stringContaining('무효 처리'),
        body_ko: expect.stringMatching(/시세 오류\n주문 금액 5,000원/),
      })),
    );
  });

  test('other settings are tried on the newest bets by the rules that take and pay them, and change nothing', async () => {
    await runOut();
    for (const by of [OWNER, STRANGER]) await world.get('/api/trade/history/list', by);
    const path = `/api/office/binary/setting/effect?tradeOptionId=${R1}` as const;
    expect((await world.get(path)).status).toBe(401);
    expect((await world.get(path, OWNER)).status).toBe(403);
    expect((await world.get(`${path}&rate=0.8`, STAFF)).body).toMatchObject({
      ...{ currency: 'KRW', waiting: { bets: 0, stake: '0' }, refused: { bets: 0, stake: '0' } },
      past: { bets: 2, stake: '10000' },
      house: { before: '650', after: '1000' },
      returnPercent: { before: '93.5', after: '90' },
    });
    // The bet that lost would not have been taken either.
    expect((await world.get(`${path}&stakeMin=6000`, STAFF)).body).toMatchObject({
      refused: { bets: 2, stake: '10000' },
      house: { before: '650', after: '0' },
    });
    expect((await world.get(`${path}&rate=1`, STAFF)).body).toMatchObject({
      code: 'SETTING_INVALID',
      field: 'rate',
    });
    const setting = await world.get(`/api/office/binary/setting?tradeOptionId=${R1}`, STAFF);
    expect(setting.body).toMatchObject({ rate: '0.87', isChanged: false });
  });
});

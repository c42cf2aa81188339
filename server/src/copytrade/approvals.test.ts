// Approving an application is one decision: others wait for it, and what was begun is finished by whoever comes next.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testDatabases } from '../db/testing.ts';
import type { Outcome } from '../desk/desk.ts';
import { BTC, ETH } from '../futures/market-testing.ts';
import { COLLEAGUE, STAFF } from '../http/testing.ts';
import { copyWorldForEachTest, keyOf, NOBODY, openApprovals } from './testing.ts';

const TRADERS = '/api/copytrade/trader';
const OFFICE = '/api/office/copytrade/application';

describe.each(testDatabases)('approvals on $name', ({ open }) => {
  const each = copyWorldForEachTest(open, { beforeAll, beforeEach, afterEach, afterAll });

  async function apply(): Promise<number> {
    const body = { followStock: [BTC, ETH], shareRate: '0.2', intro: '천천히' };
    return (await each.world.post(`${TRADERS}/apply`, body, NOBODY)).body.id;
  }
  const approve = (applicationId: number, more: object = {}, by = STAFF) => {
    const terms = { quota: 50, shareRate: '0.15', followStock: [BTC] };
    return each.world.post(`${OFFICE}/approve`, { applicationId, ...terms, reason: '확인', ...more }, by);
  };
  const mine = async () => (await each.world.get(`${TRADERS}/mine`, NOBODY)).body;
  const changes = () =>
    each.world.query<{ action: string; staff_id: number; after: string }>(
      'select action, staff_id, after from staff_change order by id',
    );
  const letters = () =>
    each.world.query<{ title_en: string }>('select title_en from message where player_id = $1', [NOBODY.id]);

  test('while it is approved nobody else decides it, and the log has the terms in force', async () => {
    const { world } = each;
    const id = await apply();
    let reached = (): void => undefined;
    const isReached = new Promise<void>((resolve) => {
      reached = resolve;
    });
    let go = (): void => undefined;
    const mayGo = new Promise<void>((resolve) => {
      go = resolve;
    });
    world.desk.submit = async (command) => {
      reached();
      await mayGo;
      return world.submit(command);
    };
    const first = approve(id);
    await isReached;
    expect((await world.post(`${TRADERS}/withdraw`, {}, NOBODY)).body.code).toBe('TRY_AGAIN');
    const reject = { applicationId: id, reason: '기록이 모자랍니다' };
    expect((await world.post(`${OFFICE}/reject`, reject, COLLEAGUE)).body.code).toBe('TRY_AGAIN');
    expect((await approve(id, { quota: 70 }, COLLEAGUE)).body.code).toBe('TRY_AGAIN');
    expect((await mine()).application).toMatchObject({
      status: 'WAITING',
      reason: null,
      decidedMillis: null,
    });
    go();
    expect((await first).status).toBe(200);
    expect((await approve(id, { quota: 70 }, COLLEAGUE)).body.code).toBe('APPLICATION_NOT_FOUND');
    expect(await mine()).toMatchObject({
      trader: { status: 'ACTIVE', quota: 50, shareRate: '0.15', followStock: [BTC], intro: '천천히' },
      application: { status: 'APPROVED', reason: '확인' },
    });
    const [only, ...more] = await changes();
    expect(more).toEqual([]);
    expect(only).toMatchObject({ action: 'APPROVE', staff_id: STAFF.id });
    expect(JSON.parse(only?.after ?? '')).toEqual({ quota: 50, shareRate: '0.15', followStock: [BTC] });
    expect(await letters()).toEqual([{ title_en: 'You are a copy trader now' }]);
  });

  // Before the desk has it, and after: the answer was lost either way.
  test.each(['BEFORE', 'AFTER'] as const)(
    'an approval that is killed %s the desk is finished by the next process, once',
    async (when) => {
      const { world } = each;
      const id = await apply();
      world.desk.submit = async (command): Promise<Outcome> => {
        if (when === 'AFTER') expect((await world.submit(command)).ok).toBe(true);
        return { ok: false, refusal: 'RESULT_UNKNOWN' };
      };
      expect((await approve(id)).body.code).toBe('RESULT_UNKNOWN');
      expect((await world.post(`${TRADERS}/withdraw`, {}, NOBODY)).body.code).toBe('TRY_AGAIN');
      expect(await changes()).toEqual([]);
      const next = () => openApprovals(each.store.database, world).loop.runOnce();
      await next();
      await next();
      await world.caughtUp();
      expect(await mine()).toMatchObject({
        trader: { status: 'ACTIVE', quota: 50, shareRate: '0.15', intro: '천천히' },
        application: { status: 'APPROVED' },
      });
      expect(await changes()).toMatchObject([{ action: 'APPROVE', staff_id: STAFF.id }]);
      expect(await letters()).toHaveLength(1);
      const set = (await world.look(({ copytrade }) => copytrade.traders.get(NOBODY.id)))?.since;
      expect(set).toBe(world.now());
    },
  );

  test('an approval that the desk refuses leaves the application as it was', async () => {
    const { world } = each;
    const id = await apply();
    await world.trade({ qty: '0.01' }, NOBODY);
    expect((await approve(id)).body.code).toBe('TRADER_NEEDS_FLAT');
    expect(await mine()).toMatchObject({ trader: null, application: { status: 'WAITING' } });
    expect(await changes()).toEqual([]);
    const sold = { futuresOptionId: BTC, tradeType: 'SHORT', marketType: 'MARKET', qty: '0.01' };
    await world.post('/api/futures/order', { ...sold, reduceOnly: true }, NOBODY, keyOf());
    expect((await approve(id, { quota: 70 }, COLLEAGUE)).status).toBe(200);
    expect((await mine()).trader).toMatchObject({ quota: 70 });
  });
});

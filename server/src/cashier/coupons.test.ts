// Coupons: issued by two, used once by each, and never guessed.
import { describe, expect, test } from 'vitest';
import { testDatabases } from '../db/testing.ts';
import { COLLEAGUE, PARTNER, type Person, STAFF, STRANGER } from '../http/testing.ts';
import { makeCode } from './coupon-routes.ts';
import { DAY, useWorld } from './testing.ts';

test('a code has a hundred random bits, and no two digits that look alike', () => {
  let next = 0;
  const code = makeCode((bytes) => Uint8Array.from({ length: bytes }, () => (next = (next + 37) % 256)));
  expect(code).toMatch(/^[2-9A-HJ-NP-Z]{4}(-[2-9A-HJ-NP-Z]{4}){4}$/);
  expect(2n ** 100n).toBe(32n ** 20n);
});

describe.each(testDatabases)('coupons on $name', ({ open }) => {
  const world = useWorld(open);

  async function issue(changes: object = {}): Promise<string> {
    const { body } = await world.post(
      '/api/office/coupon/issue',
      {
        ...{ walletTypes: ['BINARY'], point: '5000', uses: 2, turnover: '2' },
        ...{ untilMillis: String(world.now() + DAY), reason: '가입 행사', ...changes },
      },
      STAFF,
    );
    const approved = await world.post(
      '/api/office/request/approve',
      { staffRequestId: body.waiting },
      COLLEAGUE,
    );
    expect(approved.status).toBe(200);
    return body.promoCode;
  }
  const use = (promoCode: string, by: Person, walletType = 'BINARY') =>
    world.post('/api/coupon/use', { promoCode, walletType }, by);

  test('one person alone issues nothing', async () => {
    const owner = await world.newcomer();
    const { body } = await world.post(
      '/api/office/coupon/issue',
      { walletTypes: ['BINARY'], point: '5000', untilMillis: String(world.now() + DAY), reason: '행사' },
      STAFF,
    );
    expect((await use(body.promoCode, owner)).body.code).toBe('COUPON_NOT_FOUND');
    const own = await world.post('/api/office/request/approve', { staffRequestId: body.waiting }, STAFF);
    expect(own.body.code).toBe('SECOND_PERSON_NEEDED');
    expect((await use(body.promoCode, owner)).body.code).toBe('COUPON_NOT_FOUND');
  });

  test('a code is used once by each player, and by no more than it is for', async () => {
    const code = await issue();
    const [one, two, three] = [await world.newcomer(), await world.newcomer(), await world.newcomer()];
    const used = await use(code, one);
    expect(used).toMatchObject({
      status: 200,
      body: { row: { type: 'B', change: '5000' }, wallet: { point: '1005000' }, turnover: '10000' },
    });
    expect(await use(code, one)).toMatchObject({ status: 409, body: { code: 'COUPON_USED_BY_YOU' } });
    await use(code, two);
    const spent = await use(code, three);
    const unknown = await use('AAAA-AAAA-AAAA-AAAA-AAAA', three);
    expect(spent).toMatchObject({ status: 422, body: { code: 'COUPON_NOT_FOUND' } });
    expect(spent.body.message).toBe(unknown.body.message);
    const { body } = await world.get('/api/office/coupon/list', STAFF);
    expect(body.content[0]).toMatchObject({ hint: code.slice(0, 4), used: 2, uses: 2, askedBy: STAFF.id });
    expect(JSON.stringify(body)).not.toContain(code);
  });

  test('a code ends at its very moment, by staff, and by the clock', async () => {
    const code = await issue();
    const owner = await world.newcomer();
    expect((await use(code, owner, 'USDT')).body.code).toBe('COUPON_WRONG_WALLET');
    expect((await use(code, PARTNER)).body.code).toBe('AFFILIATES_CANNOT_USE_COUPONS');
    world.moveBy(DAY);
    expect((await use(code, owner)).body.code).toBe('COUPON_EXPIRED');
    await world.cashier.due.runOnce();
    expect((await use(code, owner)).body.code).toBe('COUPON_NOT_FOUND');

    const stopped = await issue();
    const { body } = await world.get('/api/office/coupon/list', STAFF);
    const couponId = body.content[0].id;
    expect((await world.post('/api/office/coupon/end', { couponId }, STAFF)).status).toBe(200);
    expect((await world.post('/api/office/coupon/end', { couponId }, STAFF)).body.code).toBe(
      'ALREADY_PROCESSED',
    );
    expect((await use(stopped, owner)).body.code).toBe('COUPON_NOT_FOUND');
  });

  test('after twenty tries of a day nothing is tried any more, not even the right code', async () => {
    const code = await issue();
    const owner = await world.newcomer();
    for (let tries = 0; tries < 20; tries += 1)
      expect((await use(`ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZ${20 + tries}`, owner)).body.code).toBe('COUPON_NOT_FOUND');
    expect(await use(code, owner)).toMatchObject({ status: 429, body: { code: 'TOO_MANY_COUPON_TRIES' } });
    world.moveBy(DAY / 2);
    await world.cashier.due.runOnce();
    expect((await use(code, owner)).status).toBe(200);
  });

  test.each([
    ['', 422],
    ['aaaa-aaaa-aaaa-aaaa-aaaa', 422],
    [' AAAA-AAAA-AAAA-AAAA-AAAA', 422],
    ['x'.repeat(10_000), 400],
    [7, 400],
  ])('the code %j is refused', async (promoCode, status) => {
    const owner = await world.newcomer();
    expect((await world.post('/api/coupon/use', { promoCode, walletType: 'BINARY' }, owner)).status).toBe(
      status,
    );
  });

  test('players issue and stop nothing', async () => {
    for (const path of ['issue', 'end']) {
      const answer = await world.http.inject({
        ...{ method: 'POST', url: `/api/office/coupon/${path}`, payload: '{}' },
        headers: { 'content-type': 'application/json', authorization: `Bearer ${STRANGER.id}.PLAYER` },
      });
      expect(answer.statusCode).toBe(403);
    }
  });
});

// Deposits and withdrawals, from the call to the tables, for a guest, the owner, a stranger and staff.
import { amount } from '@maru/engine/amount';
import { describe, expect, test } from 'vitest';
import { testDatabases } from '../db/testing.ts';
import { COLLEAGUE, PARTNER, type Person, SITE, STAFF, STRANGER } from '../http/testing.ts';
import { readMoneySettings } from '../site/money-settings.ts';
import { DAY, START, useWorld } from './testing.ts';

describe.each(testDatabases)('requests on $name', ({ open }) => {
  const world = useWorld(open);
  const { post, get } = {
    post: (...args: Parameters<typeof world.post>) => world.post(...args),
    get: (...args: Parameters<typeof world.get>) => world.get(...args),
  };

  const buyUsdt = (owner: Person) =>
    world.post('/api/dnw/buy/apply', { walletType: 'USDT', won: '13855', point: '10' }, owner);

  test('coins are bought at the price that was shown, to one unit', async () => {
    const owner = await world.newcomer();
    const changed = { walletType: 'USDT', won: '13855', point: '10.00000002' };
    expect((await post('/api/dnw/buy/apply', changed, owner)).body.code).toBe('PRICE_CHANGED');
    expect((await post('/api/dnw/buy/apply', { ...changed, won: '' }, owner)).body.code).toBe('ENTER_AMOUNT');
    expect((await post('/api/dnw/buy/apply', { ...changed, walletType: 'XRP' }, owner)).body.code).toBe(
      'PURCHASE_UNSUPPORTED',
    );
    const { body } = await buyUsdt(owner);
    expect(body.request).toMatchObject({
      type: 'WB',
      point: '10',
      won: '13855',
      rate: '1385.5',
      channel: 'coinfir',
    });
    await world.addPayout(owner);
    const sold = await world.post('/api/dnw/sell/apply', { walletType: 'USDT', point: '20' }, owner);
    expect(sold.body.request).toMatchObject({ type: 'WS', won: '27710', change: '-21' });
    expect((await post('/api/dnw/sell/apply', { walletType: 'USDT', point: '' }, STRANGER)).body.code).toBe(
      'ENTER_AMOUNT',
    );
  });

  test('a deposit moves nothing until it is approved', async () => {
    const owner = await world.newcomer();
    const asked = await world.post('/api/dnw/deposit/apply', { point: '50000' }, owner);
    expect(asked).toMatchObject({
      status: 200,
      body: {
        request: { type: 'D', status: 0, point: '50000', change: '0', channel: 'bank', walletType: 'BINARY' },
        wallet: { point: '1000000' },
      },
    });
    const { id } = asked.body.request;
    expect(await world.free('BINARY', owner)).toBe('1000000');
    const approved = await world.post('/api/office/dnw/approve', { dnwHistoryId: id }, STAFF);
    expect(approved).toMatchObject({
      status: 200,
      body: {
        status: 1,
        change: '50000',
        decidedBy: STAFF.id,
        playerId: owner.id,
        username: `player${owner.id}`,
      },
    });
    expect(await world.free('BINARY', owner)).toBe('1050000');
    const again = await world.post('/api/office/dnw/approve', { dnwHistoryId: id }, COLLEAGUE);
    expect(again).toMatchObject({ status: 409, body: { code: 'REQUEST_PROCESSED' } });
    expect(await world.free('BINARY', owner)).toBe('1050000');
  });

  test('a withdrawal holds its amount and fee, and a cancelled one gives both back', async () => {
    const owner = await world.newcomer();
    await world.addPayout(owner);
    const asked = await world.post('/api/dnw/withdraw/apply', { point: '300000' }, owner);
    expect(asked).toMatchObject({
      status: 200,
      body: {
        request: { type: 'W', status: 0, fee: '1000', change: '-301000', counterpart: '••••••••••8901' },
        wallet: { point: '699000' },
      },
    });
    expect(await world.held('BINARY', owner)).toBe('301000');
    const { id } = asked.body.request;
    const cancelled = await world.get(`/api/dnw/cancel?dnwHistoryId=${id}`, owner);
    expect(cancelled).toMatchObject({
      status: 200,
      body: { request: { status: 3, change: '0' }, wallet: { point: '1000000' } },
    });
    expect(await world.held('BINARY', owner)).toBe('0');
    const { body } = await world.get('/api/dnw/list', owner);
    expect(body.content.map(({ type, status }) => [type, status])).toEqual([
      ['E', 1],
      ['W', 3],
    ]);
    expect(body.content[0]?.undoes).toBe(id);
    expect(body.content[1]?.steps.map(({ step }) => step)).toEqual(['REQUESTED', 'CANCELLED']);
    const twice = await world.post('/api/dnw/cancel', { dnwHistoryId: id }, owner);
    expect(twice).toMatchObject({ status: 409, body: { code: 'REQUEST_PROCESSED' } });
  });

  test('a request of another player is no different from one that does not exist', async () => {
    const owner = await world.newcomer();
    const { body } = await world.post('/api/dnw/deposit/apply', { point: '50000' }, owner);
    const foreign = await world.post('/api/dnw/cancel', { dnwHistoryId: body.request.id }, STRANGER);
    const missing = await world.post('/api/dnw/cancel', { dnwHistoryId: 9_999_998 }, STRANGER);
    expect(foreign).toEqual(missing);
    expect(foreign).toMatchObject({ status: 404, body: { code: 'REQUEST_NOT_FOUND' } });
    expect((await world.get(`/api/dnw/list?playerId=${owner.id}`, STRANGER)).status).toBe(403);
    expect((await world.get('/api/dnw/list', owner)).body.totalElements).toBe(1);
  });

  test('what staff have in hand cannot be cancelled, and a rejection says why and gives back', async () => {
    const owner = await world.newcomer();
    await world.addPayout(owner);
    const { body } = await world.post('/api/dnw/withdraw/apply', { point: '20000' }, owner);
    const dnwHistoryId = body.request.id;
    expect((await world.post('/api/office/dnw/take', { dnwHistoryId }, STAFF)).body).toMatchObject({
      status: 4,
      takenBy: STAFF.id,
    });
    expect((await world.get(`/api/dnw/cancel?dnwHistoryId=${dnwHistoryId}`, owner)).body.code).toBe(
      'REQUEST_PROCESSED',
    );
    const reason = '예금주가 다릅니다.';
    const rejected = await world.post('/api/office/dnw/reject', { dnwHistoryId, reason }, STAFF);
    expect(rejected.body).toMatchObject({ status: 2, reason, change: '0' });
    expect(await world.free('BINARY', owner)).toBe('1000000');
    const { body: list } = await world.get('/api/dnw/list', owner);
    expect(list.content[0]).toMatchObject({ status: 2, reason });
    const { body: changes } = await world.get('/api/office/change/list?area=CASHIER&size=2', STAFF);
    expect(changes.content.map(({ after, reason: why }) => [after, why])).toEqual([
      ['{"decision":"REJECT"}', reason],
      ['{"decision":"TAKE"}', ''],
    ]);
  });

  test('from the limit of the site on two people approve', async () => {
    world.terms.site = { ...world.terms.site, money: readMoneySettings({ twoFrom: { KRW: '100000' } }) };
    const owner = await world.newcomer();
    await world.addPayout(owner);
    const { body } = await world.post('/api/dnw/withdraw/apply', { point: '100000' }, owner);
    const dnwHistoryId = body.request.id;
    const first = await world.post('/api/office/dnw/approve', { dnwHistoryId }, STAFF);
    expect(first.body).toMatchObject({ status: 0, confirmedBy: STAFF.id, needsTwo: true });
    const same = await world.post('/api/office/dnw/approve', { dnwHistoryId }, STAFF);
    expect(same).toMatchObject({ status: 403, body: { code: 'SECOND_PERSON_NEEDED' } });
    const second = await world.post('/api/office/dnw/approve', { dnwHistoryId }, COLLEAGUE);
    expect(second.body).toMatchObject({ status: 1, decidedBy: COLLEAGUE.id });
    expect(await world.held('BINARY', owner)).toBe('0');
    world.terms.site = { ...world.terms.site, money: readMoneySettings({}) };
  });

  test('a grant needs another person, and its player sees it only when it is done', async () => {
    const owner = await world.newcomer();
    const grant = {
      playerId: owner.id,
      type: 'PB',
      walletType: 'BINARY',
      point: '10000',
      reason: '행사 당첨',
    };
    const asked = await world.post('/api/office/dnw/grant', grant, STAFF);
    expect(asked.body).toMatchObject({ type: 'PB', status: 0, askedBy: STAFF.id, needsTwo: true });
    expect((await world.get('/api/dnw/list', owner)).body.content).toEqual([]);
    const dnwHistoryId = asked.body.id;
    expect((await world.post('/api/office/dnw/approve', { dnwHistoryId }, STAFF)).body.code).toBe(
      'SECOND_PERSON_NEEDED',
    );
    expect((await world.post('/api/dnw/cancel', { dnwHistoryId }, owner)).status).toBe(404);
    await world.post('/api/office/dnw/approve', { dnwHistoryId }, COLLEAGUE);
    expect(await world.free('BINARY', owner)).toBe('1010000');
    expect((await world.get('/api/dnw/list', owner)).body.content).toMatchObject([{ type: 'PB', status: 1 }]);
    const { body } = await world.get('/api/dnw/withdrawable', owner);
    expect(body).toMatchObject({
      free: '1010000',
      bonus: '10000',
      withdrawable: '1000000',
      turnoverLeft: '10000',
    });
    const own = await world.post('/api/office/dnw/grant', { ...grant, playerId: STAFF.id }, STAFF);
    expect(own.status).toBe(403);
    const colleague = await world.post('/api/office/dnw/grant', { ...grant, playerId: COLLEAGUE.id }, STAFF);
    expect(colleague.body.code).toBe('STAFF_PROTECTED');
  });

  test.each([
    [{ point: '' }, 400, 'ENTER_WITHDRAW_AMOUNT'],
    [{}, 400, 'ENTER_WITHDRAW_AMOUNT'],
    [{ point: '0' }, 400, 'ENTER_WITHDRAW_AMOUNT'],
    [{ point: '-1' }, 400, 'ENTER_WITHDRAW_AMOUNT'],
    [{ point: '10000.5' }, 422, 'AMOUNT_OFF_UNIT'],
    [{ point: '1,000' }, 400, 'INVALID_REQUEST'],
    [{ point: '１０' }, 400, 'INVALID_REQUEST'],
    [{ point: '9999' }, 422, 'BELOW_MINIMUM'],
    [{ point: '1000000' }, 422, 'INSUFFICIENT_FEE'],
    [{ point: '1000001' }, 422, 'ABOVE_WITHDRAWABLE'],
    [{ point: '20000', walletType: 'DOGE' }, 422, 'WALLET_UNSUPPORTED'],
    [{ point: '20000', payoutId: 999_999 }, 422, 'PAYOUT_ACCOUNT_MISSING'],
  ])('a withdrawal of %j is refused', async (body, status, code) => {
    const owner = await world.newcomer();
    await world.addPayout(owner);
    expect(await post('/api/dnw/withdraw/apply', body, owner)).toMatchObject({ status, body: { code } });
    expect(await world.held('BINARY', owner)).toBe('0');
  });

  test('open positions keep what they need', async () => {
    const owner = await world.newcomer();
    await world.addPayout(owner);
    world.terms.reserved = amount('600000');
    expect((await post('/api/dnw/withdraw/apply', { point: '400000' }, owner)).body.code).toBe(
      'INSUFFICIENT_FEE',
    );
    expect((await post('/api/dnw/withdraw/apply', { point: '399000' }, owner)).status).toBe(200);
    world.terms.reserved = amount('0');
  });

  test('a second request of a type waits for the first', async () => {
    const owner = await world.newcomer();
    await post('/api/dnw/apply', { type: 'D', point: '20000' }, owner);
    expect(await post('/api/dnw/apply', { type: 'D', point: '20000' }, owner)).toMatchObject({
      status: 409,
      body: { code: 'REQUEST_ONGOING' },
    });
    expect((await post('/api/dnw/apply', { type: 'X', point: '1' }, owner)).status).toBe(400);
  });

  test('a withdrawal waits a day after the first deposit', async () => {
    const owner = await world.newcomer();
    await world.addPayout(owner);
    const { body } = (await post('/api/dnw/apply', { type: 'D', point: '20000' }, owner)) as never as {
      body: { request: { id: number } };
    };
    await post('/api/office/dnw/approve', { dnwHistoryId: body.request.id }, STAFF);
    const asked = await post('/api/dnw/apply', { type: 'W', point: '20000' }, owner);
    expect(asked).toMatchObject({ status: 409, body: { code: 'WITHDRAWAL_WAITS' } });
    const standing = await world.get('/api/dnw/withdrawable', owner);
    expect(standing.body.waits).toEqual([{ reason: 'FIRST_DEPOSIT', untilMillis: world.now() + DAY }]);
  });

  test('a withdrawal waits a day after a new password', async () => {
    const owner = await world.newcomer();
    await world.addPayout(owner);
    await world.query('update player set password_changed_at = $2 where id = $1', [
      owner.id,
      new Date(world.now()),
    ]);
    expect((await post('/api/dnw/withdraw/apply', { point: '20000' }, owner)).body.code).toBe(
      'WITHDRAWAL_WAITS',
    );
  });

  test('partners deposit nothing, guests see nothing, players decide nothing', async () => {
    expect((await post('/api/dnw/deposit/apply', { point: '20000' }, PARTNER)).status).toBe(403);
    for (const path of ['/api/dnw/list', '/api/dnw/summary', '/api/dnw/withdrawable', '/api/dnw/p2p/latest'])
      expect((await get(path)).status, path).toBe(401);
    for (const path of ['take', 'approve', 'reject', 'grant'])
      expect((await post(`/api/office/dnw/${path}`, { dnwHistoryId: 2 }, STRANGER)).status, path).toBe(403);
    expect((await get('/api/office/dnw/list', STRANGER)).status).toBe(403);
    expect((await get('/api/dnw/list', STAFF)).status).toBe(403);
  });

  test('a link on another site cancels nothing', async () => {
    const owner = await world.newcomer();
    const { body } = await world.post('/api/dnw/deposit/apply', { point: '20000' }, owner);
    const cancel = (headers: Record<string, string>) =>
      world.http.inject({
        url: `/api/dnw/cancel?dnwHistoryId=${body.request.id}`,
        headers: { authorization: `Bearer ${owner.id}.PLAYER`, ...headers },
      });
    expect((await cancel({ 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
    expect((await cancel({ origin: 'https://evil.example' })).statusCode).toBe(403);
    expect((await world.get('/api/dnw/list', owner)).body.content).toMatchObject([{ status: 0 }]);
    expect((await cancel({ 'sec-fetch-site': 'same-origin' })).statusCode).toBe(200);
  });

  test('a member who pauses deposits nothing, and a deposit asked for before is not approved', async () => {
    const owner = await world.newcomer();
    await world.addPayout(owner);
    const { body } = await world.post('/api/dnw/deposit/apply', { point: '20000' }, owner);
    await world.submit({ kind: 'EXCLUDE_SELF', site: SITE, player: owner.id, session: 1, months: 6 });
    const approved = await world.post('/api/office/dnw/approve', { dnwHistoryId: body.request.id }, STAFF);
    expect(approved).toMatchObject({ status: 409, body: { code: 'PLAYER_EXCLUDED' } });
    expect(await world.free('BINARY', owner)).toBe('1000000');
    await world.post('/api/dnw/cancel', { dnwHistoryId: body.request.id }, owner);
    expect((await post('/api/dnw/deposit/apply', { point: '20000' }, owner)).body.code).toBe('SELF_EXCLUDED');
    expect((await post('/api/paypine/make-qrcode', { amount: '20' }, owner)).body.code).toBe('SELF_EXCLUDED');
    expect((await buyUsdt(owner)).body.code).toBe('SELF_EXCLUDED');
    // What is theirs may always leave.
    expect((await post('/api/dnw/withdraw/apply', { point: '20000' }, owner)).status).toBe(200);
  });

  test('with live money nothing can be asked for', async () => {
    const before = world.terms.site;
    world.terms.site = { ...before, moneyMode: 'LIVE' };
    const owner = await world.newcomer();
    for (const [path, body] of [
      ['/api/dnw/deposit/apply', { point: '20000' }],
      ['/api/dnw/withdraw/apply', { point: '20000' }],
      ['/api/dnw/buy/apply', { walletType: 'USDT', won: '20000', point: '0' }],
      ['/api/dnw/sell/apply', { walletType: 'USDT', point: '20' }],
      ['/api/dnw/bitshop/url', { type: 'buy', amount: '20000' }],
      ['/api/paypine/make-qrcode', { amount: '20' }],
      ['/api/coinfir/sendCoin', { walletType: 'USDT', won: '20000' }],
      ['/api/dnw/quote', { fromWallet: 'BINARY', toWallet: 'USDT', point: '20000' }],
      ['/api/dnw/convert', { quoteId: 'a'.repeat(16) }],
      ['/api/dnw/transfer', { fromWallet: 'USDT', toWallet: 'FUTURES', point: '1' }],
      ['/api/coupon/use', { promoCode: 'AAAA-AAAA-AAAA-AAAA-AAAA', walletType: 'BINARY' }],
    ] as const)
      expect((await post(path, body, owner)).body.code, path).toBe('MONEY_MODE_OFF');
    world.terms.site = before;
  });

  test('the list is filtered, and what is not defined is refused', async () => {
    const owner = await world.newcomer();
    await world.addPayout(owner);
    await post('/api/dnw/apply', { type: 'D', point: '20000' }, owner);
    await post('/api/dnw/apply', { type: 'W', point: '20000' }, owner);
    const types = async (query: string) =>
      (await world.get(`/api/dnw/list?${query}` as '/api/dnw/list', owner)).body.content.map(
        ({ type }) => type,
      );
    expect(await types('')).toEqual(['W', 'D']);
    expect(await types('typeStrs=D')).toEqual(['D']);
    expect(await types('excludeTypeStrs=D')).toEqual(['W']);
    expect(await types('statusStrs=1,2')).toEqual([]);
    expect(await types('walletTypeStrs=USDT')).toEqual([]);
    expect(await types('keyword=bank')).toEqual(['W', 'D']);
    expect(await types('keyword=%25')).toEqual([]);
    expect(await types(`startDate=${START + 10 * DAY}`)).toEqual([]);
    expect(await types('size=1&page=1')).toEqual(['D']);
    expect(await get('/api/dnw/list?statusStrs=5', owner)).toMatchObject({
      status: 400,
      body: { code: 'STATUS_UNDEFINED' },
    });
    expect(await get('/api/dnw/list?typeStrs=Z', owner)).toMatchObject({
      status: 400,
      body: { code: 'TYPE_UNDEFINED' },
    });
  });

  test('staff see the queue oldest first, and everybody how long withdrawals take', async () => {
    const queue = await world.get('/api/office/dnw/list?statusStrs=0,4', STAFF);
    const ids = queue.body.content.map(({ id }) => id);
    expect(ids).toEqual([...ids].toSorted((a, b) => a - b));
    const { body } = await world.get('/api/dnw/withdrawal_times');
    expect(body.done).toBeGreaterThan(0);
    expect(body.rejected).toBeGreaterThan(0);
    expect(body.cancelled).toBeGreaterThan(0);
    expect(body.medianMs).toBe(0);
  });
});

// Reports of providers: doubled, late, first, forged, changed, and a year later. Each has one effect or none, is logged,
// and never ends in a 5xx (T-27).
import { describe, expect, test } from 'vitest';
import { testDatabases } from '../../db/testing.ts';
import type { Person } from '../../http/testing.ts';
import { STRANGER } from '../../http/testing.ts';
import { DAY, useWorld } from '../testing.ts';

describe.each(testDatabases)('reports on $name', ({ open }) => {
  const world = useWorld(open);

  /** A deposit of 20 USDT that a provider carries. */
  async function qrDeposit(owner: Person) {
    const { body } = await world.post('/api/paypine/make-qrcode', { amount: '20' }, owner);
    expect(body.code).toBeUndefined();
    const request = body.request.id / 2;
    return {
      body,
      paid: { step: 'PAID', external: `x-${request}`, request, amount: '20', currency: 'USDT' },
    };
  }

  test('a payment that is reported a hundred times is credited once', async () => {
    const owner = await world.newcomer();
    const { paid } = await qrDeposit(owner);
    const answers = await Promise.all(Array.from({ length: 100 }, () => world.report('paypine', paid)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await world.free('USDT', owner)).toBe('520');
    const { body } = await world.get('/api/dnw/list', owner);
    expect(body.content).toMatchObject([{ type: 'D', status: 1, channel: 'paypine', change: '20' }]);
  });

  test('the same payment, recorded and sent again a year later, moves nothing', async () => {
    const owner = await world.newcomer();
    const { paid } = await qrDeposit(owner);
    const sentAt = world.now();
    await world.report('paypine', paid);
    world.moveBy(365 * DAY);
    expect(await world.report('paypine', paid, { at: sentAt })).toMatchObject({
      status: 401,
      body: { code: 'CALLBACK_REFUSED' },
    });
    // Even with a new signature: the provider itself repeats it.
    expect(await world.report('paypine', paid)).toMatchObject({ status: 200, body: { result: 'DONE' } });
    expect(await world.free('USDT', owner)).toBe('520');
  });

  test('a forged, changed or stale report moves nothing', async () => {
    const owner = await world.newcomer();
    const { paid } = await qrDeposit(owner);
    const text = JSON.stringify(paid);
    const now = world.now();
    const mutants: readonly (readonly [number, unknown, Parameters<typeof world.report>[2]?, string?])[] = [
      [401, paid, { signature: '0'.repeat(64) }],
      [401, paid, { signature: '' }],
      [401, paid, { signature: 'f'.repeat(63) }],
      [401, paid, { signature: 'G'.repeat(64) }],
      [401, paid, { by: 'payelm' }],
      [401, paid, { at: now - 300_001 }],
      [401, paid, { at: now + 300_001 }],
      [401, paid, { at: 1 }],
      [404, paid, {}, 'unknown'],
      [404, paid, {}, '__proto__'],
      [404, paid, {}, 'toString'],
      [400, paid, { body: `${text} x` }],
      [400, paid, { body: '' }],
      [400, paid, { body: '[]' }],
      [400, paid, { body: 'null' }],
      [400, paid, { body: text.replace('{', '{"amount":"1",') }],
      [400, paid, { body: text.replace('{', '{"__proto__":{},') }],
      [400, { ...paid, extra: 1 }],
      [400, { ...paid, amount: '-20' }],
      [400, { ...paid, amount: '0' }],
      [400, { ...paid, amount: 20 }],
      [400, { ...paid, amount: '1e3' }],
      [400, { ...paid, amount: '20.000000001' }],
      [400, { ...paid, request: '1' }],
      [400, { ...paid, step: 'GIVEN' }],
      [400, { ...paid, external: 'a b' }],
      [400, { ...paid, external: 'x'.repeat(200) }],
      [409, { ...paid, external: 'less', amount: '19.99999999' }],
      [409, { ...paid, external: 'more', amount: '20.00000001' }],
      [409, { ...paid, external: 'other-currency', currency: 'BTC' }],
      [409, { ...paid, external: 'won', currency: 'KRW' }],
      [409, { step: 'CHARGED', external: 'c1', member: 'nobody-known', amount: '5', currency: 'USDT' }],
      [
        409,
        {
          step: 'ARRIVAL',
          external: 'a1',
          coin: 'BTC',
          address: 'x',
          tag: null,
          amount: '1',
          confirmations: 9,
        },
      ],
      [409, paid, {}, 'coinfir'],
    ];
    expect(mutants.length).toBeGreaterThanOrEqual(30);
    for (const [status, report, changes, provider = 'paypine'] of mutants) {
      const answer = await world.report(provider, report, changes);
      expect([answer.status, JSON.stringify(report), JSON.stringify(changes)]).toEqual([
        status,
        JSON.stringify(report),
        JSON.stringify(changes),
      ]);
    }
    expect(await world.free('USDT', owner)).toBe('500');
    expect((await world.get('/api/dnw/list', owner)).body.content).toMatchObject([{ status: 0 }]);
    // And the true one still counts.
    expect((await world.report('paypine', paid)).status).toBe(200);
    expect(await world.free('USDT', owner)).toBe('520');
  });

  test('another amount under a number that is known already is refused', async () => {
    const owner = await world.newcomer();
    const { paid } = await qrDeposit(owner);
    await world.report('paypine', paid);
    expect(await world.report('paypine', { ...paid, amount: '2000' })).toMatchObject({
      status: 409,
      body: { code: 'CALLBACK_MISMATCH' },
    });
    expect(await world.free('USDT', owner)).toBe('520');
  });

  test('a report that comes before its request waits for it', async () => {
    const owner = await world.newcomer();
    const read = await world.desk.inspect(({ lastEvent }) => lastEvent);
    const request = (read?.seen ?? 0) + 1;
    const early = { step: 'PAID', external: `early-${request}`, request, amount: '20', currency: 'USDT' };
    expect(await world.report('paypine', early)).toMatchObject({ status: 200, body: { result: 'WAITING' } });
    const { body } = await qrDeposit(owner);
    expect(body.request.id).toBe(request * 2);
    await world.cashier.inbox.retryWaiting(world.now());
    expect(await world.free('USDT', owner)).toBe('520');
    expect(await world.report('paypine', early)).toMatchObject({ status: 200, body: { result: 'DONE' } });
  });

  test('a report whose request never comes ends after an hour', async () => {
    const lost = { step: 'PAID', external: 'lost', request: 8_888_888, amount: '20', currency: 'USDT' };
    await world.report('paypine', lost);
    world.moveBy(3_700_000);
    await world.cashier.inbox.retryWaiting(world.now());
    expect(await world.report('paypine', lost)).toMatchObject({ status: 409 });
  });

  test('whatever order reports come in, a request ends once', async () => {
    const owner = await world.newcomer();
    const { paid } = await qrDeposit(owner);
    const { external, request } = paid;
    const failed = { step: 'FAILED', external, request, reason: '한도 초과' };
    await world.report('paypine', paid);
    // Until the tables have it, a report about a request that has just ended waits.
    await world.get('/api/dnw/list', owner);
    expect((await world.report('paypine', failed)).status).toBe(409);
    expect((await world.report('paypine', { step: 'STARTED', external, request })).status).toBe(409);
    expect(await world.free('USDT', owner)).toBe('520');

    const other = await world.newcomer();
    const second = await qrDeposit(other);
    const both = { external: second.paid.external, request: second.paid.request };
    await world.report('paypine', { step: 'STARTED', ...both });
    const cancelled = await world.post('/api/dnw/cancel', { dnwHistoryId: second.body.request.id }, other);
    expect(cancelled.body.code).toBe('REQUEST_PROCESSED');
    await world.report('paypine', { step: 'FAILED', ...both, reason: '한도 초과' });
    expect((await world.report('paypine', second.paid)).status).toBe(409);
    expect(await world.free('USDT', other)).toBe('500');
  });

  test('coins count only when the network has confirmed them often enough', async () => {
    const owner = await world.newcomer();
    const { body: own } = await world.post('/api/wallet/temp-generate', { coinName: 'BTC' }, owner);
    expect(own.address).toMatch(/^maru-practice:btc:[0-9a-f]{40}$/);
    expect((await world.post('/api/wallet/temp-generate', { coinName: 'BTC' }, owner)).body.address).toBe(
      own.address,
    );
    const seen = {
      ...{ step: 'ARRIVAL', external: `tx-${owner.id}`, coin: 'BTC', address: own.address, tag: null },
      ...{ amount: '0.5', confirmations: 0 },
    };
    await world.report('chain', seen);
    await world.report('chain', { ...seen, confirmations: 2 });
    expect(await world.free('BTC', owner)).toBe('0');
    const { body } = await world.post('/api/wallet/temp-generate', { coinName: 'BTC' }, owner);
    expect(body.arriving).toMatchObject([{ point: '0.5', confirmations: 2, needed: 3, status: 'SEEN' }]);
    // A partial payment delivers less than the network first said.
    expect((await world.report('chain', { ...seen, amount: '5', confirmations: 3 })).status).toBe(409);
    expect(await world.free('BTC', owner)).toBe('0');
    await world.report('chain', { ...seen, confirmations: 7 });
    await world.report('chain', { ...seen, confirmations: 8 });
    expect(await world.free('BTC', owner)).toBe('0.5');
    expect((await world.get('/api/dnw/list', owner)).body.content).toMatchObject([
      { type: 'D', status: 1, channel: 'chain', walletType: 'BTC', change: '0.5' },
    ]);
  });

  test('players share the address of a coin with tags, and never a tag', async () => {
    const [one, two] = [await world.newcomer(), await world.newcomer()];
    const first = (await world.post('/api/wallet/temp-generate', { coinName: 'XRP' }, one)).body;
    const second = (await world.post('/api/wallet/temp-generate', { coinName: 'XRP' }, two)).body;
    expect(first.address).toBe(second.address);
    expect(first.destinationTag).not.toBe(second.destinationTag);
    expect(first.uri).toBe(`${first.address}?dt=${first.destinationTag}`);
    const arrival = { step: 'ARRIVAL', external: 'xrp-1', coin: 'XRP', address: first.address, amount: '25' };
    await world.report('chain', { ...arrival, tag: Number(second.destinationTag), confirmations: 1 });
    expect(await world.free('XRP', two)).toBe('25');
    expect(await world.free('XRP', one)).toBe('0');
    // Without a tag the coins belong to nobody.
    expect(
      (await world.report('chain', { ...arrival, external: 'xrp-2', tag: null, confirmations: 1 })).status,
    ).toBe(409);
  });

  test('each confirmation is pushed to the owner of the address, once and to nobody else', async () => {
    const owner = await world.newcomer();
    const other = await world.newcomer();
    const { body: own } = await world.post('/api/wallet/temp-generate', { coinName: 'BTC' }, owner);
    await world.post('/api/wallet/temp-generate', { coinName: 'BTC' }, other);
    const external = `pushed-${owner.id}`;
    const seen = {
      ...{ step: 'ARRIVAL', external, coin: 'BTC', address: own.address, tag: null, amount: '0.5' },
    };
    const before = world.pushed.length;
    for (const confirmations of [0, 0, 2, 2, 3, 3, 4])
      await world.report('chain', { ...seen, confirmations });
    await world.report('chain', { ...seen, amount: '5', confirmations: 5 });
    await world.report('chain', { ...seen, confirmations: 6 }, { signature: '0'.repeat(64) });
    const arrivals = world.pushed.slice(before);
    const always = { external, point: '0.5', needed: 3, atMillis: world.now() };
    expect(arrivals).toEqual(
      [
        { ...always, confirmations: 0, status: 'SEEN' },
        { ...always, confirmations: 2, status: 'SEEN' },
        { ...always, confirmations: 3, status: 'CREDITED' },
      ].map((arrival) => ({
        player: owner.id,
        type: 'ARRIVAL',
        at: world.now(),
        data: { coinName: 'BTC', arrival },
      })),
    );
    const { body } = await world.post('/api/wallet/temp-generate', { coinName: 'BTC' }, owner);
    expect(body.arriving).toEqual([{ ...always, confirmations: 3, status: 'CREDITED' }]);
  });

  test('the practice network confirms by the clock', async () => {
    const owner = await world.newcomer();
    const sent = await world.post('/api/wallet/practice_arrival', { coinName: 'BTC', point: '0.25' }, owner);
    expect(sent.status).toBe(200);
    for (let run = 0; run < 2; run += 1) await world.cashier.due.runOnce();
    expect(await world.free('BTC', owner)).toBe('0');
    await world.cashier.due.runOnce();
    expect(await world.free('BTC', owner)).toBe('0.25');
    await world.cashier.due.runOnce();
    expect(await world.free('BTC', owner)).toBe('0.25');
  });

  test('the page of the stand-in pays once, however often its button is pressed', async () => {
    const owner = await world.newcomer();
    const { body } = await qrDeposit(owner);
    expect(body.qrText).toContain('maru-practice:pay:paypine');
    const page = await world.http.inject({ url: body.url });
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const press = () =>
      world.http.inject({
        ...{ method: 'POST', url: body.url, payload: 'act=PAY' },
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
    await Promise.all([press(), press(), press()]);
    expect(await world.free('USDT', owner)).toBe('520');
    const forged = body.url.replace(/order=./, 'order=A');
    expect((await world.http.inject({ url: forged })).statusCode).toBe(404);
  });

  test('a charge that nobody asked for goes to the member whose page it was', async () => {
    const owner = await world.newcomer();
    const { body } = await world.get('/api/payelm/url', owner);
    await world.http.inject({
      ...{ method: 'POST', url: body.url, payload: 'act=PAY&amount=30000&nonce=1' },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(await world.free('BINARY', owner)).toBe('1030000');
    expect(await world.free('BINARY', STRANGER)).toBe('1000000');
    // Ten an hour, and never more than a practice refill gives.
    for (let nonce = 2; nonce < 40; nonce += 1)
      await world.http.inject({
        ...{ method: 'POST', url: body.url, payload: `act=PAY&amount=10000&nonce=${nonce}` },
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
    expect(await world.free('BINARY', owner)).toBe('1120000');
  });

  test('a purchase is paid in won and credits the coins that were put aside', async () => {
    const owner = await world.newcomer();
    expect(
      (await world.post('/api/coinash/sendCoin', { walletType: 'USDT', won: '13855' }, owner)).body.code,
    ).toBe('ACCOUNT_CANNOT_BE_CHARGED');
    await world.post('/api/coinash/signup', { value: '홍 길동' }, owner);
    const { body } = await world.post('/api/coinash/sendCoin', { walletType: 'USDT', won: '13855' }, owner);
    expect(body.request).toMatchObject({ type: 'WB', point: '10', won: '13855', channel: 'coinash' });
    const request = body.request.id / 2;
    const paid = { step: 'PAID', external: 'buy-1', request, amount: '13855', currency: 'KRW' };
    expect((await world.report('coinash', { ...paid, external: 'buy-0', amount: '13854' })).status).toBe(409);
    expect(await world.free('USDT', owner)).toBe('500');
    expect((await world.report('coinash', paid)).status).toBe(200);
    expect(await world.free('USDT', owner)).toBe('510');
  });

  test.each([
    ['/api/coinfir/signup', { value: 'a\r\nb' }],
    ['/api/coinfir/signup', { value: 'https://evil.example' }],
    ['/api/coinfir/signup', { value: '<script>' }],
    ['/api/dnw/p2p/vancoin-p2p-url', { value: '' }],
    ['/api/paypine/make-qrcode', { amount: 'NaN' }],
    ['/api/dnw/bitshop/url', { type: 'steal', amount: '1' }],
  ])('%s refuses %j', async (path, body) => {
    expect((await world.post(path, body, STRANGER)).status).toBe(400);
  });

  test('names that no provider has are not found', async () => {
    expect((await world.get('/api/site_info/temp/nobody')).status).toBe(404);
    expect((await world.get('/api/site_info/temp/coinfir')).body).toMatchObject({
      kind: 'COIN',
      isPractice: true,
      walletTypes: ['USDT', 'BTC'],
    });
    expect(
      (await world.post('/api/nobody/sendCoin', { walletType: 'USDT', won: '1' }, STRANGER)).status,
    ).toBe(404);
    expect(
      (await world.post('/api/paypine/make-qrcode', { amount: '20', currency: 'EUR' }, STRANGER)).body.code,
    ).toBe('COIN_UNSUPPORTED');
  });
});

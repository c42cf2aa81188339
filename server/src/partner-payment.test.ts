// Shares that are confirmed and paid: into the wallet whose products earned them, and once for each key, whatever is killed.
import type { NewWallet } from '@maru/engine/account/commands';
import { ZERO } from '@maru/engine/amount';
import { koreanDate } from '@maru/engine/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabases } from './db/testing.ts';
import type { Desk } from './desk/desk.ts';
import { SITE, untilWritten } from './desk/testing.ts';
import { COLLEAGUE, OWNER, type Person, person, STAFF } from './http/testing.ts';
import { dateOf } from './partner/days.ts';
import { paidWallets } from './partner/paid-wallets.ts';
import { Killed, killedAt, openPartnerWorld, type PartnerWorld, START } from './partner-world-testing.ts';

const wallet = (type: string, currency: string, places = 8): NewWallet =>
  ({ type, currency, places, credit: ZERO }) as NewWallet;
const WALLETS = [
  wallet('BINARY', 'KRW', 0),
  wallet('FUTURES', 'USDT'),
  wallet('USDT', 'USDT'),
  wallet('BTC', 'BTC'),
];
const DAY = koreanDate(START);
const THROUGH = '2026-11-19';
const PATH = '/api/office/partner/settlement/pay';
const SHOWN = '/api/office/partner/settlement/payment';
const BODY = { throughDate: THROUGH, reason: '지급' };

const walletOf = (wallets: readonly NewWallet[], product: string, currency: string): string | undefined =>
  paidWallets(wallets).find((each) => each.product === product && each.currency === currency)?.wallet;

test('a share is paid into the wallet of its product, and of what a product has in a coin into that coin', () => {
  expect(walletOf(WALLETS, 'futures', 'USDT')).toBe('FUTURES');
  expect(walletOf(WALLETS, 'futures', 'BTC')).toBe('BTC');
  expect(walletOf(WALLETS, 'oversea', 'KRW')).toBe('BINARY');
  expect(walletOf(WALLETS, 'binary', 'KRW')).toBe('BINARY');
  const inDollars = [wallet('BINARY', 'USDT'), wallet('FUTURES', 'USDT'), wallet('USDT', 'USDT')];
  expect(
    ['binary', 'bitball', 'oversea', 'futures'].map((name) => walletOf(inDollars, name, 'USDT')),
  ).toEqual([...['BINARY', 'BINARY', 'BINARY', 'FUTURES']]);
  expect(walletOf([wallet('BINARY', 'KRW', 0)], 'futures', 'USDT')).toBeUndefined();
});

describe.each(testDatabases)('payments of shares on $name', ({ open }) => {
  let store: TestDatabase;
  let world: PartnerWorld;
  let days = 0;
  let keys = 0;
  beforeAll(async () => {
    store = await open();
    world = await openPartnerWorld(store, WALLETS);
  });
  afterAll(() => world.close());

  const newKey = (): string => `payment-of-a-test-${++keys}`;

  async function accrue(product: string, currency: string, share: string, partner = 50): Promise<void> {
    days += 1;
    const base = Number(share) < 0 ? '-1' : '1';
    await world.query(
      `insert into partner_profit (site_id, day, partner_id, type, product, base, currency, base_amount, rate, amount,
         players, is_running) values (1, $1, $2, $3, $4, 'FEE', $5, $6, 0.3, $7, 1, false)`,
      [DAY - 1_000 + days, partner, base === '1' ? 'DIRECT' : 'REVERSAL', product, currency, base, share],
    );
  }
  const preview = async () =>
    (
      await world.asks.get(
        `/api/office/partner/settlement/preview?throughDate=${THROUGH}` as '/api/office/partner/settlement/preview',
        STAFF,
      )
    ).body;
  async function confirm(): Promise<void> {
    const sums = (await preview()).sums.map(({ currency, amount }) => ({ currency, amount }));
    const approved = {
      ...{ site: SITE, body: { throughDate: THROUGH, sums }, reason: '정산' },
      ...{ requestedBy: 4, approvedBy: 5, now: world.time.now },
    };
    expect(await world.settlingOn(store.database).perform(approved)).toEqual({ ok: true });
    await untilWritten(world.opened());
  }
  const askPayment = (more = '', through = THROUGH, by: Person | undefined = STAFF) =>
    world.asks.get(`${SHOWN}?throughDate=${through}${more}` as '/api/office/partner/settlement/payment', by);
  const payment = async (more = '', through = THROUGH) => (await askPayment(more, through)).body;
  const shownBody = async (more = '') => ({ ...BODY, digest: (await payment(more)).digest });
  const pay = async (key: string, body?: object, by = STAFF) => {
    const { status, body: answer } = await world.asks.post(PATH, body ?? (await shownBody()), by, key);
    await untilWritten(world.opened());
    return { status, answer };
  };
  const busy = (): Desk => ({
    ...world.opened().desk,
    submitTogether: (commands) => commands.map(async () => ({ ok: false, refusal: 'TRY_AGAIN' }) as const),
  });
  const changes = async (): Promise<number> =>
    (await world.query(`select 1 from staff_change where area = 'PARTNER' and action = 'PAY'`)).length;

  test('two wallets of one currency are confirmed apart, and less than nothing of one does not reduce the other', async () => {
    await accrue('futures', 'USDT', '10.5');
    await accrue('futures', 'BTC', '0.00000003');
    await accrue('binary', 'KRW', '-700');
    await accrue('oversea', 'KRW', '1000');
    // The site has no such coin.
    await accrue('futures', 'ETH', '2');
    const { content } = await preview();
    expect(content.map(({ wallet: type, amount, isHeld }) => [type, amount, isHeld])).toEqual(
      expect.arrayContaining([
        ['FUTURES', '10.5', false],
        ['BTC', '0.00000003', false],
        ['BINARY', '300', false],
        [null, '2', true],
      ]),
    );
    await confirm();
    expect(await world.purse(50, 'share', 'FUTURES')).toBe('10.5');
    const { answer } = await pay(newKey());
    expect(answer).toMatchObject({ paid: 3, hasMore: false });
    expect([
      await world.purse(50, 'free', 'FUTURES'),
      await world.purse(50, 'free', 'USDT'),
      await world.purse(50, 'free', 'BTC'),
      await world.purse(50, 'free'),
    ]).toEqual(['10.5', '0', '0.00000003', '300']);
    const settled = await world.query<{ product: string; open: boolean }>(
      'select distinct product, settlement_id is null as open from partner_profit order by 1, 2',
    );
    expect(settled.filter(({ open: isOpen }) => isOpen)).toEqual([{ product: 'futures', open: true }]);
  });

  test('the same key and body get the first answer, and another body is refused', async () => {
    await accrue('oversea', 'KRW', '100');
    await accrue('oversea', 'KRW', '40', 52);
    await confirm();
    const [key, before] = [newKey(), await changes()];
    const body = await shownBody();
    const both = await Promise.all([pay(key, body), pay(key, body)]);
    const sums = [{ currency: 'KRW', amount: '140', partners: 2 }];
    const first = { status: 200, answer: { paid: 2, sums, hasMore: false } };
    expect(both).toEqual([first, first]);
    // What is confirmed later is another payment.
    await accrue('oversea', 'KRW', '7');
    await confirm();
    expect(await pay(key, body)).toEqual(first);
    const other = await pay(key, { ...body, throughDate: '2026-11-18' });
    expect([other.status, other.answer.code]).toEqual([409, 'KEY_REUSED']);
    expect(await changes()).toBe(before + 1);
    // A key is one person's own.
    expect((await pay(key, await shownBody(), COLLEAGUE)).answer).toMatchObject({
      paid: 1,
      sums: [{ amount: '7' }],
    });
    const [refused, nothing] = [newKey(), await shownBody()];
    expect((await pay(refused, nothing)).answer.code).toBe('SETTLEMENT_NOTHING');
    await accrue('oversea', 'KRW', '9');
    await confirm();
    expect((await pay(refused, nothing)).answer.code).toBe('SETTLEMENT_NOTHING');
    expect((await pay(newKey())).answer).toMatchObject({ paid: 1 });
    expect(await world.purse(50, 'share')).toBe('0');
  });

  test('what would be paid is shown for one partner or all, in every wallet and from every day before', async () => {
    await accrue('futures', 'USDT', '10');
    await accrue('oversea', 'KRW', '100');
    await confirm();
    const first = dateOf(DAY - 1_000 + days);
    await accrue('oversea', 'KRW', '40');
    await accrue('oversea', 'KRW', '7', 52);
    await confirm();
    const usdt = { currency: 'USDT', amount: '10', partners: 1, shares: 1 };
    const won = { currency: 'KRW', partners: 1, shares: 1 };
    expect(await payment('', first)).toMatchObject({
      sums: [{ ...won, amount: '100' }, usdt],
      hasMore: false,
    });
    expect((await payment('&partnerId=50')).sums).toEqual([{ ...won, amount: '140', shares: 2 }, usdt]);
    expect((await payment('&partnerId=52')).sums).toEqual([{ ...won, amount: '7' }]);
    expect((await payment('&partnerId=52', first)).sums).toEqual([]);
    const { sums } = await payment();
    expect(sums).toEqual([{ ...won, amount: '147', partners: 2, shares: 3 }, usdt]);
    const { answer } = await pay(newKey());
    expect(answer.sums).toEqual(sums.map(({ shares: _, ...paid }) => paid));
    expect((await payment()).sums).toEqual([]);

    expect((await askPayment('&partnerId=1')).body.code).toBe('ACCOUNT_NOT_FOUND');
    expect((await askPayment('', '2026-02-31')).body.field).toBe('throughDate');
    for (const by of [OWNER, person(50, 'PARTNER')])
      expect((await askPayment('', THROUGH, by)).status).toBe(403);
    expect((await world.asks.get(`${SHOWN}?throughDate=${THROUGH}`)).status).toBe(401);
  });

  test('a payment that would not be what was shown is refused whole, also with the same sum', async () => {
    await accrue('oversea', 'KRW', '30');
    await accrue('oversea', 'KRW', '30', 52);
    await confirm();
    const shown = await shownBody();
    // Somebody else pays one of two, and later as much is confirmed again.
    expect((await pay(newKey(), { ...(await shownBody('&partnerId=52')), partnerId: 52 })).status).toBe(200);
    const [free, before] = [await world.purse(50, 'free'), await changes()];
    const key = newKey();
    const refused = await pay(key, shown);
    expect([refused.status, refused.answer.code]).toEqual([409, 'SETTLEMENT_CHANGED']);
    await accrue('oversea', 'KRW', '30', 52);
    await confirm();
    expect((await pay(newKey(), shown)).answer.code).toBe('SETTLEMENT_CHANGED');
    // What was shown of one partner is not what another one, or all of them, are owed.
    const ofOne = await shownBody('&partnerId=50');
    expect((await pay(newKey(), { ...ofOne, partnerId: 52 })).answer.code).toBe('SETTLEMENT_CHANGED');
    expect((await pay(newKey(), ofOne)).answer.code).toBe('SETTLEMENT_CHANGED');
    for (const digest of [undefined, '', 'none'])
      expect((await pay(newKey(), { ...BODY, digest })).answer).toMatchObject({ field: 'digest' });
    expect([await world.purse(50, 'free'), await changes()]).toEqual([free, before]);
    // A refusal is the answer of its key, and what is there is paid as it is shown now.
    expect(await pay(key, shown)).toEqual(refused);
    expect((await pay(newKey())).answer).toMatchObject({ paid: 2, sums: [{ amount: '60' }] });
  });

  test('whoever waits for payment is counted once, also with shares in several currencies', async () => {
    const waiting = async () => (await world.asks.get('/api/office/partner/settlement/shares', STAFF)).body;
    await accrue('futures', 'USDT', '1');
    await accrue('oversea', 'KRW', '20');
    await accrue('oversea', 'KRW', '20', 52);
    await accrue('futures', 'BTC', '0.1', 51);
    await confirm();
    const { unpaid, unpaidPartners } = await waiting();
    expect(unpaid.map(({ currency, partners }) => [currency, partners])).toEqual([
      ['BTC', 1],
      ['KRW', 2],
      ['USDT', 1],
    ]);
    expect(unpaidPartners).toBe(3);
    await pay(newKey());
    expect((await waiting()).unpaidPartners).toBe(0);
  });

  test.each(['BEFORE', 'AFTER'] as const)(
    'a payment is paid once wherever it is killed: %s each step',
    async (when) => {
      for (let at = 0, isKilled = true; isKilled; at += 1) {
        await accrue('oversea', 'KRW', '5');
        await confirm();
        const [free, noted] = [Number(await world.purse(50, 'free')), await changes()];
        const asked = {
          ...{ site: SITE, staff: STAFF.id, through: DAY + 7, partner: undefined, reason: '지급' },
          ...{ key: { key: newKey(), fingerprint: 'one' }, now: world.time.now },
          digest: (await payment()).digest,
        };
        isKilled = await world
          .settlingOn(killedAt(store.database, at, when))
          .pay(asked)
          .then(
            () => false,
            (fault: unknown) => {
              expect(fault).toBeInstanceOf(Killed);
              return true;
            },
          );
        const next = world.settlingOn(store.database);
        // What was begun is finished by itself, too.
        if (at % 2 === 1) await next.loop.runOnce();
        expect(await next.pay(asked)).toMatchObject({ ok: true, reply: { paid: 1 } });
        await untilWritten(world.opened());
        expect(Number(await world.purse(50, 'free'))).toBe(free + 5);
        expect(await changes()).toBe(noted + 1);
      }
      expect(await world.query('select 1 from partner_payment where answer is null')).toEqual([]);
    },
  );

  test('what a payment under way will pay is shown to nobody as unpaid, and no other payment takes it', async () => {
    await accrue('oversea', 'KRW', '11');
    await accrue('oversea', 'KRW', '5', 52);
    await confirm();
    const [all, ofOne] = [await shownBody(), await payment('&partnerId=52')];
    const begun = {
      ...{ site: SITE, staff: COLLEAGUE.id, through: DAY + 7, partner: 52, reason: '지급' },
      ...{ key: undefined, now: world.time.now, digest: ofOne.digest },
    };
    expect(await world.settlingOn(store.database, busy()).pay(begun)).toMatchObject({
      refusal: 'RESULT_UNKNOWN',
    });
    expect((await payment()).sums).toMatchObject([{ amount: '11', partners: 1, shares: 1 }]);
    expect((await payment('&partnerId=52')).sums).toEqual([]);
    expect((await pay(newKey(), all)).answer.code).toBe('SETTLEMENT_CHANGED');
    expect((await pay(newKey(), { ...all, partnerId: 52 })).answer.code).toBe('SETTLEMENT_NOTHING');
    await world.settlingOn(store.database).loop.runOnce();
    await untilWritten(world.opened());

    // Of two at once that take the same share the later one finds it taken.
    await accrue('oversea', 'KRW', '6', 52);
    await confirm();
    const bodies = [await shownBody(), { ...(await shownBody('&partnerId=50')), partnerId: 50 }];
    const both = await Promise.all(bodies.map((body) => pay(newKey(), body)));
    const outcomes = both.map(({ answer }) => answer.code ?? answer.paid);
    expect([
      [2, 'SETTLEMENT_NOTHING'],
      ['SETTLEMENT_CHANGED', 1],
    ]).toContainEqual(outcomes);
    if (outcomes[0] !== 2) await pay(newKey());
    expect([await world.purse(50, 'share'), await world.purse(52, 'share')]).toEqual(['0', '0']);
  });

  test('a payment is under way until the tables show it, and is noted once', async () => {
    await accrue('oversea', 'KRW', '8');
    await confirm();
    const before = await changes();
    const asked = {
      ...{ site: SITE, staff: STAFF.id, through: DAY + 7, partner: undefined, reason: '지급' },
      ...{ key: { key: newKey(), fingerprint: 'one' }, now: world.time.now },
      digest: (await payment()).digest,
    };
    const slow: Desk = { ...world.opened().desk, caughtUp: () => Promise.resolve(false) };
    const paid = { ok: true, reply: { paid: 1, sums: [{ amount: '8' }] } };
    expect(await world.settlingOn(store.database, slow).pay(asked)).toMatchObject(paid);
    expect(await world.query('select 1 from partner_payment where answer is null')).toHaveLength(1);
    expect((await payment()).sums).toEqual([]);
    await world.settlingOn(store.database).loop.runOnce();
    expect(await world.settlingOn(store.database).pay(asked)).toMatchObject(paid);
    expect([await changes(), await world.purse(50, 'share')]).toEqual([before + 1, '0']);
    expect(await world.query('select 1 from partner_payment where answer is null')).toEqual([]);
  });

  test('what the desk cannot answer now is paid as soon as it can, and its result is unknown until then', async () => {
    await accrue('oversea', 'KRW', '3');
    await confirm();
    const asked = {
      ...{ site: SITE, staff: STAFF.id, through: DAY + 7, partner: undefined, reason: '지급' },
      ...{ key: undefined, now: world.time.now, digest: (await payment()).digest },
    };
    expect(await world.settlingOn(store.database, busy()).pay(asked)).toEqual({
      ok: false,
      refusal: 'RESULT_UNKNOWN',
    });
    await world.settlingOn(store.database).loop.runOnce();
    await untilWritten(world.opened());
    expect(await world.purse(50, 'share')).toBe('0');
    // Two days later nobody asks for it any more.
    const later = { ...asked, now: (world.time.now + 3 * 86_400_000) as typeof asked.now };
    expect(await world.settlingOn(store.database).pay(later)).toEqual({
      ok: false,
      refusal: 'SETTLEMENT_NOTHING',
    });
    expect(await world.query('select 1 from partner_payment')).toEqual([]);
  });
});

// The account of any moment, from a desk through the tables and the thread to the call.
import { createHash } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as calls from '@maru/contract/past/calls';
import { price, qty, rate } from '@maru/engine/amount';
import { BTC, quoteAt } from '@maru/engine/futures/testing';
import { accountIn } from '@maru/engine/past/account-then';
import type { AnyCommand } from '@maru/engine/products';
import { HOUSE, playerId } from '@maru/engine/purse';
import { DAY_MS, HOUR_MS, later, MINUTE_MS, type Millis, millis } from '@maru/engine/time';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabases } from '../db/testing.ts';
import type { OpenedDesk } from '../desk/open-desk.ts';
import {
  forgetWorld,
  hold,
  insertTestSite,
  opening,
  openTestDesk,
  release,
  SITE,
  untilCaughtUp,
} from '../desk/testing.ts';
import { asksOf, OWNER, openTestHttp, type Person, STRANGER } from '../http/testing.ts';
import { shadowParts } from '../shadow-products.ts';
import { createFoldAccount } from './fold-account.ts';
import { createPastAccounts } from './past.ts';
import { pastRoutes } from './routes.ts';
import { inThisThread, pastParts } from './testing.ts';

const NOON = millis(Date.parse('2026-11-17T12:00:00+09:00'));
const mina = OWNER.id;

describe.each(testDatabases)('a past account on $name', ({ open }) => {
  let store: TestDatabase;
  let folder: string;
  let opened: OpenedDesk;
  let http: Awaited<ReturnType<typeof openTestHttp>>;
  let now: Millis;
  /** Of the coin, from these instants on. */
  let priceSince: readonly (readonly [Millis, string])[];
  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.drop());
  beforeEach(async () => {
    await insertTestSite(store);
    folder = await mkdtemp(join(tmpdir(), 'maru-past-'));
    [now, priceSince] = [NOON, [[NOON, '60000']]];
    opened = await openTestDesk(store, folder, { clock: () => now });
    const { database } = store;
    const priceAt = (at: Millis) => priceSince.findLast(([since]) => since <= at)?.[1];
    const past = createPastAccounts({
      ...pastParts({ since: NOON, priceAt }),
      database,
      foldAccount: createFoldAccount({
        database,
        scratch: database,
        archiveFolder: join(folder, 'archive'),
        shard: 0,
        desk: opened.desk,
        products: shadowParts.products,
        thread: inThisThread(),
      }),
    });
    http = await openTestHttp({ routes: pastRoutes(past), clock: () => now });
  });
  afterEach(async () => {
    await http.close();
    await opened.desk.stop();
    await forgetWorld({ folder }, store);
  });

  async function submit(command: AnyCommand) {
    const outcome = await opened.desk.submit(command);
    if (!outcome.ok) throw new Error(`refused: ${outcome.refusal}`);
    return outcome.event;
  }

  async function after(ms: number, command: AnyCommand) {
    now = later(now, ms);
    return submit(command);
  }

  const get = <Path extends string>(path: Path, by: Person | undefined = OWNER) =>
    asksOf<typeof calls>(http).get(path, by);

  const buy = (size: string): AnyCommand => ({
    kind: 'PLACE_FUTURES_ORDER',
    site: SITE,
    player: mina,
    session: 1,
    side: 'LONG',
    type: 'MARKET',
    qty: qty(size),
    by: 'last',
    leverage: 20,
    marginType: 'CROSS',
    reduceOnly: false,
    postOnly: false,
    immediate: false,
    terms: { ...BTC, fundingDue: millis(0) },
    quote: quoteAt('60000', { at: now }),
    priced: [],
  });

  const fund = (): AnyCommand => ({
    kind: 'FUND_FUTURES',
    site: SITE,
    player: HOUSE,
    instrument: BTC.instrument,
    contract: BTC.contract,
    dueAt: now,
    rate: rate('0.0001'),
    mark: price('60000'),
  });

  /** Opened, held, bought, funded, released; each a minute after the other, with another account between them. */
  async function live() {
    await submit(opening(mina));
    await submit(opening(STRANGER.id));
    const held = await after(MINUTE_MS, hold(mina, '3000'));
    await after(1, hold(STRANGER.id, '77'));
    now = later(now, MINUTE_MS);
    await submit(buy('0.5'));
    now = later(now, MINUTE_MS);
    await submit(fund());
    await after(MINUTE_MS, release(mina, held.id));
    await untilCaughtUp(opened.desk, [mina, HOUSE]);
  }

  test('is now what the book has, funding of everybody included', async () => {
    await live();
    const { body } = await get('/api/wallet/past');
    const book = await opened.desk.inspect((seen) => accountIn(seen, mina), [mina]);
    expect(body.seq).toBe(book?.seen?.seq);
    expect(body.wallets.map(({ purses: { free, wait } }) => [free, wait])).toEqual([
      ['10000000', '0'],
      ['9976', '0'],
    ]);
    expect(body.open).toMatchObject([
      { kind: 'POSITION', product: 'futures', qty: '0.5', entry: '60000.000', funding: '-3', leverage: 20 },
    ]);
    expect(body.since).toEqual({ atMillis: NOON, seq: 1, digest: '' });
  });

  test('has nothing of later: no event, price or rate', async () => {
    await live();
    const beforePurchase = later(NOON, 2 * MINUTE_MS);
    const { body } = await get(`/api/wallet/past?at=${beforePurchase}`);
    expect(body.seq).toBe(2);
    expect(body.wallets[0].purses).toMatchObject({ free: '9997000', wait: '3000' });
    expect(body.open).toMatchObject([{ kind: 'REQUEST', amount: '3000', type: 'test' }]);
    expect(body.before).toMatchObject({ seq: 2, kind: 'FUNDS_HELD', atMillis: NOON + MINUTE_MS });
    expect(body.after).toMatchObject({ seq: 3, kind: 'FUTURES_FILLED' });
  });

  test('is valued at the price and the rate of its moment', async () => {
    await live();
    const bought = later(NOON, 2 * MINUTE_MS + 1);
    const risen = later(bought, 30_000);
    priceSince = [
      [NOON, '60000'],
      [risen, '60100'],
    ];
    const at = async (moment: Millis) => (await get(`/api/wallet/past?at=${moment}`)).body;
    const [first, second] = [await at(bought), await at(risen)];
    expect([first.wallets[1].profit, first.wallets[1].worth]).toEqual(['0', '9976']);
    expect([second.wallets[1].profit, second.wallets[1].worth]).toEqual(['50', '10026']);
    expect(second.wallets[1].won).toBe(String(10_026 * 1_400));
    expect(second.won).toBe(String(10_000_000 + 10_026 * 1_400));
    expect(second.open[1]).toMatchObject({ profit: '50', priceThen: { price: '60100', of: 'MARK' } });
    priceSince = [];
    const unpriced = await at(risen);
    expect(unpriced).toMatchObject({ isPartial: true });
    expect(unpriced.wallets[1]).toMatchObject({ profit: null, worth: '9976' });
  });

  test('can be asked for by event, also where two events have one moment', async () => {
    await submit(opening(mina));
    await submit(hold(mina, '1'));
    await submit(hold(mina, '2'));
    const waits: string[] = [];
    for (const seq of [1, 2, 3]) {
      const { body } = await get(`/api/wallet/past?seq=${seq}`);
      expect(body).toMatchObject({ seq, atMillis: NOON });
      waits.push(body.wallets[0].purses.wait);
    }
    expect(waits).toEqual(['0', '1', '3']);
    expect((await get('/api/wallet/past?seq=4')).body).toMatchObject({
      code: 'INVALID_REQUEST',
      field: 'seq',
    });
    const early = await get(`/api/wallet/past?at=${NOON - 1}`);
    expect(early.body).toMatchObject({ code: 'INVALID_REQUEST', field: 'at' });
  });

  test('is exported with a digest that anybody can compute from the events', async () => {
    await live();
    const { body } = await get('/api/wallet/past/export?seq=3');
    expect(body).toMatchObject({ format: 'maru-past-1', playerId: mina, exportedMillis: now });
    const rows = await store.database.transaction((tx) =>
      tx.query<{ body: string }>(
        'select body from account_event where player_id = $1 and seq <= 3 order by seq',
        [mina],
      ),
    );
    const digest = rows.reduce(
      (before, row) => createHash('sha256').update(`${before}\n${row.body}`).digest('hex'),
      '',
    );
    expect(body.account.digest).toBe(digest);
  });

  test('is the same whether it is folded from the beginning or from a checkpoint', async () => {
    await submit(opening(mina));
    const commands = Array.from({ length: 1_400 }, (_, index) => hold(mina, String(index + 1)));
    await Promise.all(commands.map(submit));
    await untilCaughtUp(opened.desk, [mina]);
    const at = async (seq: number) => (await get(`/api/wallet/past?seq=${seq}`)).body;
    const folded = await at(1_300);
    await at(1_401);
    expect(await at(1_300)).toEqual(folded);
    expect(folded.wallets[0].purses.wait).toBe(String((1_299 * 1_300) / 2));
    expect((await at(400)).open).toHaveLength(399);
  });

  test('belongs to its owner: a guest gets none, a stranger only their own', async () => {
    await live();
    expect((await asksOf<typeof calls>(http).get('/api/wallet/past')).status).toBe(401);
    const { body } = await get('/api/wallet/past', STRANGER);
    expect(body.open).toMatchObject([{ amount: '77' }]);
  });

  test('whose beginning is in no snapshot is refused as archived, and its line is empty', async () => {
    await live();
    await store.database.transaction((tx) =>
      tx.query('delete from account_event where player_id = $1 and seq <= 1', [playerId(2)]),
    );
    expect((await get('/api/wallet/past', STRANGER)).body).toMatchObject({ code: 'ARCHIVED' });
    expect((await get('/api/wallet/equity', STRANGER)).body.points).toEqual([]);
  });

  test('has a line of its worth, from its opening on, that ends now', async () => {
    await live();
    now = later(now, DAY_MS);
    priceSince = [
      [NOON, '60000'],
      [later(NOON, 12 * HOUR_MS), '60100'],
    ];
    const { body } = await get('/api/wallet/equity');
    expect(body.points.map(({ atMillis }) => atMillis - NOON)).toEqual([
      ...[0, 3, 9, 15, 21].map((hours) => hours * HOUR_MS),
      now - NOON,
    ]);
    const usdt = [10_000, 9_973, 9_973, 10_023, 10_023, 10_023];
    expect(body.points.map(({ won }) => won)).toEqual(
      usdt.map((worth) => String(10_000_000 + worth * 1_400)),
    );
    expect(body.points.every(({ isPartial }) => !isPartial)).toBe(true);
  });
});

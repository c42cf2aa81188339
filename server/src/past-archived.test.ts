// The time machine of accounts whose first events were archived: what it says after the archive has passed is what it said
// before, from the snapshot on.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as calls from '@maru/contract/past/calls';
import type { PastAccount } from '@maru/contract/past/calls';
import { price, qty, rate } from '@maru/engine/amount';
import { BTC, quoteAt } from '@maru/engine/futures/testing';
import type { AnyCommand } from '@maru/engine/products';
import { HOUSE } from '@maru/engine/purse';
import { DAY_MS, HOUR_MS, later, MINUTE_MS, type Millis, millis } from '@maru/engine/time';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runArchivePass } from './archive-pass.ts';
import { roundOf } from './archive-testing.ts';
import { type TestDatabase, testDatabases } from './db/testing.ts';
import { type JournalPlace, type OpenedDesk, openRecords } from './desk/open-desk.ts';
import {
  forgetWorld,
  hold,
  insertTestSite,
  opening,
  openTestDesk,
  release,
  SITE,
  untilCaughtUp,
} from './desk/testing.ts';
import { asksOf, OWNER, openTestHttp, PARTNER, type Person, STRANGER } from './http/testing.ts';
import { createFoldAccount } from './past/fold-account.ts';
import { createPastAccounts } from './past/past.ts';
import { pastRoutes } from './past/routes.ts';
import { inThisThread, pastParts } from './past/testing.ts';
import { snapshotsIn } from './shadow/snapshot-file.ts';
import { shadowParts } from './shadow-products.ts';

const START = millis(Date.parse('2026-09-01T12:00:00+09:00'));
const AFTER_MS = 31 * DAY_MS;
const PEOPLE = [OWNER, STRANGER, PARTNER];

describe.each(testDatabases)('the past of an archived account on $name', ({ open }) => {
  let store: TestDatabase;
  let folder: string;
  let opened: OpenedDesk;
  let http: Awaited<ReturnType<typeof openTestHttp>>;
  let now: Millis;
  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.drop());

  const journalAt = (): JournalPlace =>
    store.url === undefined ? { folder: join(folder, 'journal') } : { url: store.url };
  const archiveFolder = () => join(folder, 'archive');

  beforeEach(async () => {
    await insertTestSite(store);
    folder = await mkdtemp(join(tmpdir(), 'maru-past-archived-'));
    now = START;
    opened = await openTestDesk(store, folder, { journalAt: journalAt(), clock: () => now });
    const { database } = store;
    const past = createPastAccounts({
      ...pastParts({ since: START, priceAt: () => '60100' }),
      database,
      foldAccount: createFoldAccount({
        database,
        scratch: database,
        archiveFolder: archiveFolder(),
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

  async function submit(command: AnyCommand, at: Millis = now) {
    now = at;
    const outcome = await opened.desk.submit(command);
    if (!outcome.ok) throw new Error(`refused: ${outcome.refusal}`);
    return outcome.event;
  }

  const caughtUp = () => untilCaughtUp(opened.desk, [...PEOPLE.map(({ id }) => id), HOUSE]);

  async function pass() {
    await caughtUp();
    return runArchivePass({
      database: store.database,
      records: await openRecords(journalAt(), store.database, 0),
      shard: 0,
      folder: archiveFolder(),
      archiveAfterMs: AFTER_MS,
      rest: () => Promise.resolve(),
    });
  }

  const get = <Path extends string>(path: Path, by: Person = OWNER) =>
    asksOf<typeof calls>(http).get(path, by);

  const buy = (): AnyCommand => ({
    kind: 'PLACE_FUTURES_ORDER',
    site: SITE,
    player: OWNER.id,
    session: 1,
    side: 'LONG',
    type: 'MARKET',
    qty: qty('0.5'),
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

  /**
   * Three accounts; a hold, a position and a bet that are open when the snapshot is written, days after the first events;
   * then they are funded, paid and released, and a month passes. Returns the moment of the snapshot.
   */
  async function live(): Promise<Millis> {
    for (const { id } of PEOPLE) await submit(opening(id));
    const held = await submit(hold(OWNER.id, '3000'), later(START, MINUTE_MS));
    now = later(START, 2 * MINUTE_MS);
    await submit(buy());
    now = later(START, 4 * HOUR_MS);
    await submit(fund());
    const third = later(START, 3 * DAY_MS);
    const steps = roundOf('R1', third, [OWNER.id, STRANGER.id]);
    for (const { at, command } of steps.slice(0, -2)) await submit(command, at);
    await submit(hold(OWNER.id, '77'));
    const snapshotAt = now;
    await pass();
    for (const { at, command } of steps.slice(-2)) await submit(command, at);
    now = later(third, 4 * HOUR_MS);
    await submit(fund());
    await submit(release(OWNER.id, held.id), later(third, DAY_MS));
    await submit(hold(STRANGER.id, '5'), later(third, 40 * DAY_MS));
    await caughtUp();
    return snapshotAt;
  }

  /** Without what is said about where it begins: a snapshot has events of others as well. */
  function plain<Account extends Pick<PastAccount, 'since' | 'digest' | 'before' | 'eventId'>>(
    account: Account,
  ) {
    const { since: _since, digest: _digest, before: _before, eventId: _eventId, ...then } = account;
    return then;
  }

  test('begins at the snapshot, and says from there on what it said before', async () => {
    const since = await live();
    const moments = [0, 1, 10 * MINUTE_MS, 5 * HOUR_MS, DAY_MS, 20 * DAY_MS].map((ms) => since + ms);
    const answers = async () => {
      const found: unknown[] = [];
      for (const by of PEOPLE)
        for (const at of [...moments, now]) {
          const { status, body } = await get(`/api/wallet/past?at=${at}`, by);
          expect([status, by.id, at - since]).toEqual([200, by.id, at - since]);
          found.push(plain(body));
        }
      for (const seq of [5, 6, 7]) found.push(plain((await get(`/api/wallet/past?seq=${seq}`)).body));
      for (const by of PEOPLE) found.push((await get('/api/wallet/equity', by)).body.points);
      return found;
    };
    const before = await answers();
    expect((await pass()).deletedRows).toBeGreaterThan(0);
    expect(await answers()).toEqual(before);
    const { body } = await get(`/api/wallet/past?at=${since}`);
    expect(body.open.map(({ kind }) => kind).toSorted()).toEqual(['BET', 'POSITION', 'REQUEST', 'REQUEST']);
    expect(body.since).toMatchObject({ atMillis: since, seq: 6 });
    expect(body.since.digest).toMatch(/^[0-9a-f]{64}$/);
  });

  test('moments before the snapshot are refused with the earliest that can be asked for', async () => {
    const since = await live();
    await pass();
    const refused = { code: 'ARCHIVED', sinceMillis: since };
    for (const asked of [`at=${START}`, `at=${since - 1}`, 'seq=1', 'seq=3'])
      expect((await get(`/api/wallet/past?${asked}`)).body).toMatchObject(refused);
    expect((await get('/api/wallet/past/export?seq=1')).body).toMatchObject(refused);
    expect((await get('/api/wallet/past?seq=99')).body).toMatchObject({ code: 'INVALID_REQUEST' });
    // Nothing has happened to this one since its first event: it is exported as of the snapshot.
    const { body } = await get('/api/wallet/past/export?seq=1', PARTNER);
    expect(body.account).toMatchObject({ seq: 1, atMillis: since, since: { atMillis: since, seq: 2 } });
  });

  test('without its snapshot the account is refused, and no moment is promised', async () => {
    await live();
    await pass();
    await rm(snapshotsIn(archiveFolder()), { recursive: true });
    const { status, body } = await get('/api/wallet/past');
    expect([status, body]).toEqual([410, expect.objectContaining({ code: 'ARCHIVED' })]);
    expect(body).not.toHaveProperty('sinceMillis');
    expect((await get('/api/wallet/equity')).body.points).toEqual([]);
  });
});

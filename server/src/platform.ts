// The whole platform in one process: each part is opened with what it needs, and closed in the opposite order.

import type { AddressInfo } from 'node:net';
import { type SiteId, siteId } from '@maru/engine/purse';
import { SECOND_MS } from '@maru/engine/time';
import { withDeviceRule } from './account/device-rule.ts';
import type { SeededPerson } from './account/first-start.ts';
import type { Accounts } from './account/open-accounts.ts';
import { loadOrCreateSecret } from './account/secrets.ts';
import { type BegunStart, beginStart } from './begin-start.ts';
import { type Config, journalPlace } from './config.ts';
import { openReadLane, openStore } from './db/open-store.ts';
import { watchReads } from './db/watch-reads.ts';
import { openJournal, openRecords } from './desk/open-desk.ts';
import type { OpenedFeature } from './feature/server-feature.ts';
import { openFeatures } from './features.ts';
import { instruments } from './feed/instruments.ts';
import { clientAddress } from './http/client-address.ts';
import { hostName } from './http/headers.ts';
import { createHttp } from './http/http.ts';
import type { Principal, Route } from './http/serve.ts';
import type { Signing } from './http/signed.ts';
import type { Log } from './log/log.ts';
import { memberViews } from './members/views.ts';
import { measureCalls } from './metrics/measure-calls.ts';
import { createMetrics, type Metrics } from './metrics/metrics.ts';
import { openArchive } from './open-archive.ts';
import { type OpenedMarket, openMarket } from './open-market.ts';
import { openPeople } from './open-people.ts';
import { openPopular } from './open-popular.ts';
import { openProducts } from './open-products.ts';
import { openReleasingDesk, type ReleasingDesk } from './open-releasing-desk.ts';
import { openPast } from './past/open-past.ts';
import { clock, steadyMs, wait } from './process-time.ts';
import type { OpenedProduct } from './product/server-product.ts';
import { products } from './products.ts';
import { createEventPushes, type EventPushes } from './push/event-pushes.ts';
import { missedPushes } from './push/missed-pushes.ts';
import { createRates } from './rates/rates.ts';
import { rateRoutes } from './rates/routes.ts';
import { createSimulatedWon } from './rates/won-source.ts';
import { createRealtime, type Realtime } from './realtime/realtime.ts';
import { findRestore } from './shadow/base-snapshot.ts';
import { rebuildTables } from './shadow/rebuild-tables.ts';
import { shadowParts } from './shadow-products.ts';
import { type PriceSource, siteRoutes } from './site/routes.ts';
import type { Sites } from './site/sites.ts';
import { openSolvency } from './solvency/open-solvency.ts';
import { badgeRoutes } from './staff/badges.ts';
import { changeRoutes } from './staff/changes.ts';
import { createStaffRequests } from './staff/requests.ts';
import { createTrials, type Trials } from './trial/trials.ts';

const READ_PROBE_MS = 1_000;
/** One process serves the sites of one shard. */
const SHARD = 0;

export interface Platform {
  readonly address: string;
  /** People created by a first start, with the passwords that were generated for them. */
  readonly created: readonly SeededPerson[];
  stop(): Promise<void>;
}

export interface PlatformOptions {
  readonly config: Config;
  readonly log: Log;
  readonly appFolder?: string;
  /** What the process began before it loaded this file; otherwise it is begun here. */
  readonly begun?: BegunStart;
  /** For tests that call more often than a person may. */
  readonly paces?: 'OFF';
  /** The desk has stopped for good: the process must end, and may be started again. */
  readonly onHalt: (fault: unknown) => void;
}

/** The functions that close the opened parts, in the order of opening. */
type Closing = (() => Promise<void> | void)[];

export async function startPlatform(options: PlatformOptions): Promise<Platform> {
  const closing: Closing = [];
  const stop = async (): Promise<void> => {
    for (const close of closing.splice(0).toReversed()) await close();
  };
  try {
    return { ...(await open(options, closing)), stop };
  } catch (fault) {
    await stop();
    throw fault;
  }
}

async function open(options: PlatformOptions, closing: Closing): Promise<Omit<Platform, 'stop'>> {
  const { config, log, appFolder, paces, onHalt } = options;
  const storage = await openStorage(options, closing);
  const { database, reads } = storage;
  const pushes = createEventPushes(products, instruments);
  const realtime = createRealtime({
    authenticate: (token, { address }) => connect({ signing, accounts }, token, address),
    stillValid: (principal) => signing?.isValid(principal) ?? isSignedIn(principal),
    missedSince: (missed) => missedPushes({ database: reads.database, desk, pushes }, missed),
    allowedOrigins: config.allowedOrigins,
    siteOf: ({ host }) => sites.byHost(hostName(host)),
    guestSiteOf: ({ host }) => sites.siteOf(hostName(host)),
    servesHost: ({ host }) => sites.servesHost(hostName(host)),
    addressOf: (request) => clientAddress(request, config.trustedProxyHops),
    onFault: (fault) => log.warn('realtime connection failed', { error: fault }),
  });
  closing.push(() => realtime.close());

  const trials = whenOpened(() => tried);
  const openingDesk = openDesk(options, storage, { realtime, pushes });
  // The desk's thread reads its journal and the tables meanwhile, so this one is free; while the market computes the
  // days of its instruments, the accounts are opened.
  const openingMarket = openMarket({ config, database: reads.database, realtime, log });
  const openingPeople = openingDesk.then((opened) => {
    closing.push(() => opened.desk.stop());
    return openPeople({
      ...{ shard: SHARD, config, database, reads: reads.database, opened, realtime, trials, paces, log },
    });
  });
  // If one fails, nothing is closed while the other is still under way.
  await Promise.allSettled([
    openingPeople.then((people) => closing.push(() => people.close())),
    openingMarket.then((market) => closing.push(() => market.stop())),
  ]);
  const { desk, release } = await openingDesk;
  const { sites, accounts, created } = await openingPeople;
  const market = await openingMarket;
  const { feed, history, routes: marketRoutes, forProducts } = market;

  const requests = createStaffRequests(database);
  const time = { clock, wait };
  const won = createSimulatedWon(loadOrCreateSecret(config.dataFolder, 'rate-seed'));
  const rates = createRates({ database: reads.database, instruments, prices: feed, won, time, log });
  await rates.start();
  closing.push(() => rates.stop());
  const { confirmOwner, protection } = accounts;
  const { isSignedIn } = accounts.authenticator;
  const secretOf = (name: string): string => loadOrCreateSecret(config.dataFolder, name);
  const offered = { shard: SHARD, database: reads.database, desk, sites, realtime, instruments, rates };
  const forEach = { ...forProducts, ...offered, confirmOwner, protection, secretOf };
  const parts = { ...forEach, requests, time, log };
  const closeLater = (part: { stop?(): Promise<void> }) => closing.push(() => part.stop?.());
  const openedProducts = await openProducts(parts, release, closeLater);
  const views = { ...viewsOf(openedProducts), ...market.forFeatures, pushes };
  const forFeatures = { ...parts, ...views, ...ofPeople(accounts), settings: config };
  const features = await openFeatures(forFeatures, release, closeLater);
  const tried = createTrials({ ...parts, secret: secretOf('trial-secret') });
  closeLater(tried);
  const openedParts: readonly OpenedFeature[] = [...openedProducts, ...features, tried];
  const signing = openedParts.find((part) => part.signing !== undefined)?.signing;

  const past = openPast({
    ...forEach,
    scratch: database,
    archiveFolder: config.archiveFolder,
    history,
    products: shadowParts.products,
    views: openedProducts.flatMap(({ past: view }) => view ?? []),
  });
  closing.push(() => past.stop());

  const metrics = createMetrics();
  measure(metrics, { desk, feed, realtime, reads });
  for (const each of openedParts) each.measure?.(metrics);
  const readWatch = watchReads({ probe: reads.probe, steadyMs });
  const watching = setInterval(readWatch.probe, READ_PROBE_MS);
  closing.push(() => clearInterval(watching));
  const { archive, disk } = openArchive({ ...storage, shard: SHARD, config, metrics, log, onHalt });
  closing.push(() => archive?.stop());
  closing.push(() => disk.stop());
  const solvency = openSolvency({
    ...{ shard: SHARD, database, reads: reads.database, reach: storage.reach, time, metrics, log },
    beginsAfterMs: config.solvencyAfterSeconds * SECOND_MS,
  });
  closing.push(() => solvency.stop());

  const http = await createHttp({
    routes: withDeviceRule(
      withMemberViews({ database: reads.database, parts: openedParts }, [
        ...siteRoutes({ sites, priceSource: sourceOf(config), liveChatUrl: config.liveChatUrl }),
        ...marketRoutes,
        ...ruledRoutes([accounts, ...openedParts]),
        ...openPopular(reads.database),
        ...rateRoutes({ rates, sites }),
        ...solvency.routes,
        ...past.routes,
        ...requests.routes,
        ...officeRoutes(storage, openedParts),
      ]),
      accounts.authenticator,
    ),
    authenticate: (token, request) => accounts.authenticator.authenticate(token, request),
    signing,
    ...askingSites(sites),
    clock,
    log,
    trustedProxyHops: config.trustedProxyHops,
    allowedOrigins: config.allowedOrigins,
    health: () => healthOf(desk, { isWell: readWatch.isWell(), isLow: disk.isLow() }),
    metrics: () => metrics.text(),
    ...(config.metricsToken === undefined ? {} : { metricsToken: config.metricsToken }),
    ...(appFolder === undefined ? {} : { appFolder }),
    ...(paces === undefined ? {} : { paces, checkReplies: true }),
    beforeRouting: (app) => {
      realtime.mount(app);
      market.mount(app);
      for (const each of openedParts) each.mount?.(app);
    },
    onAnswered: measureCalls(metrics),
  });
  closing.push(() => http.close());
  await http.listen({ host: config.host, port: config.port });
  desk.letTablesFollow();
  for (const each of openedParts) await each.start?.();
  solvency.start();
  const { port } = http.server.address() as AddressInfo;
  return { address: `http://${config.host}:${port}`, created };
}

/** What members read of their own accounts, for staff too. */
const withMemberViews = (
  { database, parts }: Pick<Storage, 'database'> & { readonly parts: readonly OpenedFeature[] },
  routes: readonly Route[],
): readonly Route[] => [
  ...routes,
  ...memberViews(
    parts.flatMap(({ views }) => views ?? []),
    { routes, database },
  ),
];

/** What the office asks of the platform as a whole. */
const officeRoutes = ({ database, reads }: Storage, parts: readonly OpenedFeature[]): readonly Route[] => [
  ...changeRoutes(database),
  ...badgeRoutes(
    reads.database,
    parts.flatMap(({ badges }) => badges ?? []),
  ),
];

/** What features do with sign-ins and passwords. */
const ofPeople = ({ authenticator, unblock, hashPassword, renewStaff }: Accounts) => ({
  isCurrent: authenticator.isCurrent,
  isSignedIn: authenticator.isSignedIn,
  ...{ unblock, hashPassword, renewStaff },
});

/** What every request asks of the sites. */
const askingSites = (sites: Sites) => ({
  siteOf: (host: string, siteInfoId?: number) => sites.siteOf(host, siteInfoId),
  hasSite: (id: number) => sites.byId(siteId(id)) !== undefined,
  servesHost: (host: string) => sites.servesHost(host),
  siteLanguage: (id: SiteId) => sites.byId(id)?.language ?? 'ko',
});

/** What the products tell features about themselves. */
const viewsOf = (products: readonly OpenedProduct[]) => ({
  evidence: products.flatMap((each) => each.evidence ?? []),
  exposures: products.flatMap((each) => each.exposure ?? []),
  results: products.flatMap((each) => each.resultsOf ?? []),
  held: products.flatMap((each) => each.held ?? []),
  tradedViews: products.flatMap((each) => each.traded ?? []),
});

/** The routes of all parts, each under the rules of all parts. */
const ruledRoutes = (parts: readonly Pick<OpenedFeature, 'routes' | 'rule'>[]): readonly Route[] =>
  parts
    .flatMap(({ rule }) => rule ?? [])
    .reduce<readonly Route[]>(
      (routes, rule) => routes.map(rule),
      parts.flatMap(({ routes }) => routes),
    );

/** A connection proves whose it is by a signature or by a token. */
async function connect(
  by: { readonly signing: Signing | undefined; readonly accounts: Accounts },
  token: string,
  address: string,
): Promise<Principal | undefined> {
  const signed = by.signing?.connect(token, address);
  if (signed !== undefined) return signed;
  const principal = await by.accounts.authenticator.authenticate(token);
  return principal === 'EXPIRED' ? undefined : principal;
}

/** Signing up is possible only once everything is open. */
const whenOpened = (trials: () => Trials): Pick<Trials, 'find' | 'claim' | 'of'> => ({
  find: (...asked) => trials().find(...asked),
  claim: (...asked) => trials().claim(...asked),
  of: (...asked) => trials().of(...asked),
});

const sourceOf = ({ feed }: Config): PriceSource => (feed === 'simulated' ? 'SIMULATED' : 'PROVIDED');

const healthOf = (
  desk: ReleasingDesk['desk'],
  { isWell, isLow }: { readonly isWell: boolean; readonly isLow: boolean },
) => ({
  ready: desk.state() === 'OPEN' && isWell,
  desk: desk.state(),
  reads: isWell ? 'ANSWERED' : 'LATE',
  behind: desk.behind(),
  disk: isLow ? 'LOW' : 'ENOUGH',
});

type Storage = Awaited<ReturnType<typeof openStorage>>;

async function openStorage({ config, log, begun, onHalt }: PlatformOptions, closing: Closing) {
  const { directory, embedded, deskThread } = begun ?? (await beginStart(config));
  closing.push(() => directory.release());
  closing.push(async () => void (await deskThread.terminate()));
  if (directory.closedToOthers > 0) {
    log.warn('data folder was readable by other users, permissions restricted to the owner', {
      folder: config.dataFolder,
      files: directory.closedToOthers,
    });
  }
  const { database, migrations, reach } = await openStore(config, embedded);
  closing.push(() => database.close());
  const reads = await openReadLane(database, config.databaseUrl);
  closing.push(() => reads.close());
  if (migrations.length > 0) log.info('database migrations applied', { migrations });
  const journalAt = journalPlace(config);
  if (directory.machineStopped && 'folder' in journalAt) {
    // The embedded database does not sync: after a power loss its files may be wrong, the journal is not.
    log.warn('machine restarted without a clean stop, rebuilding the tables from the journal');
    const journal = await openJournal(journalAt, SHARD, onHalt);
    const records = await openRecords(journalAt, database, SHARD);
    const where = { database, shard: SHARD, products: shadowParts.products };
    const restoreBase = await findRestore({ ...where, records, archiveFolder: config.archiveFolder });
    await rebuildTables({ ...where, journal, restoreBase });
    await journal.close();
  }
  return { database, reads, reach, journalAt, deskThread };
}

const openDesk = (
  { config, log, onHalt }: PlatformOptions,
  { deskThread, reach, journalAt }: Storage,
  receivers: { readonly realtime: Realtime; readonly pushes: EventPushes },
): Promise<ReleasingDesk> =>
  openReleasingDesk({
    ...receivers,
    shard: SHARD,
    thread: deskThread,
    store: reach(),
    journalAt,
    archiveFolder: config.archiveFolder,
    onHalt,
    onTransientError: (fault) => {
      const isClockBehind = fault instanceof Error && fault.name === 'ClockBehind';
      if (isClockBehind)
        log.error('desk refuses commands: the clock is behind the journal', { error: fault });
      else log.warn('desk storage error, retrying', { error: fault });
    },
    ...(config.clockToleranceMs === undefined
      ? {}
      : { limits: { clockToleranceMs: config.clockToleranceMs } }),
  });

function measure(
  metrics: Metrics,
  {
    desk,
    feed,
    realtime,
    reads,
  }: Pick<ReleasingDesk, 'desk'> &
    Pick<OpenedMarket, 'feed'> &
    Pick<Storage, 'reads'> & { readonly realtime: Realtime },
): void {
  const gauges: readonly (readonly [name: string, help: string, ask: () => number])[] = [
    ['maru_desk_queued', 'Commands that wait for the desk', () => desk.stats().queued],
    ['maru_desk_residents', 'Accounts in memory', () => desk.stats().residents],
    ['maru_desk_arriving', 'Requests that wait for their account to be read', () => desk.stats().arriving],
    ['maru_desk_batches', 'Batches made durable since the start', () => desk.stats().batches],
    ['maru_desk_events', 'Events made durable since the start', () => desk.stats().events],
    ['maru_desk_open', '1 while orders are accepted', () => (desk.state() === 'OPEN' ? 1 : 0)],
    ['maru_desk_slowed', '1 while players wait for the tables', () => (desk.stats().isSlowed ? 1 : 0)],
    ['maru_audited_batch', 'Batch up to which the tables were compared', () => desk.audited()],
    ['maru_shadow_behind', 'Batches the tables are behind the journal', () => desk.behind()],
    ['maru_feed_ticks', 'Ticks accepted since the start', () => feed.report(clock()).live],
    [
      'maru_feed_stopped',
      'Open instruments without a usable price',
      () => feed.report(clock()).stopped.length,
    ],
    ['maru_sockets', 'Live connections', () => realtime.stats().sessions],
    ['maru_reads_waiting', 'Reads that wait in their lane', reads.waiting],
    ['maru_reads_total', 'Transactions of read calls since the start', reads.served],
  ];
  for (const [name, help, ask] of gauges) metrics.gaugeOf(name, help, ask);
}

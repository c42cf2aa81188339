// The whole platform in one process: each part is opened with what it needs, and closed in the opposite order.

import { type SiteId, siteId } from '@maru/engine/purse';
import { SECOND_MS } from '@maru/engine/time';
import { withDeviceRule } from './account/device-rule.ts';
import type { SeededPerson } from './account/first-start.ts';
import type { Accounts } from './account/open-accounts.ts';
import { loadOrCreateSecret } from './account/secrets.ts';
import type { BegunStart } from './begin-start.ts';
import type { Config } from './config.ts';
import { watchReads } from './db/watch-reads.ts';
import type { OpenedFeature } from './feature/server-feature.ts';
import { openFeatures } from './features.ts';
import { instruments } from './feed/instruments.ts';
import { createHttp } from './http/http.ts';
import type { Principal, Route } from './http/serve.ts';
import type { Signing } from './http/signed.ts';
import type { Log } from './log/log.ts';
import { healthOf, measurePlatform } from './measure-platform.ts';
import { memberViews } from './members/views.ts';
import { measureCalls } from './metrics/measure-calls.ts';
import { createMetrics } from './metrics/metrics.ts';
import { openArchive } from './open-archive.ts';
import { type GatewayLine, openFront } from './open-front.ts';
import { type MarketPlace, openMarket } from './open-market.ts';
import { openPeople } from './open-people.ts';
import { openPopular } from './open-popular.ts';
import { openProducts } from './open-products.ts';
import { type Closing, openDesk, openStorage, type SharedShard, type Storage } from './open-storage.ts';
import { openPast } from './past/open-past.ts';
import { clock, steadyMs, wait } from './process-time.ts';
import type { OpenedProduct } from './product/server-product.ts';
import { products } from './products.ts';
import { createEventPushes } from './push/event-pushes.ts';
import { missedPushes } from './push/missed-pushes.ts';
import { createRates } from './rates/rates.ts';
import { rateRoutes } from './rates/routes.ts';
import { createSimulatedWon } from './rates/won-source.ts';
import { shadowParts } from './shadow-products.ts';
import { type PriceSource, siteRoutes } from './site/routes.ts';
import type { Sites } from './site/sites.ts';
import { openSolvency } from './solvency/open-solvency.ts';
import { badgeRoutes } from './staff/badges.ts';
import { changeRoutes } from './staff/changes.ts';
import { createStaffRequests } from './staff/requests.ts';
import { createTrials, type Trials } from './trial/trials.ts';

const READ_PROBE_MS = 1_000;

export interface Platform {
  readonly address: string;
  /** People created by a first start, with the passwords that were generated for them. */
  readonly created: readonly SeededPerson[];
  /** The Prometheus text. */
  metrics(): string;
  stop(): Promise<void>;
}

export interface PlatformOptions {
  readonly config: Config;
  readonly log: Log;
  readonly appFolder?: string;
  /** What the process began before it loaded this file; otherwise it is begun here. */
  readonly begun?: BegunStart;
  readonly market?: MarketPlace;
  /** For tests that call more often than a person may. */
  readonly paces?: 'OFF';
  /** Reached through gateways instead of a socket of its own. */
  readonly line?: GatewayLine;
  /** Its shard may be another process's: it follows until it owns it. */
  readonly shared?: SharedShard;
  /** The desk has stopped for good: the process must end, and may be started again. */
  readonly onHalt: (fault: unknown) => void;
}

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
  const { shard } = config;
  const storage = await openStorage(options, closing);
  const { database, reads } = storage;
  const pushes = createEventPushes(products, instruments);
  const front = openFront(options, {
    authenticate: (token, { address }) => connect({ signing, accounts }, token, address),
    stillValid: (principal) => signing?.isValid(principal) ?? isSignedIn(principal),
    missedSince: (missed) => missedPushes({ database: reads.database, desk, pushes }, missed),
    desk: () => desk,
    database: reads.database,
    sites: () => sites,
    routes: () => routes,
  });
  const { realtime, topics } = front;
  closing.push(() => front.close());

  const trials = whenOpened(() => tried);
  const openingDesk = openDesk(options, storage, { realtime, pushes });
  // The desk's thread reads its journal and the tables meanwhile, so this one is free; while the market computes the
  // days of its instruments, the accounts are opened.
  const openingMarket = openMarket(
    { config, database: reads.database, realtime: topics, log },
    options.market,
  );
  const openingPeople = openingDesk.then((opened) => {
    closing.push(() => opened.desk.stop());
    return openPeople({
      ...{ shard, config, database, reads: reads.database, opened, realtime, trials, paces, log },
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
  const won = createSimulatedWon(loadOrCreateSecret(config.sharedFolder, 'rate-seed'));
  const rates = createRates({ database: reads.database, instruments, prices: feed, won, time, log });
  await rates.start();
  closing.push(() => rates.stop());
  const { confirmOwner, protection } = accounts;
  const { isSignedIn } = accounts.authenticator;
  const secretOf = (name: string): string => loadOrCreateSecret(config.sharedFolder, name);
  const offered = { shard, database: reads.database, desk, sites, realtime, instruments, rates };
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
  measurePlatform(metrics, { desk, feed, realtime, reads });
  for (const each of openedParts) each.measure?.(metrics);
  const readWatch = watchReads({ probe: reads.probe, steadyMs });
  const watching = setInterval(readWatch.probe, READ_PROBE_MS);
  closing.push(() => clearInterval(watching));
  const { archive, disk } = openArchive({ ...storage, shard, config, metrics, log, onHalt });
  closing.push(() => archive?.stop());
  closing.push(() => disk.stop());
  const solvency = openSolvency({
    ...{ shard, database, reads: reads.database, reach: storage.reach, time, metrics, log },
    beginsAfterMs: config.solvencyAfterSeconds * SECOND_MS,
  });
  closing.push(() => solvency.stop());

  const routes = withDeviceRule(
    withMemberViews({ database: reads.database, parts: openedParts }, [
      ...siteRoutes({ sites, priceSource: sourceOf(config), liveChatUrl: config.liveChatUrl }),
      ...marketRoutes,
      ...ruledRoutes([accounts, ...openedParts]),
      ...openPopular(reads.database, shard),
      ...rateRoutes({ rates, sites }),
      ...solvency.routes,
      ...past.routes,
      ...requests.routes,
      ...officeRoutes(storage, openedParts),
    ]),
    accounts.authenticator,
  );
  const http = await createHttp({
    routes,
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
      front.mount(app);
      market.mount(app);
      for (const each of openedParts) each.mount?.(app);
    },
    onAnswered: measureCalls(metrics),
  });
  closing.push(() => http.close());
  const address = await front.listen(http);
  closing.push(() => front.leave());
  desk.letTablesFollow();
  for (const each of openedParts) await each.start?.();
  solvency.start();
  return { address, created, metrics: () => metrics.text() };
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

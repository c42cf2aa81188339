// Opens the feed that the configuration names, with the market that receives its ticks.
import { SECOND_TICKS_PATH } from '@maru/contract/market';
import type { Tick } from '@maru/engine/market/tick';
import type { Millis } from '@maru/engine/time';
import type { FastifyInstance } from 'fastify';
import { createBus } from './bus/bus.ts';
import type { Carrier } from './bus/carrier.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import { exchangeCalendars } from './feed/calendars.ts';
import { createFeed, type Feed } from './feed/feed.ts';
import { indexSeeds } from './feed/index-stock.ts';
import { instruments } from './feed/instruments.ts';
import { beginPast, openSecondSource, openSource } from './feed/open-source.ts';
import { lateTicks, liveTicks } from './feed/subjects.ts';
import { feedChoice, indexSecretOf } from './feed-choice.ts';
import type { Route } from './http/serve.ts';
import { publishedUntil } from './indices/published-until.ts';
import { indexRoutes } from './indices/routes.ts';
import { openSeals } from './indices/seals.ts';
import type { Log } from './log/log.ts';
import { type Calendars, openCalendars } from './market/calendars.ts';
import type { History } from './market/history.ts';
import { createMarket } from './market/market.ts';
import { mountPush } from './market/mount-push.ts';
import { markRecordedAt } from './market/recorded-marks.ts';
import { type SecondPrices, startSecondPrices } from './market/second-prices.ts';
import { loadRecordEnd } from './market/tick-store.ts';
import { openFollowingMarket } from './open-following-market.ts';
import { openPremiums } from './open-premiums.ts';
import { clock, wait } from './process-time.ts';
import type { ProductParts } from './product/server-product.ts';
import type { Realtime } from './realtime/realtime.ts';

export interface OpenedMarket {
  readonly feed: Feed;
  /** The routes of the market, and of the proof of the Maru indices. */
  readonly routes: readonly Route[];
  /** Prices of any time. */
  readonly history: History;
  /** Where prices may be pushed to us. */
  mount(app: FastifyInstance): void;
  readonly forFeatures: {
    readonly calendars: Calendars;
    readonly secondPrices: SecondPrices | undefined;
  };
  readonly forProducts: Pick<
    ProductParts,
    | 'prices'
    | 'funding'
    | 'listed'
    | 'recorder'
    | 'coverage'
    | 'lastTicks'
    | 'onLiveTick'
    | 'onTick'
    | 'onCalendarChange'
  >;
  stop(): Promise<void>;
}

export interface MarketGiven {
  readonly config: Config;
  readonly database: Database;
  readonly realtime: Pick<Realtime, 'publishLatest' | 'listStocks'>;
  readonly log: Log;
}

/** Where the feed of a process is: absent or `own` in itself, otherwise in another one. */
export type MarketPlace = 'own' | { readonly following: Carrier } | undefined;

export const openMarket = (given: MarketGiven, place: MarketPlace): Promise<OpenedMarket> =>
  place === undefined || place === 'own' ? openOwnMarket(given) : openFollowingMarket(given, place.following);

/** With a source and a record of its own: one process that does everything. */
async function openOwnMarket(options: MarketGiven): Promise<OpenedMarket> {
  const { config, database, realtime, log } = options;
  const time = { clock, wait };
  const bus = createBus((fault) => log.error('feed listener failed', { error: fault }));
  const secret = indexSecretOf(config);
  const choice = feedChoice(config, database);
  // Before anything is computed by the hours of the exchanges.
  const calendars = await openCalendars(database, exchangeCalendars);
  const past = beginPast(choice, { indexSecret: secret, instruments });
  const seals = await openSeals({ database, seedOf: indexSeeds(secret), time, log });
  // With the last ticks of the record the spike filter also checks the first tick after a restart.
  const record = await database.transaction(loadRecordEnd);
  const { lastTicks, recentTicks } = record;
  const premiums = await openPremiums({ database, instruments, time, log });
  const { mayPublish } = seals;
  const { source, push } = openSource(choice, {
    instruments,
    past,
    time,
    log,
    index: { secret, mayPublish, publishedUntil: publishedUntil(lastTicks, seals) },
  });
  const { carryAt } = premiums;
  const feed = createFeed({ source, instruments, bus, time, lastTicks, recentTicks, carryAt });
  realtime.listStocks(instruments.map((instrument) => instrument.code));
  const onLiveTick = (listen: (tick: Tick) => void) => bus.subscribe(liveTicks, listen);
  const onLateTick = (listen: (tick: Tick) => void) => bus.subscribe(lateTicks, listen);
  const market = createMarket({
    database,
    instruments,
    prices: feed,
    fundingOf: premiums.of,
    past: source.past,
    depth: source.depth,
    onLiveTick,
    onLateTick,
    publishLatest: realtime.publishLatest,
    time,
    log,
  });
  // Where the source has a past, the one read above is all that this needs: the tables may be busy.
  await market.start(record);
  const stopPremiums = onLiveTick((tick) => premiums.add(tick, feed.index(tick.stock)));
  await feed.start();
  const second = openSecondSource(
    { feed: config.secondFeed, secret: config.secondFeedSecret ?? '' },
    { instruments, time, log },
  );
  const secondPrices = second && (await startSecondPrices(second.source));
  seals.start();
  premiums.start();
  const { recorder } = market;
  const priceAt = async (stock: string, at: Millis) => source.past?.priceAt(stock, at);
  return {
    routes: [...market.routes, ...indexRoutes({ database, seals, priceAt })],
    feed,
    history: market.history,
    mount(app) {
      if (push !== undefined) mountPush(app, push, clock);
      if (second?.push !== undefined) mountPush(app, second.push, clock, SECOND_TICKS_PATH);
    },
    forFeatures: { calendars, secondPrices },
    forProducts: {
      onCalendarChange: calendars.onChange,
      prices: feed,
      funding: {
        ...premiums,
        markAt: (stock, boundary) => markRecordedAt({ database, recorder }, stock, boundary),
      },
      listed: market.listed,
      recorder,
      lastTicks,
      onLiveTick,
      onTick(listen) {
        const endings = [onLiveTick(listen), onLateTick(listen)];
        return () => {
          for (const end of endings) end();
        };
      },
    },
    async stop() {
      await seals.stop();
      await second?.source.stop();
      await feed.stop();
      stopPremiums();
      await premiums.stop();
      await market.stop();
    },
  };
}

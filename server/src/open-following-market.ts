// The market in a process that follows the feed of another: the same prices, lists, histories and topics, and nothing
// written.

import { SECOND_TICKS_PATH } from '@maru/contract/market';
import type { Millis } from '@maru/engine/time';
import { createBus } from './bus/bus.ts';
import type { Carrier } from './bus/carrier.ts';
import type { Config } from './config.ts';
import { exchangeCalendars } from './feed/calendars.ts';
import type { Feed } from './feed/feed.ts';
import { openFollower } from './feed/follower.ts';
import { indexSeeds } from './feed/index-stock.ts';
import { instruments } from './feed/instruments.ts';
import { beginPast, openSource } from './feed/open-source.ts';
import { createPushSource } from './feed/push.ts';
import { lateTicks, liveTicks } from './feed/subjects.ts';
import { feedChoice, indexSecretOf } from './feed-choice.ts';
import { indexRoutes } from './indices/routes.ts';
import { openSeals } from './indices/seals.ts';
import { openCalendars } from './market/calendars.ts';
import { createFollowedMarket } from './market/market.ts';
import { mountPush, type PushedPrices } from './market/mount-push.ts';
import { markRecordedAt } from './market/recorded-marks.ts';
import { refreshCalendars } from './market/refreshed-calendars.ts';
import type { SecondPrices } from './market/second-prices.ts';
import type { MarketGiven, OpenedMarket } from './open-market.ts';
import { openPremiums } from './open-premiums.ts';
import { pushedOver } from './open-second-feed.ts';
import { clock, wait } from './process-time.ts';

/** A start waits so long for the leader; without one prices follow later. */
const JOIN_WITHIN_MS = 2_000;

export async function openFollowingMarket(options: MarketGiven, carrier: Carrier): Promise<OpenedMarket> {
  const { config, database, realtime, log } = options;
  const time = { clock, wait };
  const bus = createBus((fault) => log.error('feed listener failed', { error: fault }));
  const indexSecret = indexSecretOf(config);
  const choice = feedChoice(config, database);
  const calendars = await openCalendars(database, exchangeCalendars);
  const refreshing = refreshCalendars({ calendars, time, log });
  const past = beginPast(choice, { indexSecret, instruments });
  const seals = await openSeals({
    ...{ database, seedOf: indexSeeds(indexSecret), time, log },
    isReader: true,
  });
  // Never started: it only knows the past, and the order books of the present.
  const { source } = openSource(choice, {
    ...{ instruments, past, time, log },
    index: { secret: indexSecret, mayPublish: seals.mayPublish, publishedUntil: undefined },
  });
  const follower = await openFollower({ carrier, database, instruments, bus, time, log });
  const { prices, mirror, coverage } = follower;
  const isFinal = (boundary: Millis) => boundary <= follower.fundedUntil();
  const premiums = await openPremiums({ database, instruments, time, log, isFinal });
  const feed: Feed = {
    ...prices,
    // Known when the leader was heard.
    get source() {
      return prices.source;
    },
    // It begins and ends with the market.
    start: async () => undefined,
    stop: async () => undefined,
  };
  realtime.listStocks(instruments.map((instrument) => instrument.code));
  const onLiveTick: OpenedMarket['forProducts']['onLiveTick'] = (listen) => bus.subscribe(liveTicks, listen);
  const market = createFollowedMarket(
    {
      ...{ database, instruments, prices, time, onLiveTick },
      fundingOf: premiums.of,
      past: source.past,
      depth: source.depth,
      publishLatest: realtime.publishLatest,
    },
    mirror,
  );
  await market.start();
  const stopPremiums = onLiveTick((tick) => premiums.add(tick, prices.index(tick.stock)));
  follower.start();
  await follower.whenJoined(JOIN_WITHIN_MS);
  // With what was heard since the tables were read.
  const lastTicks = instruments.flatMap(({ code }) => prices.latest(code) ?? []);
  seals.start();
  refreshing.start();
  const priceAt = async (stock: string, at: Millis) => source.past?.priceAt(stock, at);
  return {
    routes: [...market.routes, ...indexRoutes({ database, seals, priceAt })],
    feed,
    history: market.history,
    mount(app) {
      const { feedSecret, secondFeedSecret } = config;
      const over = (which: 'first' | 'second', secret: string | undefined) =>
        pushedOver(carrier, which, { knows: knowsOf(secret), epochOf: follower.stream.epoch });
      if (config.feed === 'push') mountPush(app, over('first', feedSecret), clock);
      if (config.secondFeed === 'push')
        mountPush(app, over('second', secondFeedSecret), clock, SECOND_TICKS_PATH);
    },
    forFeatures: { calendars, secondPrices: secondPricesOf(config, follower) },
    forProducts: {
      onCalendarChange: calendars.onChange,
      prices: feed,
      coverage,
      funding: {
        ...premiums,
        markAt: (stock, boundary) => markRecordedAt({ database, recorder: mirror }, stock, boundary),
      },
      listed: market.listed,
      recorder: mirror,
      lastTicks,
      onLiveTick,
      onTick(listen) {
        const endings = [onLiveTick(listen), bus.subscribe(lateTicks, listen)];
        return () => {
          for (const end of endings) end();
        };
      },
    },
    async stop() {
      await refreshing.stop();
      await seals.stop();
      follower.stop();
      stopPremiums();
      market.stop();
      await source.stop();
    },
  };
}

/** Checked before a batch is sent on; the source that takes it checks it again. */
function knowsOf(secret: string | undefined): PushedPrices['knows'] {
  const senders = { load: async () => new Map<string, number>(), save: async () => undefined };
  return createPushSource({ secret: secret ?? '', senders }).knows;
}

function secondPricesOf(
  { secondFeed }: Pick<Config, 'secondFeed'>,
  { second }: Pick<Awaited<ReturnType<typeof openFollower>>, 'second'>,
): SecondPrices | undefined {
  if (secondFeed === 'off') return undefined;
  return { name: secondFeed, latest: (stock) => second()?.latest(stock) };
}

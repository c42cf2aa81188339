// The feed that the configuration names, with the market that listens to it.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Tick } from '@maru/engine/market/tick';
import { loadOrCreateSecret } from './account/secrets.ts';
import { createBus } from './bus/bus.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import { createFeed, type Feed } from './feed/feed.ts';
import { indexSeeds } from './feed/index-stock.ts';
import { instruments } from './feed/instruments.ts';
import { beginPast, type FeedChoice, openSource } from './feed/open-source.ts';
import type { PushSource } from './feed/push.ts';
import { openSenderStore } from './feed/sender-store.ts';
import { lateTicks, liveTicks } from './feed/subjects.ts';
import type { Route } from './http/serve.ts';
import { publishedUntil } from './indices/published-until.ts';
import { indexRoutes } from './indices/routes.ts';
import { openSeals } from './indices/seals.ts';
import type { Log } from './log/log.ts';
import { createMarket, type Market } from './market/market.ts';
import { loadRecordEnd } from './market/tick-store.ts';
import { clock, wait } from './process-time.ts';
import type { Realtime } from './realtime/realtime.ts';

export interface OpenedMarket {
  readonly market: Market;
  readonly feed: Feed;
  /** The proof of the Maru indices. */
  readonly indexRoutes: readonly Route[];
  /** Present when prices may be sent to us. */
  readonly push: PushSource | undefined;
  /** The newest ticks of the record when it was opened: what an earlier process has recorded. */
  readonly lastTicks: readonly Tick[];
  /** Ticks that are live, in order for each instrument. */
  onLiveTick(listen: (tick: Tick) => void): () => void;
  /** Every believed tick, also those that came late. */
  onTick(listen: (tick: Tick) => void): () => void;
  stop(): Promise<void>;
}

export async function openMarket(options: {
  readonly config: Config;
  readonly database: Database;
  readonly realtime: Pick<Realtime, 'publishLatest' | 'listStocks'>;
  readonly log: Log;
}): Promise<OpenedMarket> {
  const { config, database, realtime, log } = options;
  const time = { clock, wait };
  const bus = createBus((fault) => log.error('feed listener failed', { error: fault }));
  const secret = config.indexSecret ?? loadOrCreateSecret(config.dataFolder, 'index-secret');
  const choice = choiceOf(config, database);
  const past = beginPast(choice, { indexSecret: secret, instruments });
  const seals = await openSeals({ database, seedOf: indexSeeds(secret), time, log });
  // The last ticks of the record let the spike filter judge the first tick after a restart too.
  const record = await database.transaction(loadRecordEnd);
  const { lastTicks } = record;
  const { mayPublish } = seals;
  const { source, push } = openSource(choice, {
    instruments,
    past,
    time,
    log,
    index: { secret, mayPublish, publishedUntil: publishedUntil(lastTicks, seals) },
  });
  const feed = createFeed({ source, instruments, bus, time, lastTicks });
  realtime.listStocks(instruments.map((instrument) => instrument.code));
  const market = createMarket({
    database,
    instruments,
    prices: feed,
    past: source.past,
    depth: source.depth,
    onLiveTick: (listen) => bus.subscribe(liveTicks, listen),
    onLateTick: (listen) => bus.subscribe(lateTicks, listen),
    publishLatest: realtime.publishLatest,
    time,
    log,
  });
  // One look into the tables before it is all that this needs where the source has a past: the tables may be busy.
  await market.start(record);
  await feed.start();
  seals.start();
  return {
    indexRoutes: indexRoutes({
      database,
      seals,
      priceAt: async (stock, at) => source.past?.priceAt(stock, at),
    }),
    market,
    feed,
    push,
    lastTicks,
    onLiveTick: (listen) => bus.subscribe(liveTicks, listen),
    onTick(listen) {
      const endings = [bus.subscribe(liveTicks, listen), bus.subscribe(lateTicks, listen)];
      return () => {
        for (const end of endings) end();
      };
    },
    async stop() {
      await seals.stop();
      await feed.stop();
      await market.stop();
    },
  };
}

function choiceOf(config: Config, database: Database): FeedChoice {
  switch (config.feed) {
    case 'simulated':
      return { feed: 'simulated', seed: config.feedSeed ?? loadOrCreateSeed(config.dataFolder) };
    case 'ccxt':
      return { feed: 'ccxt' };
    case 'push':
      return {
        feed: 'push',
        secret: config.feedSecret ?? '',
        senders: openSenderStore(database, config.feedSecret ?? ''),
      };
    case 'replay':
      return { feed: 'replay', path: config.replayFile ?? '', speed: config.replaySpeed };
  }
}

/** Who knows the seed knows tomorrow's prices: every installation draws its own, once, and keeps it to itself. */
function loadOrCreateSeed(folder: string): string {
  const file = join(folder, 'feed-seed');
  if (!existsSync(file)) writeFileSync(file, randomBytes(16).toString('hex'), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}

// Assembles the market: the record, the history, the day of each instrument, the topics and the calls.
import type { Depth } from '@maru/engine/market/depth';
import type { Instrument } from '@maru/engine/market/instrument';
import type { Tick } from '@maru/engine/market/tick';
import { DAY_MS, type Millis } from '@maru/engine/time';
import type { Database } from '../db/database.ts';
import type { Route } from '../http/serve.ts';
import type { Log } from '../log/log.ts';
import { createDays, type Days } from './days.ts';
import type { FundingOf } from './funding.ts';
import { createHistory, type History } from './history.ts';
import { createListed, type Listed, type Prices } from './listed.ts';
import type { Past } from './past.ts';
import { createPriceTopics, type PublishLatest } from './price-topics.ts';
import { marketRoutes } from './routes.ts';
import { createTickRecorder, type Retention, type TickRecorder } from './tick-recorder.ts';
import type { RecordEnd } from './tick-store.ts';

/** Staff may void a round for a day after it was settled, so its ticks are kept longer than that. */
export const retention: Retention = { ticksMs: 2 * DAY_MS, minuteCandlesMs: 90 * DAY_MS };

export interface MarketOptions {
  readonly database: Database;
  readonly instruments: readonly Instrument[];
  /** The feed. */
  readonly prices: Prices;
  readonly fundingOf: FundingOf;
  readonly past?: Past | undefined;
  readonly depth?: ((stock: string, at: Millis) => Depth | undefined) | undefined;
  readonly onLiveTick: (listen: (tick: Tick) => void) => () => void;
  readonly onLateTick: (listen: (tick: Tick) => void) => () => void;
  readonly publishLatest: PublishLatest;
  readonly time: {
    readonly clock: () => Millis;
    readonly wait: (ms: number) => Promise<void>;
  };
  readonly log: Log;
}

export interface Market {
  /** Call before the feed starts, so that no tick is missed. Reads no tables where the source has a past. */
  start(record: RecordEnd): Promise<void>;
  /** Call after the feed has stopped: writes the last ticks. */
  stop(): Promise<void>;
  readonly routes: readonly Route[];
  /** An instrument as every product lists it. */
  readonly listed: Listed;
  readonly days: Days;
  readonly recorder: TickRecorder;
  readonly history: History;
}

export function createMarket(options: MarketOptions): Market {
  const { database, instruments, time, log } = options;
  const recorder = createTickRecorder({ database, instruments, time, log, retention });
  const { showTick, ...shown } = showMarket(options, recorder);
  let endings: readonly (() => void)[] = [];

  return {
    ...shown,
    recorder,
    async start(record) {
      recorder.start(record);
      endings = [
        options.onLiveTick((tick) => {
          recorder.record(tick);
          showTick(tick);
        }),
        options.onLateTick(recorder.record),
      ];
      await shown.days.start(time.clock());
    },
    async stop() {
      for (const end of endings) end();
      await recorder.stop();
    },
  };
}

/** The market in a process that follows the feed of another, which writes the record. */
export interface FollowedMarket extends Omit<Market, 'start' | 'stop' | 'recorder'> {
  start(): Promise<void>;
  stop(): void;
}

export function createFollowedMarket(
  options: Omit<MarketOptions, 'onLateTick' | 'log'>,
  mirror: Pick<TickRecorder, 'open' | 'startedAt'>,
): FollowedMarket {
  const { showTick, ...shown } = showMarket(options, mirror);
  let end: (() => void) | undefined;
  return {
    ...shown,
    async start() {
      end = options.onLiveTick(showTick);
      await shown.days.start(options.time.clock());
    },
    stop: () => end?.(),
  };
}

/** What the market shows of prices, and of the record. */
function showMarket(
  options: Omit<MarketOptions, 'onLateTick' | 'log'>,
  recorder: Pick<TickRecorder, 'open' | 'startedAt'>,
) {
  const { database, instruments, past } = options;
  const history = createHistory({ database, recorder, past });
  const days = createDays(instruments, history);
  const publishTick = createPriceTopics({ ...options, days });
  return {
    routes: marketRoutes({ ...options, history, days }),
    listed: createListed(options.prices, days),
    days,
    history,
    showTick(tick: Tick) {
      days.add(tick);
      publishTick(tick);
    },
  };
}

// The price topics where several processes share the work: the leader of the feed writes them. The days that prices are
// compared with take a while to read, so a process that stands by reads them before it leads, and keeps them up.
import type { Tick } from '@maru/engine/market/tick';
import type { Bus } from './bus/bus.ts';
import type { Carrier } from './bus/carrier.ts';
import type { Database } from './db/database.ts';
import type { FeedLease } from './feed/feed-lease.ts';
import type { Follower } from './feed/follower.ts';
import { instruments } from './feed/instruments.ts';
import type { Time } from './feed/source.ts';
import { liveTicks } from './feed/subjects.ts';
import { openPriceSender, type PriceSender } from './gateway/price-sender.ts';
import type { Log } from './log/log.ts';
import { createDays, type Days } from './market/days.ts';
import type { FundingOf } from './market/funding.ts';
import { createHistory } from './market/history.ts';
import type { Prices } from './market/listed.ts';
import type { Past } from './market/past.ts';
import { createPriceTopics } from './market/price-topics.ts';

const RETRY_MS = 1_000;

export interface KeptDays extends Pick<Days, 'add' | 'change'> {
  /** Reads them, once; what is added before waits for it. Whether they were read: not when the process ends before. */
  load(): Promise<boolean>;
  /** Resolves when nothing is read any more. */
  stop(): Promise<void>;
}

/** From the ticks of the leader that is followed; who leads adds its own. */
export function keepDays({
  database,
  mirror,
  past,
  bus,
  time,
  log,
}: {
  readonly database: Database;
  readonly mirror: Follower['mirror'];
  readonly past: Past | undefined;
  readonly bus: Bus;
  readonly time: Time;
  readonly log: Log;
}): KeptDays {
  const days = createDays(instruments, createHistory({ database, recorder: mirror, past }));
  let isStopped = false;
  const end = bus.subscribe(liveTicks, days.add);

  let loading: Promise<boolean> | undefined;
  async function load(): Promise<boolean> {
    while (!isStopped) {
      try {
        await days.start(time.clock());
        return true;
      } catch (fault) {
        if (isStopped) break;
        log.warn('reading the days of the instruments failed, retrying', { error: fault });
        await time.wait(RETRY_MS);
      }
    }
    return false;
  }

  return {
    add: days.add,
    change: days.change,
    load() {
      loading ??= load();
      return loading;
    },
    async stop() {
      isStopped = true;
      end();
      await loading;
    },
  };
}

export interface LeadingTopics {
  /** Sends the last prices. */
  stop(): void;
}

/**
 * Opened just before the feed is started, so that it hears every tick; what the feed knew before is told, too. Without
 * the days no price is told: it would look as if it had not changed.
 */
export function openPriceTopics({
  carrier,
  lease,
  bus,
  days,
  prices,
  fundingOf,
  wait,
}: {
  readonly carrier: Carrier;
  readonly lease: Pick<FeedLease, 'epoch' | 'isOurs'>;
  readonly bus: Bus;
  readonly days: KeptDays;
  readonly prices: Prices;
  readonly fundingOf: FundingOf;
  readonly wait: Time['wait'];
}): LeadingTopics {
  const shownWith = { instruments, days, prices, fundingOf };
  let publish: ((tick: Tick) => void) | undefined;
  let sender: PriceSender | undefined;
  let isStopped = false;
  const end = bus.subscribe(liveTicks, (tick) => {
    days.add(tick);
    publish?.(tick);
  });

  function begin(isLoaded: boolean): void {
    if (isStopped || !isLoaded) return;
    sender = openPriceSender({ carrier, wait, epoch: lease.epoch, isOurs: lease.isOurs });
    const keep = createPriceTopics({ ...shownWith, publishLatest: sender.keepLatest });
    publish = createPriceTopics({ ...shownWith, publishLatest: sender.publishLatest });
    // Most were told by the leader before: the gateways ask, and find what is new to them.
    for (const tick of instruments.flatMap(({ code }) => prices.latest(code) ?? [])) keep(tick);
  }

  void days.load().then(begin);
  return {
    stop() {
      isStopped = true;
      end();
      sender?.close();
    },
  };
}

// A process of the feed: it follows the leader until the leader's lease has run out, and then leads.

import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Millis } from '@maru/engine/time';
import { createBus } from './bus/bus.ts';
import type { Carrier } from './bus/carrier.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import { exchangeCalendars } from './feed/calendars.ts';
import { claimFeedLease, FEED_LEASE_MS, type FeedLease } from './feed/feed-lease.ts';
import { FIRST_CHAIN, feedSubjects, packMessages, positionText } from './feed/feed-message.ts';
import { type Follower, openFollower } from './feed/follower.ts';
import { instruments } from './feed/instruments.ts';
import { beginPast, openSource } from './feed/open-source.ts';
import { feedChoice, indexSecretOf } from './feed-choice.ts';
import type { Log } from './log/log.ts';
import { openCalendars } from './market/calendars.ts';
import { refreshCalendars } from './market/refreshed-calendars.ts';
import { type LeadingMarket, openLeadingMarket, type TakenOver } from './open-leading-market.ts';
import { keepDays } from './open-price-topics.ts';
import { clock, steadyMs, wait } from './process-time.ts';

/** How often a standby tries to lead. */
const CLAIM_EVERY_MS = 100;
/** Followers that have seen more of the leader before have so long to say so; later they still hand it over. */
const HANDED_WITHIN_MS = 150;
/** Who has heard nothing for longer knows too little of the leader before: followers then continue by the tables. */
const HEARD_WITHIN_MS = 15_000;
/** Where nobody leads for so long, the days are read all the same. */
const JOINED_WITHIN_MS = 10_000;

export interface FeedRole {
  /** Leads, or follows the leader without missing anything. */
  isReady(): boolean;
  isLeading(): boolean;
  /** Resolves when this process leads. */
  readonly leading: Promise<void>;
  stop(): Promise<void>;
}

export interface FeedRoleOptions {
  readonly config: Config;
  readonly log: Log;
  readonly carrier: Carrier;
  readonly database: Database;
  /** Another process leads, or leading failed: the process must end, and may be started again. */
  readonly onHalt: (fault: unknown) => void;
  readonly leaseMs?: number;
  /** The machine's time, for tests. */
  readonly time?: {
    readonly clock: () => Millis;
    readonly wait: (ms: number) => Promise<void>;
    readonly steadyMs: () => number;
  };
}

export async function startFeed(options: FeedRoleOptions): Promise<FeedRole> {
  const { config, log, carrier, database, onHalt, leaseMs = FEED_LEASE_MS } = options;
  const { time = { clock, wait, steadyMs } } = options;
  const indexSecret = indexSecretOf(config);
  // The sources and the filter compute by the hours of the exchanges.
  const calendars = await openCalendars(database, exchangeCalendars);
  const refreshing = refreshCalendars({ calendars, time, log });
  refreshing.start();
  const choice = (of: Database) => feedChoice(config, of);
  const past = beginPast(choice(database), { indexSecret, instruments });
  const bus = createBus((fault) => log.error('feed listener failed', { error: fault }));
  const follower = await openFollower({ carrier, database, instruments, bus, time, log });
  // Never started: it only knows the past.
  const { source } = openSource(choice(database), {
    ...{ instruments, past, time, log },
    index: { secret: indexSecret, mayPublish: () => false, publishedUntil: undefined },
  });
  const { mirror } = follower;
  const days = keepDays({ database, mirror, past: source.past, bus, time, log });
  follower.start();
  // Reading takes the processor for a while, which another process may need that begins to lead just now.
  void follower.whenJoined(JOINED_WITHIN_MS).then(days.load);
  const holder = `${hostname()} ${process.pid} ${randomUUID().slice(0, 8)}`;
  let isStopping = false;
  let opened: LeadingMarket | undefined;
  let nowLeading: (() => void) | undefined;
  const leading = new Promise<void>((resolve) => (nowLeading = resolve));

  async function claim(): Promise<FeedLease | undefined> {
    while (!isStopping) {
      try {
        // Nobody would hear a leader that has lost the carrier.
        const lease = !carrier.isConnected()
          ? undefined
          : await claimFeedLease({
              ...{ database, holder, leaseMs, wait: time.wait, steadyMs: time.steadyMs },
              onLost: (fault) => {
                if (!isStopping) onHalt(fault);
              },
            });
        if (lease !== undefined) return lease;
      } catch (fault) {
        log.warn('claiming the lease of the feed failed, retrying', { error: fault });
      }
      await time.wait(CLAIM_EVERY_MS);
    }
    return undefined;
  }

  async function lead(): Promise<void> {
    const lease = await claim();
    if (lease === undefined) return;
    lease.keep();
    const takenOver = await takeOver({ carrier, lease, follower, time });
    const { base } = takenOver;
    log.info('feed: this process leads', { epoch: lease.epoch, base });
    opened = await openLeadingMarket({
      ...{ config, log, carrier, lease, takenOver, indexSecret, past, days, time },
      choice: choice(lease.fenced),
    });
    nowLeading?.();
  }

  const running = lead().catch((fault: unknown) => {
    if (!isStopping) onHalt(fault);
  });

  return {
    isReady: () => opened !== undefined || follower.stream.isComplete(),
    isLeading: () => opened !== undefined,
    leading,
    async stop() {
      isStopping = true;
      const stopped = days.stop();
      await refreshing.stop();
      await running;
      follower.stop();
      if (opened === undefined) await past.close();
      await opened?.stop();
      await stopped;
    },
  };
}

/** Ticks that the leader before has sent and not written must not be lost: who has seen more of them says so. */
async function takeOver({
  carrier,
  lease,
  follower,
  time,
}: {
  readonly carrier: Carrier;
  readonly lease: FeedLease;
  readonly follower: Follower;
  readonly time: { readonly clock: () => Millis; readonly wait: (ms: number) => Promise<void> };
}): Promise<TakenOver> {
  const { stream, mirror } = follower;
  const known = stream.position();
  const end = carrier.listen(feedSubjects.handed, (bytes) => stream.takeHanded(bytes));
  const positions = [{ epoch: lease.epoch, number: 0 }, ...(known === undefined ? [] : [known])];
  carrier.publish(feedSubjects.takeOver, packMessages(positions.map(positionText)));
  await time.wait(HANDED_WITHIN_MS);
  end();
  follower.stop();
  const coveredUntil = follower.coveredUntil();
  const isRecent = time.clock() - coveredUntil <= HEARD_WITHIN_MS;
  return {
    base: isRecent ? stream.position() : undefined,
    chain: (isRecent ? stream.chain() : undefined) ?? FIRST_CHAIN,
    ring: stream.ring,
    unwritten: mirror.unwritten(),
    heard: mirror.all(),
    coveredUntil,
  };
}

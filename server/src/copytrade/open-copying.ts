// Assembles what copies by itself: the state after the durable events, the mirror, loss limits and shares, all of which
// send their commands through one bounded dispatch.
import type { FuturesPush, Push } from '@maru/contract/realtime';
import type { CopytradeState } from '@maru/engine/copytrade/state';
import type { AnyEvent } from '@maru/engine/products';
import type { PlayerId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { FuturesGround } from '../futures/deps.ts';
import { type FuturesPrices, quoteOf } from '../futures/quotes.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { createBookFollower } from '../product/book-follower.ts';
import type { ProductParts } from '../product/server-product.ts';
import { type CopyNews, createCopiedState } from './copied-state.ts';
import { type CopyDelays, createCopyDelays } from './copy-delays.ts';
import { createDispatch } from './dispatch.ts';
import { createFollowers, type Followers } from './followers.ts';
import { createLossWatch } from './loss-watch.ts';
import { createMirror } from './mirror.ts';
import { detachedPush } from './pushes.ts';
import { readCopytradeHeld } from './reads.ts';
import { createSettlement } from './settlement.ts';
import { openShareDays } from './share-days.ts';

export interface Copying {
  /** Only to be read; the desk's own book may be a batch ahead. */
  readonly state: CopytradeState;
  readonly followers: Followers;
  readonly delays: Pick<CopyDelays, 'median' | 'p99'>;
  /** The Korean day up to which shares were asked for, and when the next ones are. */
  sharedDay(): number | undefined;
  nextShareAt(): Millis;
  /** The next durable event, in order, after coin futures have followed it. */
  onEvent(event: AnyEvent): void;
  /** Copies the state from the book, once `onEvent` receives every event. */
  load(): Promise<void>;
  /** Call when everything else is open: what a stopped process left undone is done first. */
  start(): void;
  stop(): Promise<void>;
  /** Resolves when nothing is under way; what waits for a price or a time still waits. */
  settled(): Promise<void>;
  /** Asks now for the shares that are due. */
  shareNow(): Promise<void>;
  measure(metrics: Metrics): void;
}

function* detachedBy({ event, notes }: CopyNews): Iterable<number> {
  if (event?.kind === 'COPY_TRADER_SET') yield* event.detached;
  for (const note of notes) if (note.kind === 'DETACHED') yield* note.follows;
}

export function openCopying({
  shard,
  database,
  desk,
  prices,
  ground,
  onLiveTick,
  time,
  log,
  pushDetached,
}: Pick<ProductParts, 'shard' | 'database' | 'onLiveTick' | 'time' | 'log'> & {
  readonly desk: Pick<ProductParts['desk'], 'read' | 'submitPatiently'>;
  readonly prices: FuturesPrices;
  readonly ground: FuturesGround;
  /** A trader's event has no step of the followers whom it detaches. */
  readonly pushDetached: (player: PlayerId, push: Push<'COPYTRADE_FOLLOW', FuturesPush>) => void;
}): Copying {
  const copied = createCopiedState();
  const { state } = copied;
  const followers = createFollowers(state);
  const wake = (): void => dispatch.wake();
  const shared = { state, prices, ground, time, log, wake };
  const mirror = createMirror(shared);
  const losses = createLossWatch(shared);
  const settlement = createSettlement({ ...shared, days: openShareDays(database, shard) });
  // A loss limit protects from more loss, and shares have time.
  const dispatch = createDispatch({ desk, sources: [losses, mirror, settlement], log });
  const delays = createCopyDelays();
  let isStarted = false;
  let unsubscribe: (() => void) | undefined;

  function pass(news: CopyNews): void {
    mirror.follow(news);
    losses.follow(news);
    settlement.follow(news);
  }

  function follow(event: AnyEvent): void {
    const news = copied.follow(event);
    delays.note(news, event.at);
    followers.follow(news);
    for (const id of detachedBy(news)) {
      const own = state.follows.get(id);
      if (own !== undefined) pushDetached(own.follower, detachedPush(id, event.at));
    }
    if (news.event === undefined && news.notes.length === 0) {
      if (event.kind === 'FUTURES_FUNDED' && isStarted) {
        mirror.funded(event.instrument);
        losses.funded(event.instrument);
      }
      return;
    }
    if (isStarted) pass(news);
  }

  const book = createBookFollower({
    read: () => desk.read(readCopytradeHeld, {}),
    wait: time.wait,
    begin: (held) => copied.begin(held),
    follow,
  });

  return {
    state,
    followers,
    delays,
    sharedDay: settlement.sharedDay,
    nextShareAt: settlement.nextShareAt,
    onEvent: book.onEvent,
    load: book.load,
    start() {
      isStarted = true;
      mirror.begin();
      losses.begin();
      settlement.begin();
      settlement.daily.start();
      unsubscribe = onLiveTick((tick) => {
        const instrument = ground.instruments.byStock(tick.stock);
        // A price that is suspect, too old or from before the start decides nothing.
        if (instrument === undefined || prices.usable(tick.stock, time.clock()) === undefined) return;
        mirror.tick(instrument.id);
        losses.tick(instrument.id, quoteOf(tick));
      });
    },
    async stop() {
      unsubscribe?.();
      isStarted = false;
      await settlement.daily.stop();
      await dispatch.stop();
    },
    settled: dispatch.settled,
    shareNow: settlement.daily.runOnce,
    measure(metrics) {
      const gauges: readonly (readonly [name: string, help: string, ask: () => number])[] = [
        ['maru_copytrade_follows', 'Follows that have not ended', () => state.follows.size],
        ['maru_copytrade_queued', 'Copies whose turn has not come', () => mirror.stats().queued],
        ['maru_copytrade_waiting', 'Copies that wait for a price', () => mirror.stats().waiting],
        ['maru_copytrade_asked', 'Commands sent since the start', () => dispatch.stats().asked],
        ['maru_copytrade_loss_limits', 'Follows whose loss limit is watched', () => losses.stats().watched],
        ['maru_copytrade_delay_p99_ms', 'From a trader’s fill to the durable copy', () => delays.p99() ?? 0],
      ];
      for (const [name, help, ask] of gauges) metrics.gaugeOf(name, help, ask);
    },
  };
}

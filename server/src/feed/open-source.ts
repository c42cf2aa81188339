// Opens the source that FEED names, with the Maru indices beside it.
import { indexRule } from '@maru/engine/market/index-path';
import type { Instrument } from '@maru/engine/market/instrument';
import type { Millis } from '@maru/engine/time';
import type { Log } from '../log/log.ts';
import { openBinance } from './binance.ts';
import { withCoinMargined } from './coin-margined.ts';
import { createIndexSource, type MayPublish } from './index-source.ts';
import { joinIndices } from './join-indices.ts';
import { createLiveCryptoSource } from './live-crypto.ts';
import { openPastThread, type PastThread } from './past-thread.ts';
import { createPushSource, type PushSource } from './push.ts';
import { createReplaySource } from './replay.ts';
import type { SenderStore } from './sender-store.ts';
import { createSimulatedSource } from './simulated.ts';
import type { Source, Time } from './source.ts';

export type FeedChoice =
  | { readonly feed: 'simulated'; readonly seed: string }
  | { readonly feed: 'ccxt' }
  | { readonly feed: 'replay'; readonly path: string; readonly speed: number }
  | { readonly feed: 'push'; readonly secret: string; readonly senders: SenderStore };

interface Given {
  readonly instruments: readonly Instrument[];
  readonly time: Time;
  readonly log: Log;
  /** Of every source that has one. */
  readonly past: PastThread;
  readonly index: {
    readonly secret: string;
    readonly mayPublish: MayPublish;
    readonly publishedUntil: Millis | undefined;
  };
}

interface OpenedSource {
  readonly source: Source;
  /** Present when the source accepts pushed batches. */
  readonly push?: PushSource | undefined;
}

/**
 * One thread computes the past of every source that has one. It loads while its first caller still reads the tables.
 */
export function beginPast(
  choice: FeedChoice,
  { indexSecret, instruments }: { readonly indexSecret: string; readonly instruments: readonly Instrument[] },
): PastThread {
  const seed = choice.feed === 'simulated' ? choice.seed : undefined;
  const past = openPastThread({ seed, indexSecret, instruments });
  past.begin();
  return past;
}

/** Stopping the source also ends the thread of the past. */
export function openSource(choice: FeedChoice, given: Given): OpenedSource {
  const { instruments, time, index, log, past } = given;
  const isIndex = (stock: string): boolean => indexRule(stock) !== undefined;
  const indices = createIndexSource({ ...index, instruments, past, time, log });
  const { source, push } = openFeed(choice, given);
  const joined = joinIndices({
    feed: withCoinMargined(source, instruments),
    index: { ...indices, past },
    isIndex,
  });
  return {
    source: {
      ...joined,
      async stop() {
        await joined.stop();
        await past.close();
      },
    },
    push,
  };
}

/** Prices to compare with; undefined where there are none. */
export function openSecondSource(
  choice: { readonly feed: 'off' | 'ccxt' | 'push'; readonly secret: string },
  given: Pick<Given, 'instruments' | 'time' | 'log'>,
): OpenedSource | undefined {
  switch (choice.feed) {
    case 'off':
      return undefined;
    case 'ccxt':
      return { source: createLiveCryptoSource({ ...given, open: () => openBinance() }) };
    case 'push': {
      // A repeated batch changes nothing but what is compared, so its number need not survive a restart.
      const senders = { load: async () => new Map<string, number>(), save: async () => undefined };
      const push = createPushSource({ secret: choice.secret, senders });
      return { source: push, push };
    }
  }
}

function openFeed(choice: FeedChoice, given: Omit<Given, 'index'>): OpenedSource {
  switch (choice.feed) {
    case 'simulated':
      return { source: createSimulatedSource({ seed: choice.seed, ...given }) };
    case 'ccxt':
      return { source: createLiveCryptoSource({ ...given, open: () => openBinance() }) };
    case 'replay':
      return { source: createReplaySource({ path: choice.path, speed: choice.speed, time: given.time }) };
    case 'push': {
      const push = createPushSource(choice);
      return { source: push, push };
    }
  }
}

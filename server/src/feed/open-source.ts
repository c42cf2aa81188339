// Which source FEED names, with the Maru indices beside it.
import { indexRule } from '@maru/engine/market/index-path';
import type { Instrument } from '@maru/engine/market/instrument';
import type { Millis } from '@maru/engine/time';
import type { Log } from '../log/log.ts';
import { openBinance } from './binance.ts';
import { createIndexSource, type MayPublish } from './index-source.ts';
import { joinIndices } from './join-indices.ts';
import { createLiveCryptoSource } from './live-crypto.ts';
import { openPastThread } from './past-thread.ts';
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
  readonly index: {
    readonly secret: string;
    readonly mayPublish: MayPublish;
    readonly publishedUntil: Millis | undefined;
  };
}

interface OpenedSource {
  readonly source: Source;
  /** Present when batches may be sent to it. */
  readonly push?: PushSource;
}

export function openSource(choice: FeedChoice, given: Given): OpenedSource {
  const { instruments, time, index, log } = given;
  const isIndex = (stock: string): boolean => indexRule(stock) !== undefined;
  // One thread computes the past of everything that has one.
  const past = openPastThread({
    seed: choice.feed === 'simulated' ? choice.seed : undefined,
    indexSecret: index.secret,
    instruments,
  });
  const indices = createIndexSource({ ...index, instruments, past, time, log });
  const { source, push } = openFeed(choice, { ...given, past });
  const joined = joinIndices({ feed: source, index: { ...indices, past }, isIndex });
  return {
    source: {
      ...joined,
      async stop() {
        await joined.stop();
        await past.close();
      },
    },
    ...(push === undefined ? {} : { push }),
  };
}

function openFeed(
  choice: FeedChoice,
  given: Omit<Given, 'index'> & { readonly past: ReturnType<typeof openPastThread> },
): OpenedSource {
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

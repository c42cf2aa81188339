// Which source FEED names.
import type { Instrument } from '@maru/engine/market/instrument';
import type { Log } from '../log/log.ts';
import { openBinance } from './binance.ts';
import { createLiveCryptoSource } from './live-crypto.ts';
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

/** `push` is present when batches may be sent to it. */
export function openSource(
  choice: FeedChoice,
  given: { readonly instruments: readonly Instrument[]; readonly time: Time; readonly log: Log },
): { readonly source: Source; readonly push?: PushSource } {
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

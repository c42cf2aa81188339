import type { WireOverseaOption } from '@maru/contract/market';
import { usePlatform, useWatched } from '../shell/platform.tsx';
import { useServerSecond } from '../shell/use-server-second.ts';
import type { LiveTick } from './live-tick.ts';
import { type Gate, gateOf } from './trading-gate.ts';

/** Looked at every second: sessions end and prices grow old while nothing else happens. */
export function useGate(option: WireOverseaOption, tick: LiveTick | undefined): Gate {
  const now = useServerSecond();
  const isConnected = useWatched(usePlatform().connection).kind === 'connected';
  return gateOf({ option, now, tickAt: tick?.at, isConnected });
}

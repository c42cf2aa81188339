import type { WireOverseaOption } from '@maru/contract/oversea/instruments';
import type { LiveTick } from '../../market/prices/use-live-tick.ts';
import { useServerSecond } from '../../shell/connection/use-server-second.ts';
import { usePlatform, useWatched } from '../../shell/platform.tsx';
import { type Gate, gateOf } from './trading-gate.ts';

/** Checked every second: sessions end and prices become stale without any other event. */
export function useGate(instrument: WireOverseaOption, tick: LiveTick | undefined): Gate {
  const now = useServerSecond();
  const isConnected = useWatched(usePlatform().connection).kind === 'connected';
  return gateOf({ instrument, now, tickAt: tick?.at, isConnected });
}

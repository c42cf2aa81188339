import type { WireFuturesOption } from '@maru/contract/futures/instruments';
import { usePlatform, useWatched } from '../../shell/platform.tsx';

/** Why no order can be sent at all; undefined where one can. Everything else is a refusal of the order itself. */
export type ShutGate = 'notOffered' | 'stopped' | 'offline';

export function useShutGate({ terms }: Pick<WireFuturesOption, 'terms'>): ShutGate | undefined {
  const isConnected = useWatched(usePlatform().connection).kind === 'connected';
  if (terms === null) return 'notOffered';
  if (!isConnected) return 'offline';
  return terms.mode === 'STOPPED' ? 'stopped' : undefined;
}

// What this member is in copy trading: whom they follow and followed, and whether they are a trader. Shared by the
// screens of copy trading and read again when a push says that it changed.

import type { ReceivedReply } from '@maru/client/call';
import type { Patches } from '@maru/client/live';
import { myTraders } from '@maru/contract/copytrade/follows';
import { myTrader } from '@maru/contract/copytrade/traders';
import type { WireFollow } from '@maru/contract/copytrade/wire';
import type { QueuePushes } from '@maru/contract/realtime';
import { type Answered, useAnswer } from '../../shell/connection/use-answer.ts';
import { usePlatform, useWatched } from '../../shell/platform.tsx';

/** A push carries no follow: what a copy changed is read again. Others change nothing here. */
export const readAgainOnCopies = <Value>(
  value: Value,
  { type }: QueuePushes['futures'],
): Value | undefined => (type.startsWith('COPYTRADE_') ? undefined : value);

/** Of whatever a push about copies changes. Ten thousand followers whose shares are paid are as many pushes to their trader. */
export const copyPatches = { queue: { futures: readAgainOnCopies }, apartMs: 1_000 } satisfies Patches<never>;

export interface MyFollows {
  readonly state: 'loading' | 'ready' | 'failed';
  readonly message: string | undefined;
  /** The one that has not ended. */
  readonly current: WireFollow | undefined;
  /** Newest first. */
  readonly ended: readonly WireFollow[];
  reload(): void;
}

/** A guest follows nobody. */
export function useMyFollows(): MyFollows {
  const isGuest = useWatched(usePlatform().member) === undefined;
  const { state, reply, message, reload } = useAnswer(myTraders, isGuest ? null : {}, copyPatches);
  return {
    state: isGuest ? 'ready' : state,
    message,
    current: reply?.content.find((follow) => follow.state !== 'ENDED'),
    ended: reply?.content.filter((follow) => follow.state === 'ENDED') ?? [],
    reload,
  };
}

export function useMyTrader(): Answered<ReceivedReply<typeof myTrader>> {
  const isGuest = useWatched(usePlatform().member) === undefined;
  return useAnswer(myTrader, isGuest ? null : {}, copyPatches);
}

/** What a member has on the tab of traders; undefined of who never asked to be one. */
export type OwnTrading = 'ACTIVE' | 'OFF' | 'DELETED' | 'WAITING' | 'REJECTED';

export function ownTradingOf({
  trader,
  application,
}: ReceivedReply<typeof myTrader>): OwnTrading | undefined {
  if (trader !== null && trader.status !== 'DELETED') return trader.status;
  // An application counts for whoever is no trader any more, too.
  const asked = application?.status;
  return asked === 'WAITING' || asked === 'REJECTED' ? asked : trader?.status;
}

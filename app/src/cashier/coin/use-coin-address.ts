// The member's own address of a coin and what is on its way to it, with each confirmation as the server pushes it.
import type { ReceivedReply } from '@maru/client/call';
import { createLive, followPatches, type Patches } from '@maru/client/live';
import { tempGenerateWallet } from '@maru/contract/cashier/coin-address';
import type { ArrivalPush } from '@maru/contract/realtime';
import { useMemo } from 'react';
import { useLive } from '../../shell/connection/use-answer.ts';
import type { Refusal } from '../../shell/messages/refused.ts';
import { usePlatform } from '../../shell/platform.tsx';
import { useAskWhileCut } from '../request/ask-while-cut.ts';

export type CoinAddress = ReceivedReply<typeof tempGenerateWallet>;

export interface CoinAddressShown {
  readonly address: CoinAddress | undefined;
  readonly refusal: Refusal | undefined;
  reload(): void;
}

/** Confirmations only grow, and what has ended stays so: an old push undoes nothing. */
function withArrival(known: CoinAddress, { coinName, arrival }: ArrivalPush): CoinAddress {
  if (coinName !== known.coinName) return known;
  const before = known.arriving.find(({ external }) => external === arrival.external);
  if (before === undefined) return { ...known, arriving: [arrival, ...known.arriving] };
  const isNews =
    before.status === 'SEEN' && (arrival.status !== 'SEEN' || arrival.confirmations > before.confirmations);
  if (!isNews) return known;
  return { ...known, arriving: known.arriving.map((each) => (each === before ? arrival : each)) };
}

const patches: Patches<CoinAddress> = {
  queue: { cashier: (known, push) => (push.type === 'ARRIVAL' ? withArrival(known, push.data) : known) },
};

export function useCoinAddress(coin: string): CoinAddressShown {
  const platform = usePlatform();
  const live = useMemo(
    () =>
      createLive<CoinAddress>(
        {
          read: () => platform.call(tempGenerateWallet, { body: { coinName: coin } }),
          follow: followPatches(platform.realtime, patches),
        },
        platform,
      ),
    [platform, coin],
  );
  const { state, reply, message, code, reload } = useLive(live);
  useAskWhileCut(reply?.arriving.some(({ status }) => status === 'SEEN') === true, reload);
  return { address: reply, refusal: state === 'failed' ? { code, message } : undefined, reload };
}

// The member's own address of a coin and what is on its way to it. Confirmations of a network are no events of the
// account, so they are asked for again while something has not arrived yet.
import type { ReceivedReply } from '@maru/client/call';
import { tempGenerateWallet } from '@maru/contract/cashier/coin-address';
import { useCallback, useEffect, useState } from 'react';
import type { Refusal } from '../../shell/messages/refused.ts';
import { usePlatform } from '../../shell/platform.tsx';

export type CoinAddress = ReceivedReply<typeof tempGenerateWallet>;

const ASK_AGAIN_MS = 3_000;

interface Known {
  readonly coin: string;
  readonly address?: CoinAddress;
  readonly refusal?: Refusal;
}

export interface CoinAddressShown {
  readonly address: CoinAddress | undefined;
  readonly refusal: Refusal | undefined;
  reload(): void;
}

export function useCoinAddress(coin: string): CoinAddressShown {
  const { call, timers, realtime } = usePlatform();
  const [known, setKnown] = useState<Known>();
  const [asked, setAsked] = useState(0);
  const reload = useCallback(() => setAsked((before) => before + 1), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` asks again.
  useEffect(() => {
    let isLeft = false;
    void call(tempGenerateWallet, { body: { coinName: coin } }).then((outcome) => {
      if (isLeft) return;
      if (outcome.ok) setKnown({ coin, address: outcome.reply });
      // An old answer is better than none.
      else
        setKnown((before) => (before?.coin === coin && before.address ? before : { coin, refusal: outcome }));
    });
    return () => {
      isLeft = true;
    };
  }, [call, coin, asked]);
  const own = known?.coin === coin ? known : undefined;
  const isArriving = own?.address?.arriving.some(({ status }) => status === 'SEEN') === true;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer waits anew.
  useEffect(
    () => (isArriving ? timers.after(ASK_AGAIN_MS, reload) : undefined),
    [isArriving, known, timers, reload],
  );
  useEffect(() => realtime.followQueue('dnw', { onPush: reload, onResync: reload }), [realtime, reload]);
  return { address: own?.address, refusal: own?.refusal, reload };
}

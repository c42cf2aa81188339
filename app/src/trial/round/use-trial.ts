// One tried round on this device: chosen, running, decided. The server decides; the device only counts down.
import type { ReceivedReply } from '@maru/client/call';
import { trialReceipt, tryRound } from '@maru/contract/trial/calls';
import { GRACE_MS } from '@maru/engine/binary/terms';
import { useEffect, useRef, useState } from 'react';
import { useCall } from '../../shell/connection/use-call.ts';
import { useServerSecond } from '../../shell/connection/use-server-second.ts';
import { useDevice } from '../../shell/device/device.tsx';
import { forgetTrial, newestTrial, type StoredTrial, storeTrial } from '../../shell/device/stored-trial.ts';
import { useAlerts } from '../../shell/messages/alert.tsx';
import { usePlatform } from '../../shell/platform.tsx';

export type TrialReceipt = ReceivedReply<typeof trialReceipt>;

export interface Trial {
  /** Undefined while nothing is chosen. */
  readonly round: StoredTrial | undefined;
  /** Once it is decided. */
  readonly receipt: TrialReceipt | undefined;
  readonly secondsLeft: number;
  readonly busy: boolean;
  begin(type: 'LONG' | 'SHORT'): void;
  again(): void;
}

export function useTrial(): Trial {
  const { call, clock } = usePlatform();
  const { storage } = useDevice();
  const alerts = useAlerts();
  const { busy, send } = useCall(tryRound);
  const second = useServerSecond();
  const [round, setRound] = useState(() => newestTrial(storage, clock.now()));
  const [receipt, setReceipt] = useState<TrialReceipt>();
  const isAsking = useRef(false);

  const isDue = round !== undefined && receipt === undefined && second > round.closeMillis + GRACE_MS;
  // Another second asks again.
  const askedAt = isDue ? second : undefined;
  useEffect(() => {
    if (askedAt === undefined || round === undefined || isAsking.current) return;
    isAsking.current = true;
    void call(trialReceipt, { query: { token: round.token } }).then((outcome) => {
      isAsking.current = false;
      if (outcome.ok && outcome.reply.result.status !== 0) setReceipt(outcome.reply);
      // A token that the server does not know any more is of no use; anything else is asked again in a second.
      if (!outcome.ok && outcome.status === 404) {
        forgetTrial(storage, round);
        setRound(undefined);
      }
    });
  }, [call, askedAt, round, storage]);

  return {
    round,
    receipt,
    secondsLeft: round === undefined ? 0 : Math.max(0, Math.ceil((round.closeMillis - second) / 1_000)),
    busy,
    begin(type) {
      void send({ body: { type } }).then((outcome) => {
        if (outcome === undefined) return;
        if (!outcome.ok) {
          alerts.show(outcome.message);
          return;
        }
        const { token, acceptedMillis, closeMillis } = outcome.reply;
        const begun = { token, type, acceptedMillis, closeMillis };
        storeTrial(storage, begun);
        setReceipt(undefined);
        setRound(begun);
      });
    },
    // The stored round stays: a sign-up keeps every one that was tried.
    again() {
      setReceipt(undefined);
      setRound(undefined);
    },
  };
}

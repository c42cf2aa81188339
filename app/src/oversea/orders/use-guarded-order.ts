// Every order of the app is sent through here: a refusal by the member's own guard is shown with their limits, or the
// member is asked where they chose to be asked.
import type { Outcome } from '@maru/client/call';
import { formatDecimal } from '@maru/client/format';
import { placeOverseaOrder } from '@maru/contract/oversea/calls';
import type { WireOrderGuard } from '@maru/contract/oversea/guard';
import type { GuardRefusal } from '@maru/engine/oversea/order-guard';
import { useCallback, useRef, useState } from 'react';
import { useCall } from '../../shell/connection/use-call.ts';
import { useExclusive } from '../../shell/connection/use-exclusive.ts';
import { useAlerts } from '../../shell/messages/alert.tsx';
import { useWords } from '../../text/language.tsx';
import { overseaTradeWords } from '../../text/oversea-trade.ts';
import { useOverseaAccount } from '../account/use-oversea-account.ts';
import type { OrderRequest } from './order-request.ts';

const LIMITS = {
  GUARD_ONCE: 'once',
  GUARD_REACH: 'ticks',
  GUARD_TOTAL: 'total',
} as const satisfies Record<GuardRefusal, keyof WireOrderGuard>;

const isGuardRefusal = (code: string): code is GuardRefusal => code in LIMITS;

export interface GuardQuestion {
  /** The limit in the member's own figures. */
  message(refusal: GuardRefusal): string | undefined;
  /** Refuses or asks the member, as they have chosen. True when the order may go beyond the limit. */
  mayGoBeyond(refusal: GuardRefusal): Promise<boolean>;
}

export function useGuardQuestion(): GuardQuestion {
  const { guard: words } = useWords(overseaTradeWords);
  const { show, ask } = useAlerts();
  const { guard } = useOverseaAccount();
  const message = (refusal: GuardRefusal) =>
    guard ? words.broken[LIMITS[refusal]](formatDecimal(String(guard[LIMITS[refusal]]))) : undefined;
  return {
    message,
    async mayGoBeyond(refusal) {
      const reason = message(refusal) ?? '';
      if (guard?.outside !== 'ASK') {
        show(reason);
        return false;
      }
      const { askTitle: title, askBack: safe, askGo: other } = words;
      return (await ask({ title, message: reason, safe, other, bright: 'other' })) === 'other';
    },
  };
}

type Placed = Outcome<typeof placeOverseaOrder>;
type Order = OrderRequest & { readonly beyondGuard?: boolean };

/** One at a time; taps in between send nothing. */
export function useGuardedOrder() {
  const { isChecking, send } = useCall(placeOverseaOrder, { untilKnown: true });
  const { isBusy, run } = useExclusive();
  const [order, setOrder] = useState<OrderRequest>();
  const { guard, reload } = useOverseaAccount();
  const question = useGuardQuestion();
  const latest = useRef({ guard, reload, question });
  latest.current = { guard, reload, question };
  const place = useCallback(
    async (request: Order): Promise<Placed | undefined> => {
      const outcome = await send({ body: { ...request } });
      if (outcome === undefined || outcome.ok || !isGuardRefusal(outcome.code)) return outcome;
      const known = latest.current;
      // Another device may have changed the limits: they are read again.
      known.reload();
      if (known.guard?.outside === 'ASK' && request.beyondGuard !== true)
        return (await known.question.mayGoBeyond(outcome.code))
          ? place({ ...request, beyondGuard: true })
          : undefined;
      return { ...outcome, message: known.question.message(outcome.code) ?? outcome.message };
    },
    [send],
  );
  return {
    /** The order that is being sent, or that the member is asked about. */
    underWay: isBusy ? order : undefined,
    isChecking,
    send: useCallback(
      (request: Order) =>
        run(() => {
          setOrder(request);
          return place(request);
        }),
      [run, place],
    ),
  };
}

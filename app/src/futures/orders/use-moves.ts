// Changing the price of a resting order or an exit by dragging its line. The server amends it under its number, and the
// request is repeated until the outcome is known.
import { formatPrice } from '@maru/client/format';
import { amendFuturesOrder, cancelFuturesOrder } from '@maru/contract/futures/calls';
import type { WireFuturesOption } from '@maru/contract/futures/instruments';
import type { WireFuturesOrder } from '@maru/contract/futures/wire';
import { useCallback, useRef, useState } from 'react';
import { useCall } from '../../shell/connection/use-call.ts';
import { useExclusive } from '../../shell/connection/use-exclusive.ts';
import { usePreferences } from '../../shell/device/device.tsx';
import { useAlerts } from '../../shell/messages/alert.tsx';
import { useToasts } from '../../shell/messages/toasts.tsx';
import { futuresOrdersWords } from '../../text/futures-orders.ts';
import { useWords } from '../../text/language.tsx';
import { useFuturesAccount } from '../account/use-futures-account.ts';

/** One of the prices of an order: its limit, or its trigger. */
export interface Movable {
  readonly order: WireFuturesOrder;
  readonly leg: 'price' | 'stopPrice';
}

/** What was dragged, and the price at which it was released. */
export interface Move extends Movable {
  readonly to: string;
}

export interface Moves {
  /** The move that waits for confirmation, if any. */
  readonly asked: Move | undefined;
  readonly isBusy: boolean;
  /** Asks for confirmation where the settings require it. */
  ask(move: Move): void;
  /** Changes what is asked for. */
  open(move: Move): void;
  close(): void;
  apply(move: Move): Promise<void>;
  /** Cancels the order. */
  remove(moved: Movable): Promise<void>;
}

export function useMoves({ precision }: Pick<WireFuturesOption, 'precision'>): Moves {
  const words = useWords(futuresOrdersWords);
  const { show } = useAlerts();
  const toasts = useToasts();
  const { confirmOrders } = usePreferences();
  const { reload } = useFuturesAccount();
  const amending = useCall(amendFuturesOrder, { untilKnown: true });
  const cancelling = useCall(cancelFuturesOrder, { untilKnown: true });
  const [asked, setAsked] = useState<Move>();
  // One after the other: an order that is being moved cannot be moved again.
  const { isBusy, run } = useExclusive();

  async function amend({ order, leg, to }: Move): Promise<void> {
    const outcome = await amending.send({ body: { id: order.id, [leg]: to } });
    if (outcome === undefined) return;
    if (outcome.ok)
      toasts.show({
        kind: 'order',
        title: words.moved,
        line: words.movedTo({ what: words.type[order.marketType], price: formatPrice(to, precision) }),
      });
    else show(outcome.message);
    reload();
  }

  async function cancel({ order }: Movable): Promise<void> {
    const outcome = await cancelling.send({ body: { id: order.id } });
    if (outcome?.ok === false) show(outcome.message);
    reload();
  }

  const apply = async (move: Move) => void (await run(() => amend(move)));

  // The chart keeps the callback that it got first; through this ref it calls the newest functions.
  const latest = useRef({ apply, confirmOrders });
  latest.current = { apply, confirmOrders };
  const ask = useCallback((move: Move) => {
    if (latest.current.confirmOrders) setAsked(move);
    else void latest.current.apply(move);
  }, []);

  return {
    asked,
    isBusy,
    ask,
    open: setAsked,
    close: () => setAsked(undefined),
    apply,
    remove: async (moved) => void (await run(() => cancel(moved))),
  };
}

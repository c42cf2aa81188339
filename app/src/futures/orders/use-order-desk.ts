// Sends orders from wherever they are tapped, and shows refusals. Accepted and filled orders are shown by the notices,
// which follow the server's pushes.
import { placeFuturesOrder } from '@maru/contract/futures/calls';
import { useState } from 'react';
import { useCall } from '../../shell/connection/use-call.ts';
import { useDoubleTap } from '../../shell/connection/use-double-tap.ts';
import { useHaptics } from '../../shell/device/use-haptics.ts';
import { type Refusal, useRefused } from '../../shell/messages/refused.ts';
import { usePlatform } from '../../shell/platform.tsx';
import { useFuturesAccount } from '../account/use-futures-account.ts';
import type { OrderRequest } from './order-request.ts';

export interface OrderDesk {
  /** The order that is being sent, if any. */
  readonly underWay: OrderRequest | undefined;
  /** Its answer was lost, and the request is being repeated. */
  readonly isChecking: boolean;
  place(request: OrderRequest): Promise<void>;
}

/** Refused because the page's data was out of date: it is read again. */
const STALE_MARKET = new Set(['OPTION_STOPPED', 'ONLY_REDUCE', 'OPTION_NOT_FOUND', 'QTY_OFF_STEP']);
const STALE_ACCOUNT = new Set([
  'ABOVE_HOLDINGS',
  'INSUFFICIENT_BALANCE',
  'NO_POSITION',
  'POSITION_NOT_FOUND',
  'LEVERAGE_DIFFERS',
  'MARGIN_TYPE_DIFFERS',
  'ABOVE_LEVERAGE_CAP',
]);

export function useOrderDesk(reloadInstruments: () => void): OrderDesk {
  const show = useRefused();
  const { reloadWallets } = usePlatform();
  const { reload } = useFuturesAccount();
  const haptics = useHaptics();
  const { busy, isChecking, send } = useCall(placeFuturesOrder, { untilKnown: true });
  const [order, setOrder] = useState<OrderRequest>();
  const isDoubleTap = useDoubleTap();

  function showRefusal(refusal: Refusal): void {
    const { code } = refusal;
    show(refusal);
    if (STALE_MARKET.has(code)) reloadInstruments();
    if (!STALE_ACCOUNT.has(code)) return;
    reload();
    void reloadWallets();
  }

  return {
    underWay: busy ? order : undefined,
    isChecking,
    async place(request) {
      haptics.press();
      if (busy || isDoubleTap(request)) return;
      setOrder(request);
      const outcome = await send({ body: { ...request } });
      if (outcome?.ok === false) showRefusal(outcome);
      if (outcome?.ok && outcome.reply.fills.length > 0) haptics.fill();
    },
  };
}

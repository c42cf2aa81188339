// Sends orders from wherever they are tapped, and shows refusals. Accepted and filled orders are shown by the notices,
// which follow the server's pushes.
import { useDoubleTap } from '../../shell/connection/use-double-tap.ts';
import { useHaptics } from '../../shell/device/use-haptics.ts';
import { type Refusal, useRefused } from '../../shell/messages/refused.ts';
import { usePlatform } from '../../shell/platform.tsx';
import { useOverseaAccount } from '../account/use-oversea-account.ts';
import type { OrderRequest } from './order-request.ts';
import { useGuardedOrder } from './use-guarded-order.ts';

export interface OrderDesk {
  /** The order that is being sent, if any. */
  readonly underWay: OrderRequest | undefined;
  /** Its answer was lost, and the request is being repeated. */
  readonly isChecking: boolean;
  place(request: OrderRequest): Promise<void>;
}

/** Refused because the page's data was out of date: it is read again. */
const STALE_MARKET = new Set([
  'OPTION_STOPPED',
  'REST_DAY',
  'MARKET_CLOSED',
  'ONLY_REDUCE',
  'OPTION_NOT_FOUND',
]);
const STALE_ACCOUNT = new Set(['ABOVE_HOLDINGS', 'TOO_MANY_CONTRACTS', 'NO_POSITION']);

export function useOrderDesk(reloadInstruments: () => void): OrderDesk {
  const show = useRefused();
  const { reloadWallets } = usePlatform();
  const { reload } = useOverseaAccount();
  const haptics = useHaptics();
  const { underWay, isChecking, send } = useGuardedOrder();
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
    underWay,
    isChecking,
    async place(order) {
      haptics.press();
      if (underWay !== undefined || isDoubleTap(order)) return;
      const outcome = await send(order);
      if (outcome?.ok === false) showRefusal(outcome);
      if (outcome?.ok && outcome.reply.fill !== null) haptics.fill();
    },
  };
}

// Sends orders from wherever they are tapped, and says what was refused. What was accepted and filled is said by its own
// notice, which hears it from the server.
import { useHaptics } from '../../shell/device/use-haptics.ts';
import { useAlerts } from '../../shell/messages/alert.tsx';
import { usePlatform } from '../../shell/platform.tsx';
import { useOverseaAccount } from '../account/use-oversea-account.ts';
import { type OrderWish, useOrderPlacing } from './use-order-placing.ts';

export interface OrderDesk {
  /** The order that is on its way, if any. */
  readonly underWay: OrderWish | undefined;
  /** Its answer was lost and is being asked for. */
  readonly isChecking: boolean;
  place(wish: OrderWish): Promise<void>;
}

/** Refused because the page knew something old: it is read again. */
const STALE_MARKET = new Set([
  'OPTION_STOPPED',
  'REST_DAY',
  'MARKET_CLOSED',
  'ONLY_REDUCE',
  'OPTION_NOT_FOUND',
]);
const STALE_ACCOUNT = new Set(['ABOVE_HOLDINGS', 'TOO_MANY_CONTRACTS', 'NO_POSITION']);

export function useOrderDesk(reloadOptions: () => void): OrderDesk {
  const { show } = useAlerts();
  const { reloadWallets } = usePlatform();
  const { reload } = useOverseaAccount();
  const haptics = useHaptics();
  const { place, underWay, isChecking } = useOrderPlacing({
    onPlaced: ({ fill }) => {
      if (fill !== null) haptics.fill();
    },
    onRefused({ code, message }) {
      show(message);
      if (STALE_MARKET.has(code)) reloadOptions();
      if (!STALE_ACCOUNT.has(code)) return;
      reload();
      void reloadWallets();
    },
  });
  return {
    underWay,
    isChecking,
    place(wish) {
      haptics.press();
      return place(wish);
    },
  };
}

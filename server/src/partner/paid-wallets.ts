// Into which wallet a share is paid (docs/rules.md 7.4): the one in which members moved what it is a share of.
import { sharedBases } from '@maru/engine/products';
import type { Site } from '../site/sites.ts';

export interface PaidWallet {
  readonly product: string;
  readonly currency: string;
  readonly wallet: string;
}

/**
 * A product trades in its own wallet, as futures in USDT; what it has in another currency it trades in the wallet of that
 * coin, as inverse futures in BTC.
 */
export function paidWallets(wallets: Site['wallets']): readonly PaidWallet[] {
  const currencies = new Map<string, string>(wallets.map(({ type, currency }) => [type, currency]));
  return sharedBases.flatMap(({ product, wallet: own }) =>
    [...new Set(currencies.values())].flatMap((currency) => {
      const wallet = currencies.get(own) === currency ? own : currency;
      return currencies.get(wallet) === currency ? [{ product, currency, wallet }] : [];
    }),
  );
}

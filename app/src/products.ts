// The lists that each product adds to the list of everything that can be traded.
import { roundNotifications } from '@maru/contract/binary/notifications';
import { cashierNotifications } from '@maru/contract/cashier/notifications';
import { futuresNotifications } from '@maru/contract/futures/notifications';
import type { NotificationMaker } from '@maru/contract/notification/of-push';
import { overseaNotifications } from '@maru/contract/oversea/notifications';
import { binary, bitball, useOfferListings } from './binary/offers/offer-listings.ts';
import { useFuturesWallets } from './futures/account/wallet-values.ts';
import { futures, useFuturesListings } from './futures/listing/futures-listings.ts';
import type { ListedProduct, ProductListings } from './market/listing/listing.ts';
import { useOverseaWallets } from './oversea/account/wallet-values.ts';
import { oversea, useOverseaListings } from './oversea/listing/oversea-listings.ts';
import type { ValueWallets } from './shell/member/wallet-value.ts';
import { futuresWalletWords } from './text/futures-wallet.ts';
import { useWords } from './text/language.tsx';
import { overseaWalletWords } from './text/oversea-wallet.ts';

/** In the order of a row's labels. */
export const listedProducts: readonly ListedProduct[] = [oversea, binary, bitball, futures];

export const useProductListings = (): readonly ProductListings[] => [
  useOverseaListings(),
  useOfferListings(),
  useFuturesListings(),
];

/** What wallets are worth by the formulas of the products that move them. */
export function useWalletValues(): ValueWallets {
  const all = [useOverseaWallets(), useFuturesWallets()];
  return (wallets) => new Map(all.flatMap((valuesOf) => [...valuesOf(wallets)]));
}

/** What products call the wallets of their own; undefined for a coin. */
export function useWalletNames(): (type: string) => string | undefined {
  const names = new Map([
    ['BINARY', useWords(overseaWalletWords).name],
    ['FUTURES', useWords(futuresWalletWords).name],
  ]);
  return (type) => names.get(type);
}

/** What a member is told of the products' pushes. */
export const notificationMakers: readonly NotificationMaker[] = [
  roundNotifications,
  cashierNotifications,
  futuresNotifications,
  overseaNotifications,
];

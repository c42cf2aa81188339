// What a wallet is called, what money is in it, and what can be done with it on this site.
import { usePlatform, useWatched } from '../../shell/platform.tsx';
import type { Site } from '../../shell/start/site.ts';
import { cashierWords } from '../../text/cashier.ts';
import { useWords } from '../../text/language.tsx';
import { marketWords } from '../../text/market.ts';

export const ACTIONS = ['deposit', 'withdraw', 'transfer', 'convert', 'buy', 'sell'] as const;
export type WalletAction = (typeof ACTIONS)[number];

export const isAction = (text: string): text is WalletAction => ACTIONS.some((each) => each === text);

/** The wallet of the site's own money, which goes to and comes from banks. */
export const WON_WALLET = 'BINARY';
const MARGIN_WALLET = 'FUTURES';

const listed = (coins: string): readonly string[] => coins.split(',').filter((each) => each !== '');

/** Wallets that offer an action. That of margins is filled by a conversion, never from outside. */
export function walletsFor(action: WalletAction, site: Site | undefined): readonly string[] {
  if (site === undefined) return [];
  const used = new Set(site.coins);
  switch (action) {
    case 'deposit':
      return listed(site.depositCoins).filter((each) => used.has(each) && each !== MARGIN_WALLET);
    case 'buy':
    case 'sell':
      return listed(site.buyCoins).filter((each) => used.has(each) && each !== WON_WALLET);
    case 'withdraw':
    case 'transfer':
      return site.coins.filter((each) => each !== MARGIN_WALLET);
    case 'convert':
      return site.coins;
  }
}

export const actionsOf = (wallet: string, site: Site | undefined): readonly WalletAction[] =>
  ACTIONS.filter((action) => walletsFor(action, site).includes(wallet));

/** Where an action of a wallet is done. Money of the bank has the page with the two tabs. */
export function pathOfAction(action: WalletAction, wallet: string): string {
  if (wallet === WON_WALLET && action === 'deposit') return '/dnw';
  if (wallet === WON_WALLET && action === 'withdraw') return '/balances/withdraw';
  return `/wallet/${action}/${wallet}`;
}

/** `BTC` is 비트코인, where its name is known. */
export function useCoinName(): (currency: string) => string {
  const { coinNames } = useWords(marketWords);
  return (currency) => coinNames[currency as keyof typeof coinNames] ?? currency;
}

/** `해외선물`, `USDT (코인선물)`, `비트코인 현물`. */
export function useWalletName(): (wallet: string) => string {
  const words = useWords(cashierWords);
  const coinName = useCoinName();
  return (wallet) =>
    wallet === WON_WALLET || wallet === MARGIN_WALLET
      ? words.walletNames[wallet]
      : words.spot(coinName(wallet));
}

/** The currency of a wallet, also before the wallets are loaded. */
export function useCurrencyOf(): (wallet: string) => string {
  const { wallets, site } = usePlatform();
  const held = useWatched(wallets).reply;
  const binaryCurrency = useWatched(site)?.binaryCurrency ?? 'KRW';
  return (wallet) => {
    const known = held?.[wallet]?.currency;
    if (known !== undefined) return known;
    if (wallet === WON_WALLET) return binaryCurrency;
    return wallet === MARGIN_WALLET ? 'USDT' : wallet;
  };
}

/** What the member has in a wallet; undefined until it is known. */
export function useHeld(wallet: string): string | undefined {
  const answer = useWatched(usePlatform().wallets);
  return answer.reply === undefined ? undefined : (answer.reply[wallet]?.point ?? '0');
}

// Codes of the wire as keys of words: which word it is, is decided here once; how it is written in a language, in the
// dictionaries.
import { displayCode } from './format.ts';

/** A display name for a code, or the code without its prefix and suffix where there is none (spec 9). */
export function displayName(stock: string, names: Readonly<Record<string, string>> = {}): string {
  const code = displayCode(stock);
  return Object.hasOwn(names, code) ? (names[code] ?? code) : code;
}

export type SideKey = 'buy' | 'sell';

/** LONG 매수, SHORT 매도. */
export const sideKey = (tradeType: 'LONG' | 'SHORT'): SideKey => (tradeType === 'LONG' ? 'buy' : 'sell');

export const ORDER_TYPES = [
  'LIMIT',
  'MARKET',
  'STOPLIMIT',
  'STOPMARKET',
  'TAKEPROFIT',
  'STOPLOSS',
  'LIQUIDATION',
] as const;
export type OrderType = (typeof ORDER_TYPES)[number];

export type OrderTypeKey =
  | 'limit'
  | 'market'
  | 'stopLimit'
  | 'stopMarket'
  | 'takeProfit'
  | 'stopLoss'
  | 'liquidation'
  | 'marketIfTouched'
  | 'lossCut';

const ORDER_TYPE_KEYS: Readonly<Record<OrderType, OrderTypeKey>> = {
  LIMIT: 'limit',
  MARKET: 'market',
  STOPLIMIT: 'stopLimit',
  STOPMARKET: 'stopMarket',
  TAKEPROFIT: 'takeProfit',
  STOPLOSS: 'stopLoss',
  LIQUIDATION: 'liquidation',
};

/** Overseas futures call a stop-market MIT and a liquidation 로스컷. */
export function orderTypeKey(type: OrderType, product: 'oversea' | 'futures'): OrderTypeKey {
  if (product === 'oversea' && type === 'STOPMARKET') return 'marketIfTouched';
  if (product === 'oversea' && type === 'LIQUIDATION') return 'lossCut';
  return ORDER_TYPE_KEYS[type];
}

/** The two wallets that are a product have a word; a coin's wallet is called by its code. */
export type WalletLabel =
  | { readonly key: 'overseaWallet' | 'coinFuturesWallet' }
  | { readonly key: 'coin'; readonly code: string };

export function walletLabel(type: string): WalletLabel {
  if (type === 'BINARY') return { key: 'overseaWallet' };
  if (type === 'FUTURES') return { key: 'coinFuturesWallet' };
  return { key: 'coin', code: type };
}

export type BetResultKey = 'won' | 'lost' | 'void' | 'inProgress';

/** 1 적중, 2 미적중, 3 무효, everything else 진행 중. */
export function betResultKey(status: number | undefined): BetResultKey {
  if (status === 1) return 'won';
  if (status === 2) return 'lost';
  return status === 3 ? 'void' : 'inProgress';
}

/** An unread count; from a hundred on the badge says `99+`. */
export const formatCount = (count: number): string => (count > 99 ? '99+' : String(Math.max(0, count)));

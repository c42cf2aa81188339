import type { MarginType, OrderSide } from '@maru/engine/futures/terms';

/** In the order of the choice. */
export const ORDER_KINDS = ['LIMIT', 'MARKET', 'STOPLIMIT', 'STOPMARKET'] as const;
export type OrderKind = (typeof ORDER_KINDS)[number];

/** The order that a tap requests, as the wire has it. */
export interface OrderRequest {
  readonly futuresOptionId: number;
  readonly tradeType: OrderSide;
  readonly marketType: OrderKind;
  /** One of the two. */
  readonly qty?: string;
  readonly notional?: string;
  readonly price?: string;
  readonly stopPrice?: string;
  readonly isMark?: boolean;
  readonly leverage: number;
  readonly marginType: MarginType;
  readonly reduceOnly?: boolean;
  readonly postOnly?: boolean;
  readonly ioc?: boolean;
  readonly takeProfit?: string;
  readonly stopLoss?: string;
  readonly isMarkTp?: boolean;
  readonly isMarkSl?: boolean;
}

import type { WireOverseaOrder } from '@maru/contract/oversea/calls';

export type OrderSide = WireOverseaOrder['tradeType'];
export const ORDER_KINDS = ['MARKET', 'LIMIT', 'STOPMARKET'] as const;
export type OrderKind = (typeof ORDER_KINDS)[number];

/** The order that a tap requests, as the wire has it. */
export interface OrderRequest {
  readonly overseaOptionId: number;
  readonly tradeType: OrderSide;
  readonly marketType: OrderKind;
  readonly qty: number;
  readonly price?: string;
  readonly tpTick?: number;
  readonly slTick?: number;
  readonly reduceOnly?: boolean;
}

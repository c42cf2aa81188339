// Orders, positions and fills of coin futures as every call and push shows them.
import { z } from 'zod';
import { decimalText, integer } from '../fields.ts';

export const futuresOptionId = integer(1, 99_999);

/** LONG buys, SHORT sells. */
export const orderSide = z.enum(['LONG', 'SHORT']);
export const marginType = z.enum(['CROSS', 'ISOLATED']);

/** The first four open, add to, reduce or reverse a position; the others close the one they belong to. */
export const orderType = z.enum([
  'MARKET',
  'LIMIT',
  'STOPMARKET',
  'STOPLIMIT',
  'TAKEPROFIT',
  'STOPLOSS',
  'TRAILINGSTOP',
]);
/** CLOSE, CLOSE_ALL: the player closed at the market. LIQUIDATION: the platform did. */
const fillType = z.enum([...orderType.options, 'CLOSE', 'CLOSE_ALL', 'LIQUIDATION']);

/** Why an order ended without a fill. */
const cancelReason = z.enum([
  'PLAYER',
  'DISCONNECT',
  'REPLACED',
  'LIQUIDATION',
  'POSITION_GONE',
  'INSUFFICIENT_BALANCE',
  'ABOVE_LEVERAGE_CAP',
  'REDUCE_ONLY',
  'OWN_LIMIT',
  'WOULD_TAKE',
]);

/** WAITING: waits for its trigger. OPEN: rests at its limit. */
export const futuresOrder = z.object({
  id: z.int(),
  futuresOptionId: z.int(),
  stock: z.string(),
  walletType: z.string(),
  tradeType: orderSide,
  marketType: orderType,
  status: z.enum(['WAITING', 'OPEN', 'FILLED', 'CANCELED']),
  /** Null: the whole position, whatever its size is then. */
  qty: decimalText.nullable(),
  /** The limit; null where it has none. */
  price: decimalText.nullable(),
  /** The trigger; null where it has none, and of a trailing stop, whose level follows from `trailing`. */
  stopPrice: decimalText.nullable(),
  /** The trigger watches the mark price, and otherwise the last price. */
  isMark: z.boolean(),
  /** A trigger fires when the price is at or above, or at or below it; null where there is none. */
  fires: z.enum(['AT_OR_ABOVE', 'AT_OR_BELOW']).nullable(),
  reduceOnly: z.boolean(),
  postOnly: z.boolean(),
  leverage: z.int(),
  marginType,
  /** Exits that the fill gives to the position; null where it gives none. */
  takeProfit: decimalText.nullable(),
  stopLoss: decimalText.nullable(),
  isMarkTp: z.boolean(),
  isMarkSl: z.boolean(),
  /** The position that an exit belongs to. */
  futuresPositionId: z.int().nullable(),
  trailing: z
    .object({
      /** How far behind the furthest price it fires, as a share of that price: 0.01 is 1 %. */
      callbackRate: decimalText,
      /** It begins to follow here; null: at once. */
      activationPrice: decimalText.nullable(),
      /** The furthest price since it follows; null before that. */
      extremePrice: decimalText.nullable(),
    })
    .nullable(),
  /** What opening all of it would take, margin and fee; 0 once it has ended. */
  cost: decimalText,
  cancelReason: cancelReason.nullable(),
  createdMillis: z.int(),
});
export type WireFuturesOrder = z.output<typeof futuresOrder>;

export const futuresPosition = z.object({
  id: z.int(),
  futuresOptionId: z.int(),
  stock: z.string(),
  walletType: z.string(),
  tradeType: orderSide,
  /** 0 in the push that closes it. */
  qty: decimalText,
  /** The exact mean as a fraction of whole 1e-8 units, for computing … */
  entrySum: z.string(),
  entryOver: z.string(),
  /** … and as shown: half up at two places more than the price has. */
  entryPrice: decimalText,
  leverage: z.int(),
  marginType,
  /** Set aside for it; 0 of a cross position. */
  margin: decimalText,
  /** Accrued and not posted yet; below zero when it is owed. */
  funding: decimalText,
  /** What opening the part that is open has cost. */
  entryFee: decimalText,
  /**
   * Null: none, shown as `--`. Absent in a push, which is made of its event alone: it depends on prices and on the
   * other positions of the wallet. POSITION_UPDATE_LIQUIDPRICE brings it.
   */
  liquidPrice: decimalText.nullable().optional(),
  warnedMillis: z.int().nullable(),
  createdMillis: z.int(),
});
export type WireFuturesPosition = z.output<typeof futuresPosition>;

export const futuresFill = z.object({
  id: z.int(),
  orderId: z.int(),
  futuresOptionId: z.int(),
  stock: z.string(),
  walletType: z.string(),
  currency: z.string(),
  contractType: z.enum(['LINEAR', 'HYBRID', 'INVERSE']),
  tradeType: orderSide,
  marketType: fillType,
  qty: decimalText,
  price: decimalText,
  leverage: z.int(),
  marginType,
  openedQty: decimalText,
  closedQty: decimalText,
  /** The position that it closed or reduced; null where nothing closed. */
  closedPositionId: z.int().nullable(),
  /** The mean at which the closed part was opened; null where nothing closed. */
  entryPrice: decimalText.nullable(),
  /** When the closed position was opened; null where nothing closed. */
  openedMillis: z.int().nullable(),
  /** Of the closed part, before fees and funding; 0 where nothing closed. */
  pnl: decimalText,
  /** The same in coins, where the contract shows it so (docs/rules.md 3.2); null otherwise. */
  coinPnl: decimalText.nullable(),
  /** `pnl` over the margin at entry, a share in steps of 0.0001; null where nothing closed. */
  roe: decimalText.nullable(),
  /** Posted with the closed part. */
  funding: decimalText,
  /** Of the whole fill. */
  fee: decimalText,
  /** Of the closed part: its share of the fee of opening it, and of `fee`. */
  entryFee: decimalText,
  exitFee: decimalText,
  /** To the insurance, of what a cross liquidation closes. */
  liquidationFee: decimalText,
  /** What the insurance paid of an isolated loss beyond its margin; below zero: what it kept of the margin. */
  insured: decimalText,
  /** The profit that every screen shows: pnl + funding − entryFee − exitFee − liquidationFee + insured. */
  net: decimalText,
  /** The first tick after prices were missing: the level may have been crossed in between. */
  isAfterGap: z.boolean(),
  createdMillis: z.int(),
});
export type WireFuturesFill = z.output<typeof futuresFill>;

/** A payment of funding: accrued until the position is reduced. */
export const futuresFunding = z.object({
  futuresPositionId: z.int(),
  futuresOptionId: z.int(),
  stock: z.string(),
  walletType: z.string(),
  currency: z.string(),
  tradeType: orderSide,
  qty: decimalText,
  markPrice: decimalText,
  rate: decimalText,
  /** Below zero: paid. */
  amount: decimalText,
  /** When it was due. */
  fundingMillis: z.int(),
});
export type WireFuturesFunding = z.output<typeof futuresFunding>;

/** What the player trades an instrument with. */
export const futuresLeverage = z.object({
  futuresOptionId: z.int(),
  stock: z.string(),
  leverage: z.int(),
  marginType,
});
export type WireFuturesLeverage = z.output<typeof futuresLeverage>;

/** Cash and cross positions of one wallet at the newest marks (docs/rules.md 3.4). */
export const futuresCross = z.object({
  /** FUTURES or a coin. */
  wallet: z.string(),
  /** Cash outside isolated positions. */
  playerPoint: decimalText,
  /** Of cross positions, at their marks. */
  markPnl: decimalText,
  /** Accrued on cross positions; below zero when it is owed. */
  minusFundingFee: decimalText,
  /** The sum of the three; below zero shortly before the insurance pays. */
  equity: decimalText,
  /** What the cross positions must keep: liquidated at this equity. */
  maintenance: decimalText,
  /** What may still be opened. */
  available: decimalText,
  /** Maintenance over equity, a share: 0.8 is 80 %. 1 where nothing is left, 0 without cross positions. */
  ratio: decimalText,
});
export type WireFuturesCross = z.output<typeof futuresCross>;

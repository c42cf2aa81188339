// Who holds what in the liquidation bench. Everybody has two cross positions; how far prices must move against both of
// them is set by the money in the wallet.
import type { OpenAccount } from '@maru/engine/account/commands';
import { amount, type Qty } from '@maru/engine/amount';
import type { PlaceFuturesOrder } from '@maru/engine/futures/commands';
import type { OrderSide } from '@maru/engine/futures/terms';
import { playerId } from '@maru/engine/purse';
import { SITE } from './bench-site.ts';
import type { Coin, Market } from './liquidation-market.ts';

/**
 * A tenth is reached by the fall of 20 %, the next tenth by one tick after it, and of the others about a tenth of all by
 * a last tick, when they are connected.
 */
export const ACCOUNTS = Number(process.env['LIQUIDATION_ACCOUNTS'] ?? 100_000);
const GROUPS = { fall: ACCOUNTS / 10, tick: ACCOUNTS / 10 } as const;
/** They trade while the market falls. */
export const TRADERS = 64;

/** What the wallet keeps beside the loss, about the maintenance margin of these positions. */
const KEPT = 0.012;
const POSITIONS = 2;

interface Holding {
  /** In USDT, of each position. */
  readonly value: number;
  readonly leverage: number;
  readonly sides: readonly OrderSide[];
  /** The share of its value that each position may lose. */
  readonly room: number;
}

const spread = (index: number, [from, to]: readonly [number, number]): number =>
  from + (((index * 7_919) % 9_973) / 9_973) * (to - from);

function holdingOf(index: number): Holding {
  const small = { value: spread(index, [1_000, 9_000]), leverage: 50, sides: ['LONG', 'LONG'] } as const;
  if (index < GROUPS.fall) return { ...small, room: spread(index * 31, [0.022, 0.18]) };
  if (index < GROUPS.fall + GROUPS.tick) return { ...small, room: spread(index * 31, [0.222, 0.24]) };
  const side = (bit: number): OrderSide => (((index >> bit) & 1) === 0 ? 'LONG' : 'SHORT');
  return {
    value: spread(index, [2_000, 200_000]),
    leverage: 20,
    sides: [side(3), side(5)],
    room: spread(index * 31, [0.4, 0.9]),
  };
}

/** Loses its money when every price has fallen by this share. */
export function fallsWith(index: number, share: number): boolean {
  const { sides, room } = holdingOf(index);
  return room < share && sides.every((side) => side === 'LONG');
}

export const accountOf = (index: number): OpenAccount => {
  const { value, room } = holdingOf(index);
  return newTrader(index + 1, (POSITIONS * value * (room + KEPT)).toFixed(2));
};

export const newTrader = (player: number, credit: string): OpenAccount => ({
  kind: 'OPEN_ACCOUNT',
  site: SITE,
  player: playerId(player),
  role: 'PLAYER',
  wallets: [{ type: 'FUTURES', currency: 'USDT', places: 8, credit: amount(credit) }],
});

/** Two of four coins, every pair of them. */
const coinOf = ({ coins }: Market, index: number, place: number): Coin =>
  coins[(index + place * (1 + (Math.floor(index / coins.length) % (coins.length - 1)))) % coins.length]!;

/** Whole steps, at the price of the start. */
export function qtyWorth({ start, contract: { qtyStep } }: Coin, value: number): Qty {
  const steps = Math.floor((value * 1e16) / Number(start) / Number(qtyStep));
  return (BigInt(steps) * qtyStep) as Qty;
}

/** The order that opens one of the two positions. */
export function openingOrder(market: Market, index: number, place: 0 | 1): PlaceFuturesOrder {
  const { value, leverage, sides } = holdingOf(index);
  const coin = coinOf(market, index, place);
  return marketOrder(market, coin, {
    player: index + 1,
    side: sides[place]!,
    qty: qtyWorth(coin, value),
    leverage,
    held: place === 0 ? [] : [coinOf(market, index, 0)],
  });
}

export interface Asked {
  readonly player: number;
  readonly side: OrderSide;
  readonly qty: Qty;
  readonly leverage: number;
  /** The coins in which the player has a position. */
  readonly held: readonly Coin[];
}

export const marketOrder = (
  market: Market,
  coin: Coin,
  { player, side, qty, leverage, held }: Asked,
): PlaceFuturesOrder => ({
  kind: 'PLACE_FUTURES_ORDER',
  site: SITE,
  player: playerId(player),
  side,
  type: 'MARKET',
  qty,
  by: 'last',
  leverage,
  marginType: 'CROSS',
  reduceOnly: false,
  postOnly: false,
  immediate: false,
  ...market.pricedOf(coin.id),
  priced: held.map(({ id }) => market.pricedOf(id)),
});

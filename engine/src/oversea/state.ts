// What the book holds of overseas futures: resting orders and open positions, by player.
import type { Event } from '../event.ts';
import type { PlayerId, SiteId, WalletType } from '../purse.ts';
import type { Millis } from '../time.ts';
import type { OpenPosition, OverseaOrderPlaced } from './events.ts';

/** A resting order as its event placed it. */
export interface OverseaOrder
  extends Omit<OverseaOrderPlaced, keyof Event<string> | 'isUnpriced' | 'tpTick' | 'slTick'> {
  readonly id: number;
  readonly player: PlayerId;
  readonly site: SiteId;
  /** It arrived while there was no fresh price: the first one may still fill it at the market. */
  readonly isUnpriced: boolean;
  readonly tpTick: number | undefined;
  readonly slTick: number | undefined;
  readonly placedAt: Millis;
}

export interface OverseaPosition extends OpenPosition {
  readonly player: PlayerId;
  readonly site: SiteId;
  readonly instrument: number;
  readonly wallet: WalletType;
}

/** One player's; a player with neither order nor position has none. */
export interface OverseaAccount {
  /** By order number, oldest first. */
  readonly orders: Map<number, OverseaOrder>;
  /** By instrument: one net position each. */
  readonly positions: Map<number, OverseaPosition>;
}

export interface OverseaState {
  readonly accounts: Map<PlayerId, OverseaAccount>;
  /** The same orders and positions by their own numbers. */
  readonly orders: Map<number, OverseaOrder>;
  readonly positions: Map<number, OverseaPosition>;
  /** The sum of the digests of all of them. */
  readonly digest: BigUint64Array;
}

export const emptyOversea = (): OverseaState => ({
  accounts: new Map(),
  orders: new Map(),
  positions: new Map(),
  digest: new BigUint64Array(1),
});

// What the book holds of coin futures: resting orders and open positions, by player, and when each instrument was last
// funded.
import type { Amount } from '../amount.ts';
import type { PlayerId, SiteId, WalletType } from '../purse.ts';
import type { Millis } from '../time.ts';
import type { PositionState, RestingOrder } from './events.ts';

export interface FuturesOrder extends RestingOrder {
  readonly player: PlayerId;
  readonly site: SiteId;
}

export interface FuturesPosition extends PositionState {
  readonly player: PlayerId;
  readonly site: SiteId;
  readonly instrument: number;
  readonly wallet: WalletType;
  /** Written only by `accrue`, which updates the digest: funding reaches all positions of an instrument at once. */
  funding: Amount;
}

/** One player's; a player with neither order nor position has none. */
export interface FuturesAccount {
  /** By order number, oldest first. Replaced by `apply` with the first order: who has none shares one map with others. */
  orders: Map<number, FuturesOrder>;
  /** By instrument: one net position each. */
  readonly positions: Map<number, FuturesPosition>;
}

export interface FuturesState {
  readonly accounts: Map<PlayerId, FuturesAccount>;
  /** The same orders and positions by their own numbers. */
  readonly orders: Map<number, FuturesOrder>;
  readonly positions: Map<number, FuturesPosition>;
  /** The same positions by site and instrument, `1/7`: funding is accrued on all of them at once. */
  readonly open: Map<string, Map<number, FuturesPosition>>;
  /** By site and instrument as well: the last time for which funding was paid. */
  readonly funded: Map<string, Millis>;
  /** The sum of the digests of all of them. Without an element in a copy outside the desk, which nothing is held against. */
  readonly digest: BigUint64Array;
}

/** One instrument of one site. */
export const fundedKey = (site: SiteId, instrument: number): string => `${site}/${instrument}`;

export const emptyFutures = ({ isDigested = true } = {}): FuturesState => ({
  accounts: new Map(),
  orders: new Map(),
  positions: new Map(),
  open: new Map(),
  funded: new Map(),
  digest: new BigUint64Array(isDigested ? 1 : 0),
});

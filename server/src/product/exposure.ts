// What a product tells about everything that is open now, for the risk of the house. The figures come from the copy that
// a product keeps of its part of the book, which follows the durable events: valuing them asks nothing of the desk.
import { type Amount, divide, ONE, type Price, type Rate } from '@maru/engine/amount';
import type { PlayerId, SiteId, WalletType } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';

/** Prices as somebody supposes them. Shares of the prices now: ONE is where they are. */
export interface Shock {
  priceOf(instrument: number): Rate;
  /** Of what foreign money is worth in won. */
  readonly won: Rate;
  /** How much worse than the moved price something is closed, as a share of it. */
  readonly slippage: Rate;
}

export interface ExposedPosition {
  readonly id: number;
  readonly instrument: number;
  readonly side: 'LONG' | 'SHORT';
  readonly qty: string;
  readonly leverage: number | undefined;
  readonly isIsolated: boolean;
  readonly price: Price;
  /** In the currency of the wallet, at the price. */
  readonly value: Amount;
  readonly pnl: Amount;
}

/** What is judged and closed together: the positions that a wallet backs, or one isolated position. */
export interface ExposedAccount {
  readonly site: SiteId;
  readonly player: PlayerId;
  readonly wallet: WalletType;
  readonly positions: readonly ExposedPosition[];
  readonly margin: Amount;
  readonly equity: Amount;
  /** It is closed when its equity is here or below. */
  readonly floor: Amount;
}

/** What the engine would close of an account. */
export interface ClosedAccount {
  readonly positions: readonly number[];
  /** Of the money of the member: what is in the wallet afterwards less what was in it before. */
  readonly change: Amount;
  /** What the insurance pays because the member has no more. */
  readonly shortfall: Amount;
}

export interface ExposedOrder {
  readonly id: number;
  /** Rises with time over all products, and is unique among them. */
  readonly rank: number;
  readonly site: SiteId;
  readonly player: PlayerId;
  readonly instrument: number;
  readonly side: 'LONG' | 'SHORT';
  readonly type: string;
  /** Undefined: the whole position. */
  readonly qty: string | undefined;
  readonly price: Price | undefined;
  readonly trigger: Price | undefined;
  readonly placedAt: Millis;
}

/** Accounts at the prices of one instant, each price looked up once. */
/** An event makes fewer orders: its number times this, and the place in it, is the rank of an order. */
export const RANKS_PER_EVENT = 32;

export interface ValuedHoldings {
  /** Accounts of which a price is not known are left out. */
  accountsOf(player: PlayerId): readonly ExposedAccount[];
  /** What the engine's own rules close at these prices, decided on a copy of the account: nothing happens. */
  closedOf(player: PlayerId): readonly ClosedAccount[];
}

export interface ExposedHoldings {
  /** Everybody with an order or a position. */
  players(): Iterable<PlayerId>;
  positions(): Iterable<{
    readonly id: number;
    readonly site: SiteId;
    readonly player: PlayerId;
    readonly instrument: number;
  }>;
  orders(): Iterable<ExposedOrder>;
  valuedAt(now: Millis, shock?: Shock): ValuedHoldings;
}

export interface ExposedRound {
  readonly id: number;
  readonly type: string;
  readonly instrument: number | undefined;
  readonly closesAt: Millis;
  readonly players: number;
  /** Undefined where more than two things can be bet on. */
  readonly sides: { readonly up: Amount; readonly down: Amount } | undefined;
  readonly stakes: Amount;
  /** Of the dearest result: what is paid out, stakes included, and what of it the stakes do not pay. */
  readonly payoutMost: Amount;
  readonly lossMost: Amount;
}

export interface ExposureView {
  readonly product: string;
  /** The purses of the house into which and from which it pays results. */
  readonly housePurposes: readonly string[];
  readonly holdings?: ExposedHoldings;
  /** Those that are not decided; undefined when the desk cannot answer now. */
  rounds?(site: SiteId): Promise<readonly ExposedRound[] | undefined>;
  /** Payments to members that wait for a decision, counted up to a thousand. */
  payoutsWaiting?(tx: Tx, site: SiteId): Promise<number>;
}

/** A price moved by a share, on its tick; what is sold then gets less and what is bought costs more. */
export function movedPrices(
  price: Price,
  tickSize: Price,
  { share, slippage }: { readonly share: Rate; readonly slippage: Rate },
): { readonly mid: Price; readonly bid: Price; readonly ask: Price } {
  const at = (factor: bigint): Price => {
    const moved = divide(price * share * factor, ONE * ONE * tickSize, 'half-even') * tickSize;
    return (moved === 0n ? tickSize : moved) as Price;
  };
  return { mid: at(ONE), bid: at(ONE - slippage), ask: at(ONE + slippage) };
}

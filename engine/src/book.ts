// The book: all that a desk must know to decide. `apply` is its only writer, the journal can always make it again.
import type { AccountEvent } from './account/events.ts';
import { type Amount, PLACES } from './amount.ts';
import type { BinaryEvent } from './binary/events.ts';
import { type BinaryState, emptyBinary } from './binary/state.ts';
import type { BallEvent } from './bitball/events.ts';
import { type BallState, emptyBalls } from './bitball/state.ts';
import { type Digest, emptyDigest } from './digest.ts';
import type { OlderKeys } from './kept-keys.ts';
import type { OverseaEvent } from './oversea/events.ts';
import { emptyOversea, type OverseaState } from './oversea/state.ts';
import {
  type Currency,
  type PlayerId,
  type Purse,
  type PurseId,
  playerPurse,
  type SiteId,
  type WalletType,
} from './purse.ts';
import type { Millis } from './time.ts';

export interface Wallet {
  readonly type: WalletType;
  readonly currency: Currency;
  /** Decimal places of the currency in this wallet: KRW 0, USDT 8 (rules.md 0.2). */
  readonly places: number;
  /** The smallest amount it can hold. */
  readonly unit: Amount;
  /** The names of its purses: every order asks for them, so they are put together once. */
  readonly free: PurseId;
  readonly wait: PurseId;
  readonly debt: PurseId;
  /**
   * Its purses as they were found in the book, so that a payment to thousands need not look for them again. A debt that
   * was looked for and is not there is null.
   */
  readonly found: { free?: Purse; wait?: Purse; debt?: Purse | null };
  /** Which practice run the wallet is in: a refill starts the next one and keeps the history of the last. */
  run: number;
}

export const createWallet = (
  player: PlayerId,
  { type, currency, places, run }: Pick<Wallet, 'type' | 'currency' | 'places' | 'run'>,
): Wallet => ({
  type,
  currency,
  places,
  unit: (10n ** BigInt(PLACES - places)) as Amount,
  free: playerPurse(player, type, 'free'),
  wait: playerPurse(player, type, 'wait'),
  debt: playerPurse(player, type, 'debt'),
  found: {},
  run,
});

export type Role = 'PLAYER' | 'PARTNER' | 'STAFF';

export interface Player {
  readonly id: PlayerId;
  readonly site: SiteId;
  readonly role: Role;
  blocked: boolean;
  /** Raised when all sessions end; a command of an older session is refused at the decision itself. */
  sessionVersion: number;
  /** The player's own event sequence: journal content, push number and gap detector in one. */
  seq: number;
  /** When the desk last had something to do for this player, in periods of its own: who leaves the book goes by it. */
  usedIn: number;
  readonly wallets: Map<WalletType, Wallet>;
  /** Answers kept for repeated commands, oldest first. */
  readonly answers: Map<string, KeptAnswer>;
  /** Keys whose answers only the tables have. */
  olderKeys: OlderKeys | undefined;
}

/** Where the first answer to an idempotency key is: the event in the player's history makes the same reply again. */
export interface KeptAnswer {
  readonly print: string;
  readonly event: number;
  readonly seq: number;
  readonly at: Millis;
}

export interface Hold {
  readonly id: number;
  readonly player: PlayerId;
  readonly wallet: WalletType;
  readonly amount: Amount;
  readonly purpose: string;
}

export interface Book {
  /** The id of the newest event applied; the next event is one higher. */
  lastEvent: number;
  /** Engine time never goes back, whatever the machine's clock does. */
  lastAt: Millis;
  /** The highest number of an account that was ever opened, in the book or not. */
  highestPlayer: number;
  readonly purses: Map<PurseId, Purse>;
  /** Those who are needed now; the tables have the others. */
  readonly players: Map<PlayerId, Player>;
  readonly holds: Map<number, Hold>;
  /** Carried on by every event; the journal has it after each batch, and a book that is loaded must have the same. */
  readonly digest: Digest;
  /** By site and currency: what all purses together gained, as far as they were written since the book was made. */
  readonly drifts: Map<string, BigInt64Array>;
  readonly binary: BinaryState;
  readonly bitball: BallState;
  readonly oversea: OverseaState;
}

/** Every feature adds its events here; the switches over `kind` then fail to compile until they know them. */
export type AnyEvent = AccountEvent | BinaryEvent | BallEvent | OverseaEvent;

export const emptyBook = (): Book => ({
  lastEvent: 0,
  lastAt: 0 as Millis,
  highestPlayer: 0,
  purses: new Map(),
  players: new Map(),
  holds: new Map(),
  digest: emptyDigest(),
  drifts: new Map(),
  binary: emptyBinary(),
  bitball: emptyBalls(),
  oversea: emptyOversea(),
});

// The book: all that a desk must know to decide. `apply` is its only writer, and it can always be rebuilt from the
// journal.

import type { OlderKeys } from './answered-keys.ts';
import { type Digest, emptyDigest } from './digest.ts';
import { everyProduct, type ProductStates } from './products.ts';
import type { PlayerId, Purse, PurseId, SiteId, WalletType } from './purse.ts';
import { numberBeforeEvents } from './shard.ts';
import type { Millis } from './time.ts';
import type { Wallet } from './wallet.ts';

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
  /** The period in which the desk last did something for this player: decides who is removed from the book. */
  usedIn: number;
  readonly wallets: Map<WalletType, Wallet>;
  /** Answers kept for repeated commands, oldest first. */
  readonly answers: Map<string, FirstAnswer>;
  /** Keys whose answers only the tables have. */
  olderKeys: OlderKeys | undefined;
}

/** Where the first answer to an idempotency key is: the event in the player's history makes the same reply again. */
export interface FirstAnswer {
  readonly fingerprint: string;
  readonly event: number;
  readonly seq: number;
  readonly at: Millis;
}

/** The state of every product is under the name of the product. */
export interface Book extends ProductStates {
  /** The id of the newest event applied; the next event is one higher. */
  lastEvent: number;
  /** Engine time never goes back, whatever the machine's clock does. */
  lastAt: Millis;
  /** The highest number of an account that was ever opened, in the book or not. */
  highestPlayer: number;
  readonly purses: Map<PurseId, Purse>;
  /** The players who are needed now; the tables have the others. */
  readonly players: Map<PlayerId, Player>;
  /** Updated by every event; the journal has it after each batch, and a book that is loaded must have the same. */
  readonly digest: Digest;
  /** By site and currency: what all purses together gained, as far as they were written since the book was made. */
  readonly drifts: Map<string, BigInt64Array>;
}

/** The numbers of events begin anew in every shard; which accounts a shard has follows from its events. */
export const emptyBook = (shard = 0): Book => ({
  lastEvent: numberBeforeEvents(shard),
  lastAt: 0 as Millis,
  highestPlayer: 0,
  purses: new Map(),
  players: new Map(),
  digest: emptyDigest(),
  drifts: new Map(),
  ...(Object.fromEntries(everyProduct.map(({ name, empty }) => [name, empty()])) as unknown as ProductStates),
});

// What accounts need from the rest of the platform; `platform.ts` provides it.
import type { NewWallet, TrialResult } from '@maru/engine/account/commands';
import type { Amount } from '@maru/engine/amount';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Database, Tx } from '../db/database.ts';
import type { Desk } from '../desk/desk.ts';
import type { RateLimit } from '../http/rate-limit.ts';
import type { Log } from '../log/log.ts';
import type { ConfirmOwner } from '../product/server-product.ts';
import type { FactorKeys } from '../security/factor-keys.ts';
import type { Standings } from '../staff/standings.ts';
import type { Authenticator } from './authenticator.ts';
import type { KnownDevices } from './known-devices.ts';
import type { Passwords } from './passwords.ts';
import type { Secrets } from './secrets.ts';
import type { Sessions } from './sessions.ts';
import type { AddressFailures } from './throttle.ts';

/** What accounts read of their site. */
export interface SiteTerms {
  readonly name: string;
  readonly moneyMode: 'PRACTICE' | 'LIVE';
  /** How long withdrawals wait after a change of what protects them. */
  readonly money: { readonly waitMs: number };
  readonly wallets: readonly NewWallet[];
  refillLimit(currency: string): Amount;
}

/** Notifies devices that their sign-in has ended. */
export interface ForceLogout {
  readonly player: PlayerId;
  /** Only the devices of this sign-in; all of the player's when absent. */
  readonly family?: string;
  /** All but the devices of this one. */
  readonly exceptFamily?: string;
}

/** Rounds that were tried before there was an account: they may become part of it. */
export interface KeptTrials<Trial extends { readonly id: number } = { readonly id: number }> {
  /** Undefined unless it is decided and belongs to nobody. */
  find(site: SiteId, token: string): Promise<Trial | undefined>;
  /** In the transaction that creates the member. False when another account was faster. */
  claim(tx: Tx, trial: Trial, player: PlayerId): Promise<boolean>;
  /** All that belong to this account as one result; undefined when none does. */
  of(site: SiteId, player: PlayerId): Promise<TrialResult | undefined>;
}

export interface AccountDeps {
  /** The desk's. */
  readonly shard: number;
  readonly database: Database;
  readonly desk: Desk;
  readonly siteTerms: (site: SiteId) => SiteTerms | undefined;
  readonly sessions: Sessions;
  readonly secrets: Secrets;
  readonly passwords: Passwords;
  readonly authenticator: Authenticator;
  readonly failures: AddressFailures;
  readonly knownDevices: KnownDevices;
  /** How often an account may sign in on the lane of known devices, ahead of strangers. */
  readonly ownerPace: RateLimit;
  /** Accounts that may be made from one address in an hour. */
  readonly signUpsPerHour: number | 'OFF';
  readonly random: (bytes: number) => Uint8Array;
  /** For second factors. */
  readonly factorKeys: FactorKeys;
  /** What members of staff are and have proven. */
  readonly standings: Standings;
  /** Before whatever a stolen session must not do. */
  readonly confirmOwner: ConfirmOwner;
  readonly forceLogout: (whom: ForceLogout) => void;
  readonly trials?: KeptTrials | undefined;
  readonly log: Log;
}

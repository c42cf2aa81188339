import { type Amount, unitOf } from './amount.ts';
import {
  type Currency,
  type PlayerId,
  type Purse,
  type PurseId,
  playerPurse,
  type WalletType,
} from './purse.ts';

export type CachedKind = 'free' | 'wait' | 'posMargin' | 'debt';

export interface Wallet {
  readonly type: WalletType;
  readonly currency: Currency;
  /** Decimal places of the currency in this wallet: KRW 0, USDT 8 (docs/rules.md 0.2). */
  readonly places: number;
  /** The smallest amount it can hold. */
  readonly unit: Amount;
  /** The names of its purses: every order needs them, so they are built once. */
  readonly free: PurseId;
  readonly wait: PurseId;
  /** Margin that belongs to single positions: the rest of the wallet is not liable for them (docs/rules.md 6.1). */
  readonly posMargin: PurseId;
  readonly debt: PurseId;
  /**
   * Its purses as they were found in the book, so that a payment to thousands, or their copies of one trade, need not
   * look for them again. One that was looked for and is not there is null; `putPurse` notes it here when it comes.
   */
  readonly purses: { [kind in CachedKind]?: Purse | null };
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
  unit: unitOf(places),
  free: playerPurse(player, type, 'free'),
  wait: playerPurse(player, type, 'wait'),
  posMargin: playerPurse(player, type, 'posMargin'),
  debt: playerPurse(player, type, 'debt'),
  purses: {},
  run,
});

// The account's rules: opening, practice money, holds, and who may still act. docs/rules.md 6.1, 6.2.
import { amountOfUnits, isMultiple, PLACES, toPlaces } from '../amount.ts';
import { assert } from '../assert.ts';
import type { Book, Player } from '../book.ts';
import type { Context } from '../command.ts';
import { accept, type Decision, refuse } from '../decision.ts';
import { type Event, playerEvent } from '../event.ts';
import type { IsOpenIn } from '../product.ts';
import { housePurse, playerPurse } from '../purse.ts';
import { balanceOf, type Transfer } from '../transfer.ts';
import type {
  BlockAccount,
  HoldFunds,
  NewWallet,
  OpenAccount,
  RefillPractice,
  ReleaseFunds,
  TrialResult,
} from './commands.ts';
import type { AccountOpened, FundsHeld, FundsReleased, PracticeRefilled, SessionsEnded } from './events.ts';

export function openAccount(
  book: Book,
  command: OpenAccount,
  context: Context,
): Decision<AccountOpened, 'ACCOUNT_EXISTS' | 'WALLET_UNSUPPORTED'> {
  if (book.players.has(command.player)) return refuse('ACCOUNT_EXISTS');
  const types = new Set(command.wallets.map((wallet) => wallet.type));
  if (!command.wallets.every(isNamedPlainly)) return refuse('WALLET_UNSUPPORTED');
  if (types.size !== command.wallets.length || types.size === 0) return refuse('WALLET_UNSUPPORTED');
  if (!command.wallets.every(({ places }) => isPlaces(places))) return refuse('WALLET_UNSUPPORTED');
  const { trial } = command;
  if (trial !== undefined && !types.has(trial.wallet)) return refuse('WALLET_UNSUPPORTED');

  // All checks passed: below this line nothing may fail.
  const transfers = command.wallets
    .map((wallet) => ({
      from: housePurse(command.site, 'practice', wallet.currency),
      to: playerPurse(command.player, wallet.type, 'free'),
      currency: wallet.currency,
      // Money credited to a player is floored at the wallet's places (docs/rules.md 0.3).
      amount: toPlaces(wallet.credit, wallet.places, 'down'),
      reason: 'PRACTICE_CREDIT',
    }))
    .filter((credit) => credit.amount > 0n);
  const kept = trial && keptTrial(command, trial);
  const opener = { id: command.player, site: command.site, seq: 0 };
  return accept({
    ...playerEvent('ACCOUNT_OPENED', book, opener, context, [...transfers, ...(kept?.transfers ?? [])]),
    role: command.role,
    wallets: command.wallets.map(({ type, currency, places }) => ({ type, currency, places })),
    ...(kept === undefined ? undefined : { trial: kept.result }),
  });
}

/** A loss takes no more than the wallet was just credited with: nobody begins with a debt. */
function keptTrial(
  { site, player, wallets }: OpenAccount,
  trial: TrialResult,
): { readonly result: TrialResult; readonly transfers: readonly Transfer[] } | undefined {
  const wallet = wallets.find(({ type }) => type === trial.wallet);
  if (wallet === undefined) return undefined;
  const { currency, places } = wallet;
  const credit = toPlaces(wallet.credit, places, 'down');
  const rounded = toPlaces(trial.profit, places, 'down');
  const profit = -rounded > credit ? amountOfUnits(credit > 0n ? -credit : 0n) : rounded;
  const practice = housePurse(site, 'practice', currency);
  const free = playerPurse(player, wallet.type, 'free');
  const reason = 'TRIAL_RESULT';
  const transfers =
    profit > 0n
      ? [{ from: practice, to: free, currency, amount: profit, reason }]
      : profit < 0n
        ? [{ from: free, to: practice, currency, amount: amountOfUnits(-profit), reason }]
        : [];
  return { result: { ...trial, profit }, transfers };
}

/** The names of purses contain these words, and the journal writes them unescaped. */
const isNamedPlainly = ({ type, currency }: NewWallet): boolean =>
  PLAIN_NAME.test(type) && PLAIN_NAME.test(currency);
const PLAIN_NAME = /^[A-Z0-9]{1,16}$/;

const isPlaces = (places: number): boolean => Number.isInteger(places) && places >= 0 && places <= PLACES;

export type RefillRefusal =
  | 'WALLET_UNSUPPORTED'
  | 'ENTER_AMOUNT'
  | 'AMOUNT_OFF_UNIT'
  | 'REFILL_ABOVE_LIMIT'
  | 'REFILL_WHILE_OPEN';

export function refillPractice(
  book: Book,
  player: Player,
  command: RefillPractice,
  context: Context,
  isOpenIn: IsOpenIn,
): Decision<PracticeRefilled, RefillRefusal> {
  const wallet = player.wallets.get(command.wallet);
  if (wallet === undefined) return refuse('WALLET_UNSUPPORTED');
  if (command.amount <= 0n) return refuse('ENTER_AMOUNT');
  if (!isMultiple(command.amount, wallet.unit)) return refuse('AMOUNT_OFF_UNIT');
  if (command.amount > command.most) return refuse('REFILL_ABOVE_LIMIT');
  // A new run must not mix with trades of the last one: what they lock and earn would be paid into it.
  if (isOpenIn(book, player, wallet)) return refuse('REFILL_WHILE_OPEN');

  // All checks passed: below this line nothing may fail.
  const practice = housePurse(player.site, 'practice', wallet.currency);
  const { currency, free } = wallet;
  const left = balanceOf(book, free);
  const transfers: Transfer[] = [];
  if (left > 0n)
    transfers.push({ from: free, to: practice, currency, amount: left, reason: 'PRACTICE_RETURN' });
  transfers.push({ from: practice, to: free, currency, amount: command.amount, reason: 'PRACTICE_REFILL' });
  return accept({
    ...playerEvent('PRACTICE_REFILLED', book, player, context, transfers, wallet),
    wallet: wallet.type,
    amount: command.amount,
    run: wallet.run + 1,
  });
}

export type HoldRefusal = 'WALLET_UNSUPPORTED' | 'ENTER_AMOUNT' | 'AMOUNT_OFF_UNIT' | 'INSUFFICIENT_BALANCE';

/**
 * Sets money aside for something that is open: a bet, an order, a request. It shows as waiting until it is released.
 */
export function holdFunds(
  book: Book,
  player: Player,
  command: HoldFunds,
  context: Context,
): Decision<FundsHeld, HoldRefusal> {
  const wallet = player.wallets.get(command.wallet);
  if (wallet === undefined) return refuse('WALLET_UNSUPPORTED');
  if (command.amount <= 0n) return refuse('ENTER_AMOUNT');
  if (!isMultiple(command.amount, wallet.unit)) return refuse('AMOUNT_OFF_UNIT');
  const { free, wait, currency } = wallet;
  if (command.amount > balanceOf(book, free)) return refuse('INSUFFICIENT_BALANCE');

  // All checks passed: below this line nothing may fail.
  const { amount } = command;
  const transfers = [{ from: free, to: wait, currency, amount, reason: 'HOLD' }];
  return accept({
    ...playerEvent('FUNDS_HELD', book, player, context, transfers, wallet),
    wallet: wallet.type,
    amount,
    purpose: command.purpose,
  });
}

export function releaseFunds(
  book: Book,
  player: Player,
  command: ReleaseFunds,
  context: Context,
): Decision<FundsReleased, 'HOLD_NOT_FOUND'> {
  const hold = book.account.holds.get(command.hold);
  // A hold of another player is refused like one that does not exist.
  if (hold === undefined || hold.player !== player.id) return refuse('HOLD_NOT_FOUND');

  // All checks passed: below this line nothing may fail.
  const wallet = player.wallets.get(hold.wallet);
  assert(wallet !== undefined, 'a hold lies in a wallet of its player');
  const { free, wait, currency } = wallet;
  const transfers = [{ from: wait, to: free, currency, amount: hold.amount, reason: 'RELEASE' }];
  return accept({
    ...playerEvent('FUNDS_RELEASED', book, player, context, transfers, wallet),
    hold: hold.id,
    wallet: hold.wallet,
  });
}

export function blockAccount(
  book: Book,
  player: Player,
  command: BlockAccount,
  context: Context,
  isOpenIn: IsOpenIn,
): Decision<Event<'ACCOUNT_BLOCKED'>, 'ALREADY_PROCESSED' | 'CLOSE_WHILE_OPEN'> {
  if (player.blocked) return refuse('ALREADY_PROCESSED');
  const wallets = Array.from(player.wallets.values());
  if (command.unlessOpen === true && wallets.some((wallet) => isOpenIn(book, player, wallet)))
    return refuse('CLOSE_WHILE_OPEN');
  return accept(playerEvent('ACCOUNT_BLOCKED', book, player, context));
}

export function unblockAccount(
  book: Book,
  player: Player,
  _command: unknown,
  context: Context,
): Decision<Event<'ACCOUNT_UNBLOCKED'>, 'ALREADY_PROCESSED'> {
  return player.blocked
    ? accept(playerEvent('ACCOUNT_UNBLOCKED', book, player, context))
    : refuse('ALREADY_PROCESSED');
}

export function endSessions(
  book: Book,
  player: Player,
  _command: unknown,
  context: Context,
): Decision<SessionsEnded, never> {
  return accept({
    ...playerEvent('SESSIONS_ENDED', book, player, context),
    sessionVersion: player.sessionVersion + 1,
  });
}

export type AccountRefusal =
  | RefillRefusal
  | HoldRefusal
  | 'ACCOUNT_EXISTS'
  | 'HOLD_NOT_FOUND'
  | 'ALREADY_PROCESSED'
  | 'CLOSE_WHILE_OPEN';

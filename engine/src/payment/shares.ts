// What a payment gives its players, as one text: a line for each of them. A round may have a million bets, and written
// out with names they would be most of the journal. A line stands alone, so that it is also what the player's history
// keeps:
//
//   player,seq;wallet;…;bets            lines are joined by a slash
//   wallet: type,currency,won,profit,void,lost,free,wait and, if anything was ever taken back,
//           given,taken,missing,repaid,debt and, if bets that were decided are void now, undone
//   bets:   number:status:credit and, where it has one, :ts:seq:price of its strike; the next bet is its distance to
//           the number before, and its outcome only where that differs
//
// Among many players the outcomes repeat, so a payment has each of them once (`outcomes`, by slashes too) and its lines
// say @ and the place of it; a line that is taken out of the payment gets the outcomes themselves.
import type { Amount, Price } from '../amount.ts';
import { assert } from '../assert.ts';
import type { Step } from '../event.ts';
import type { AnyEvent } from '../products.ts';
import type { Currency, PlayerId, WalletType } from '../purse.ts';
import type { Millis } from '../time.ts';
import type { BetOutcome, BetStatus, PaidBet } from './bet-queue.ts';

/** All players of a payment. `free`, `wait` and `debt` are what moves in their purses altogether. */
export interface Shares {
  readonly players: number;
  readonly free: Amount;
  readonly wait: Amount;
  readonly debt: Amount;
  readonly outcomes: string;
  readonly text: string;
}

/** What the bets of one player move in one wallet. */
export interface Gain {
  readonly won: bigint;
  readonly profit: bigint;
  readonly void: bigint;
  readonly lost: bigint;
  /** Of bets that were paid before: what is paid after all, and what is taken back. */
  readonly given: bigint;
  readonly taken: bigint;
  /** Stakes of bets that had won or lost and are void now: no money by themselves (docs/rules.md 7.4). */
  readonly undone: bigint;
}

/** What that means for what the wallet holds, and what its purses hold afterwards. */
export interface Moved {
  /** Of what is taken back: what is not there. */
  readonly missing: bigint;
  /** An older debt, paid from this. */
  readonly repaid: bigint;
  readonly free: bigint;
  readonly wait: bigint;
  readonly debt: bigint;
}

export interface WalletShare extends Gain, Moved {
  readonly type: WalletType;
  readonly currency: Currency;
}

/** Does the house have a part in it? Also when it gives as much as it takes: its purse is one end of what moves. */
export const isOfHouse = ({ profit, lost, given, taken }: Gain): boolean =>
  profit !== 0n || lost !== 0n || given !== 0n || taken !== 0n;

/** An event that pays many players. The desk and its journal have it packed, a player sees it written out. */
export type PaidEvent = Extract<AnyEvent, { readonly bets: readonly PaidBet[] }>;
export type PackedEvent = PaidEvent & { readonly shares: Shares };

export const isPacked = (event: AnyEvent): event is PackedEvent =>
  'shares' in event && event.shares !== undefined;

const orNothing = (units: bigint): string => (units === 0n ? '' : units.toString());

/** The part of a wallet's text that thousands of players have in common. */
export const writeGain = ({ won, profit, void: back, lost }: Gain): string =>
  orNothing(won) + ',' + orNothing(profit) + ',' + orNothing(back) + ',' + orNothing(lost);

export function writeWallet(
  { type, currency }: Pick<WalletShare, 'type' | 'currency'>,
  { given, taken, undone, text }: Gain & { readonly text: string },
  { missing, repaid, free, wait, debt }: Moved,
): string {
  const all = type + ',' + currency + ',' + text + ',' + orNothing(free) + ',' + orNothing(wait);
  if (given === 0n && taken === 0n && repaid === 0n && debt === 0n && undone === 0n) return all;
  const corrected = all + ',' + [given, taken, missing, repaid, debt].map(orNothing).join(',');
  return undone === 0n ? corrected : corrected + ',' + undone;
}

function readWallet(text: string): WalletShare {
  const [type = '', currency = '', ...amounts] = text.split(',');
  const at = (index: number): bigint => {
    const units = amounts[index];
    return units === undefined || units === '' ? 0n : BigInt(units);
  };
  return {
    type,
    currency,
    won: at(0),
    profit: at(1),
    void: at(2),
    lost: at(3),
    free: at(4),
    wait: at(5),
    given: at(6),
    taken: at(7),
    missing: at(8),
    repaid: at(9),
    debt: at(10),
    undone: at(11),
  };
}

export function writeOutcome({ status, credit, strike }: BetOutcome): string {
  const text = ':' + status + ':' + credit;
  return strike === undefined ? text : text + ':' + strike.ts + ':' + strike.seq + ':' + strike.price;
}

export function readBets(text: string, player: PlayerId): PaidBet[] {
  let bet = 0;
  let outcome: BetOutcome | undefined;
  return text.split(',').map((each) => {
    const [by, status, credit, ts, seq, price] = each.split(':');
    bet += Number(by);
    if (credit !== undefined) {
      outcome = { status: Number(status) as BetStatus, credit: BigInt(credit) as Amount };
      if (price !== undefined) {
        const strike = { ts: Number(ts) as Millis, seq: Number(seq), price: BigInt(price) as Price };
        outcome = { ...outcome, strike };
      }
    }
    assert(outcome !== undefined, 'the first bet of a line has its outcome');
    return { bet, player, ...outcome };
  });
}

const rawLines = (text: string): readonly string[] => (text === '' ? [] : text.split('/'));

const PLACE = /@(\d+)/g;

/** The lines of a payment, one for each player, each of which stands alone. */
export function linesOf({ text, outcomes }: Shares): readonly string[] {
  const known = outcomes.split('/');
  return rawLines(text).map((line) => {
    // Most players have one outcome for all bets: it is put in without looking for more.
    const at = line.indexOf('@');
    const end = line.indexOf(',', at);
    if (end !== -1 && line.indexOf('@', end) === -1)
      return line.slice(0, at) + known[Number(line.slice(at + 1, end))] + line.slice(end);
    return line.replace(PLACE, (_, place: string) => known[Number(place)] ?? '');
  });
}

/** The same of some players only. The lines of the others are passed over unread: a payment has thousands of them. */
export function linesOfThose(
  shares: Shares,
  isWanted: (player: PlayerId) => boolean,
): readonly { readonly player: PlayerId; readonly line: string }[] {
  const { text } = shares;
  const players: PlayerId[] = [];
  const raw: string[] = [];
  for (let at = 0; at < text.length; ) {
    const player = Number(text.slice(at, text.indexOf(',', at))) as PlayerId;
    const slash = text.indexOf('/', at);
    const end = slash === -1 ? text.length : slash;
    if (isWanted(player)) {
      players.push(player);
      raw.push(text.slice(at, end));
    }
    at = end + 1;
  }
  if (raw.length === 0) return [];
  const lines = linesOf({ ...shares, text: raw.join('/') });
  return players.map((player, index) => ({ player, line: lines[index] ?? '' }));
}

export interface Line extends Step {
  readonly wallets: readonly WalletShare[];
  readonly bets: string;
}

export function readLine(line: string): Line {
  const parts = line.split(';');
  const [player, seq] = (parts[0] ?? '').split(',');
  const wallets = parts.slice(1, -1).map(readWallet);
  return { player: Number(player) as PlayerId, seq: Number(seq), wallets, bets: parts.at(-1) ?? '' };
}

/** Where the player's line begins; -1 when the player is not paid by it. */
function placeOfLine({ text }: Shares, player: PlayerId): number {
  const begins = `${player},`;
  if (text.startsWith(begins)) return 0;
  const before = text.indexOf(`/${begins}`);
  return before === -1 ? -1 : before + 1;
}

export const pays = (shares: Shares, player: PlayerId): boolean => placeOfLine(shares, player) !== -1;

/** Undefined when the player is not paid by it. */
export function lineFor(shares: Shares, player: PlayerId): string | undefined {
  const at = placeOfLine(shares, player);
  if (at === -1) return undefined;
  const end = shares.text.indexOf('/', at);
  return linesOf({ ...shares, text: shares.text.slice(at, end === -1 ? undefined : end) })[0];
}

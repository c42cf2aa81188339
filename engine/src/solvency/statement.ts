// What is published of a day: how many accounts, what all of them are owed and owe, what the house's purses hold, at
// which point of the journal, and one hash over all of it.
import type { Amount } from '../amount.ts';
import { type DayNumber, dayNumber } from '../market/calendar-date.ts';
import type { Currency } from '../purse.ts';
import { DAY_MS, KST_OFFSET_MS, koreanDate, MINUTE_MS, type Millis, millis } from '../time.ts';
import { compareText, isPlainName, SOLVENCY_RULE_NAME, type SolvencyDay } from './leaf.ts';
import type { SolvencyNode, TextHash } from './node.ts';

export interface CurrencySum {
  readonly currency: Currency;
  /** All balances of players above zero: what the house must be able to pay. */
  readonly owed: bigint;
  /** All balances of players below zero, without their sign. */
  readonly owing: bigint;
}

export interface HouseBalance {
  readonly currency: Currency;
  /** What the purse is for: `fee`, `practice`. */
  readonly purpose: string;
  readonly balance: Amount;
}

export interface SolvencyStatement extends SolvencyDay {
  readonly count: number;
  /** The last batch of the journal that is in the balances, and its hash. */
  readonly batch: number;
  readonly journalHash: string;
  /** By currency, each once. */
  readonly sums: readonly CurrencySum[];
  /** By currency, then by purpose. */
  readonly house: readonly HouseBalance[];
}

/** A root is due at ten past midnight in Korea. */
const DUE_AFTER_MS = 10 * MINUTE_MS;

/** The day whose root was due last. */
export const solvencyDayAt = (now: Millis): DayNumber => dayNumber(koreanDate(now - DUE_AFTER_MS));

export const solvencyDueAt = (day: DayNumber): Millis => millis(day * DAY_MS - KST_OFFSET_MS + DUE_AFTER_MS);

export function rootOf(statement: SolvencyStatement, top: SolvencyNode, hash: TextHash): string {
  const { site, date, count, batch, journalHash, sums, house } = statement;
  const parts = [
    'root',
    `${SOLVENCY_RULE_NAME} ${site} ${date}`,
    `${count} ${batch} ${journalHash}`,
    ...sums.map(({ currency, owed, owing }) => `${currency} ${owed} ${owing}`),
    ...house.map(({ currency, purpose, balance }) => `house ${currency} ${purpose} ${balance}`),
    `${top.hash} ${top.sums.join(' ')}`,
  ];
  return hash(parts.join('|'));
}

export const compareHouse = (a: HouseBalance, b: HouseBalance): number =>
  compareText(a.currency, b.currency) || compareText(a.purpose, b.purpose);

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const HASH = /^[0-9a-f]{64}$/;

/** Whether a statement can be written in one way only. */
export function isWritableStatement(statement: SolvencyStatement): boolean {
  const { site, date, count, batch, journalHash, sums, house } = statement;
  if (![site, count, batch].every((each) => Number.isSafeInteger(each) && each >= 0)) return false;
  const areSumsPlain = sums.every(({ currency, owed, owing }, place) => {
    const before = sums[place - 1];
    const isInOrder = before === undefined || compareText(before.currency, currency) < 0;
    return isInOrder && isPlainName(currency) && owed >= 0n && owing >= 0n;
  });
  const isHousePlain = house.every((purse, place) => {
    const before = house[place - 1];
    const isInOrder = before === undefined || compareHouse(before, purse) < 0;
    return isInOrder && isPlainName(purse.currency) && isPlainName(purse.purpose);
  });
  return areSumsPlain && isHousePlain && DATE.test(date) && HASH.test(journalHash);
}

/**
 * `OUTSIDE` is where money came from: the bank, the chains, providers, and practice money; below zero by what was put
 * in. `KEPT` is kept for players between two of them. All else is the house's own.
 */
export type HouseRole = 'OUTSIDE' | 'KEPT' | 'OWN';

const OUTSIDE = new Set(['practice', 'bank', 'chain', 'p2p']);

export function houseRoleOf(purpose: string): HouseRole {
  if (OUTSIDE.has(purpose) || purpose.startsWith('provider-')) return 'OUTSIDE';
  return purpose === 'escrow' ? 'KEPT' : 'OWN';
}

/** What players and house have together in each currency: nothing, if no money was invented or lost. */
export function totalsOf({
  sums,
  house,
}: Pick<SolvencyStatement, 'sums' | 'house'>): ReadonlyMap<Currency, bigint> {
  const totals = new Map<Currency, bigint>();
  const add = (currency: Currency, units: bigint) =>
    totals.set(currency, (totals.get(currency) ?? 0n) + units);
  for (const { currency, owed, owing } of sums) add(currency, owed - owing);
  for (const { currency, balance } of house) add(currency, balance);
  return totals;
}

// When an account is warned and when it is liquidated: the conditions that the rules and the watch share (docs/rules.md
// 3.10, 3.12). An account is one isolated position with its margin, or the cross positions of a wallet with its free
// money: both are judged by the same figures.
import { type Rate, rate } from '../amount.ts';
import type { Millis } from '../time.ts';
import { WHOLE } from './liquidation-price.ts';
import {
  type AccountFacts,
  type CrossAccount,
  crossAccount,
  isFresh,
  isolatedBalance,
  type MarkedPosition,
  markPosition,
  type PricedOf,
} from './standing.ts';
import type { FuturesTerms, Priced } from './terms.ts';
import { isIsolated } from './value.ts';

/** A position is warned of at most once in this time. */
const WARNING_PAUSE_MS = 60_000;

/** Maintenance margin over margin balance below which the next warning is due again (docs/rules.md 3.12). */
export const REARM_RATIO = rate('0.7');

/** Whose margin balance is judged; `cash` is free money or isolated margin. */
export type RiskAccount = CrossAccount;

/** An isolated position as an account of its own. */
export function isolatedAccount(marked: MarkedPosition): RiskAccount {
  const { position, pnl, maintenance } = marked;
  return {
    marked: [marked],
    cash: position.margin,
    pnl,
    funding: position.funding,
    equity: isolatedBalance(marked),
    maintenance,
  };
}

/** The account that a command is about: this isolated position, or the cross positions of the wallet. */
export function riskAccount(
  facts: AccountFacts,
  positionId: number | undefined,
  pricedOf: PricedOf,
): RiskAccount | 'POSITION_NOT_FOUND' | 'PRICES_MISSING' {
  if (positionId === undefined) {
    const account = crossAccount(facts, pricedOf);
    if (account === undefined) return 'PRICES_MISSING';
    return account.marked.length === 0 ? 'POSITION_NOT_FOUND' : account;
  }
  for (const position of facts.positions.values()) {
    if (position.id !== positionId || position.wallet !== facts.wallet || !isIsolated(position)) continue;
    const priced = pricedOf(position.instrument);
    return priced === undefined ? 'PRICES_MISSING' : isolatedAccount(markPosition(position, priced));
  }
  return 'POSITION_NOT_FOUND';
}

const isTrading = ({ mode }: Pick<FuturesTerms, 'mode'>): boolean => mode !== 'STOPPED';

/** It can be closed now: the instrument trades and has a fresh price. */
export const isFillable = ({ terms, quote }: Priced, now: Millis): boolean =>
  isTrading(terms) && isFresh(quote, terms, now);

/**
 * An instrument without a fresh price counts with its last mark, and so does a stopped one: else an account that holds
 * it could not be liquidated however much its other positions fall. But something must have a fresh price, because
 * nothing happens on old prices alone (docs/rules.md 0.5).
 */
export function unfillable(
  { marked }: Pick<RiskAccount, 'marked'>,
  now: Millis,
): 'OPTION_STOPPED' | 'NO_FRESH_PRICE' | undefined {
  if (marked.some((each) => isFillable(each, now))) return undefined;
  return marked.some(({ terms }) => isTrading(terms)) ? 'NO_FRESH_PRICE' : 'OPTION_STOPPED';
}

/**
 * May it be judged on these prices? After we began to receive prices each instrument is given as long as a price is
 * fresh before it counts as one without.
 */
export const isJudgeable = (
  { marked }: Pick<RiskAccount, 'marked'>,
  now: Millis,
  listeningSince: Millis,
): boolean =>
  marked.some((each) => isFillable(each, now)) &&
  marked.every(
    ({ terms, quote }) =>
      !isTrading(terms) ||
      now - Math.max(quote.ts, listeningSince) > terms.staleMs ||
      isFresh(quote, terms, now),
  );

/** Of instruments with different settings the one that warns first. */
export const warnRatioOf = ({ marked }: Pick<RiskAccount, 'marked'>): Rate =>
  marked.reduce((least, { terms }) => (terms.warnRatio < least ? terms.warnRatio : least), WHOLE);

/** May it be warned of again? All positions of an account are warned of at once. */
export const mayWarn = ({ marked }: Pick<RiskAccount, 'marked'>, now: Millis): boolean =>
  marked.every(({ position: { warnedAt } }) => warnedAt === undefined || now - warnedAt >= WARNING_PAUSE_MS);

/** The largest loss at its mark first, of equal ones the oldest: the order in which positions are closed and shown. */
export const worstFirst = (marked: readonly MarkedPosition[]): readonly MarkedPosition[] =>
  marked.toSorted((a, b) => (a.pnl === b.pnl ? a.position.id - b.position.id : a.pnl < b.pnl ? -1 : 1));

// What is typed into the sheet of a follow, and what is wrong with it, by the engine's own rule (docs/rules.md 5.2).
import type { WireFollow } from '@maru/contract/copytrade/wire';
import { type Amount, amount, parseUnits, type Rate, rateOfUnits, toDecimal } from '@maru/engine/amount';
import type { FollowRequest } from '@maru/engine/copytrade/commands';
import { type FollowValueRefusal, followValueFault } from '@maru/engine/copytrade/follow';
import { EXIT_GUARD, LEAST_BET } from '@maru/engine/copytrade/terms';

/** Texts of the fields; empty is not given. Guards are in percent. */
export interface FollowDraft {
  readonly pairs: readonly number[];
  readonly multiplyPer: string;
  readonly maxBet: string;
  readonly oneMaxBet: string;
  readonly lossLimit: string;
  readonly maxLeverage: string;
  readonly entryGuard: string;
  readonly exitGuard: string;
}

/** Half of what the trader stakes. */
const FIRST_MULTIPLY = '50';

export const newDraft = (offered: readonly number[]): FollowDraft => ({
  pairs: offered,
  multiplyPer: FIRST_MULTIPLY,
  maxBet: '',
  oneMaxBet: '',
  lossLimit: '',
  maxLeverage: '',
  entryGuard: '',
  exitGuard: '',
});

const percentText = (share: string | null): string =>
  share === null ? '' : toDecimal((parseUnits(share) ?? 0n) * 100n);

/** A share that holds without a setting of one's own is an empty field. */
export const draftOf = (follow: WireFollow): FollowDraft => ({
  pairs: follow.followStock,
  multiplyPer: String(follow.multiplyPer),
  maxBet: follow.maxBet,
  oneMaxBet: follow.oneMaxBet,
  lossLimit: follow.lossLimit ?? '',
  maxLeverage: follow.maxLeverage === null ? '' : String(follow.maxLeverage),
  entryGuard: percentText(follow.entryGuard),
  exitGuard: parseUnits(follow.exitGuard) === EXIT_GUARD ? '' : percentText(follow.exitGuard),
});

const given = (text: string): Amount | undefined => (text === '' ? undefined : amount(text));
const guardOf = (percent: string): Rate | null => {
  const units = percent === '' ? undefined : parseUnits(percent);
  return units === undefined ? null : rateOfUnits(units / 100n);
};

export function requestOf(draft: FollowDraft): FollowRequest {
  const [maxBet, oneMaxBet] = [given(draft.maxBet), given(draft.oneMaxBet)];
  return {
    pairs: draft.pairs,
    multiplyPer: Number(draft.multiplyPer || '0'),
    ...(maxBet === undefined ? undefined : { maxBet }),
    ...(oneMaxBet === undefined ? undefined : { oneMaxBet }),
    lossLimit: given(draft.lossLimit) ?? null,
    maxLeverage: draft.maxLeverage === '' ? null : Number(draft.maxLeverage),
    entryGuard: guardOf(draft.entryGuard),
    exitGuard: guardOf(draft.exitGuard),
  };
}

/** As the calls take it. */
export function bodyOf(draft: FollowDraft) {
  const { entryGuard = null, exitGuard = null, maxLeverage = null } = requestOf(draft);
  return {
    followStock: [...draft.pairs],
    multiplyPer: Number(draft.multiplyPer || '0'),
    maxBet: draft.maxBet,
    oneMaxBet: draft.oneMaxBet,
    lossLimit: draft.lossLimit === '' ? null : draft.lossLimit,
    maxLeverage,
    entryGuard: entryGuard === null ? null : toDecimal(entryGuard),
    exitGuard: exitGuard === null ? null : toDecimal(exitGuard),
  };
}

/** Where on the sheet the first fault is. */
export type FaultPlace =
  | 'missing'
  | 'pairs'
  | 'multiply'
  | 'maxBetLow'
  | 'oneMaxBetLow'
  | 'order'
  | 'leverage'
  | 'guard'
  | 'exitGuard';

const isLow = (text: string): boolean => text !== '' && amount(text) < LEAST_BET;

export function faultOf(draft: FollowDraft, offered: readonly number[]): FaultPlace | undefined {
  const fault = followValueFault(requestOf(draft), offered);
  return fault === undefined ? undefined : placeOf(fault, draft);
}

function placeOf(fault: FollowValueRefusal, draft: FollowDraft): FaultPlace {
  switch (fault) {
    case 'ENTER_FOLLOW':
      // What is typed already may be too low all the same.
      return isLow(draft.oneMaxBet) ? 'oneMaxBetLow' : isLow(draft.maxBet) ? 'maxBetLow' : 'missing';
    case 'FOLLOW_LIMIT_LOW':
      return isLow(draft.oneMaxBet) ? 'oneMaxBetLow' : 'maxBetLow';
    case 'FOLLOW_LIMIT_ORDER':
      return 'order';
    case 'FOLLOW_PAIR':
      return 'pairs';
    case 'FOLLOW_MULTIPLIER':
      return 'multiply';
    case 'FOLLOW_PROTECTION':
      return protectionPlace(draft);
  }
}

/** The same rule with one protection at a time. */
function protectionPlace(draft: FollowDraft): FaultPlace {
  const bare = { ...draft, maxLeverage: '', entryGuard: '', exitGuard: '' };
  const isFault = (one: Partial<FollowDraft>) =>
    followValueFault(requestOf({ ...bare, ...one }), undefined) === 'FOLLOW_PROTECTION';
  if (isFault({ maxLeverage: draft.maxLeverage })) return 'leverage';
  return isFault({ entryGuard: draft.entryGuard }) ? 'guard' : 'exitGuard';
}

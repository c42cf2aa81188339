// Figures as the calls show them.
import { toDecimal, toPlaces } from '@maru/engine/amount';
import type { Limits } from './limits.ts';
import { WHOLE_ROOM } from './valued-accounts.ts';

const PERCENT = WHOLE_ROOM / 100;

/** Millionths as percent with two places. */
export const percentOf = (millionths: number): string => (millionths / PERCENT).toFixed(2);

/** A part of a whole as percent with two places; nothing of nothing is nothing. */
export const sharePercent = (part: bigint, whole: bigint): string =>
  whole <= 0n ? '0.00' : percentOf(Number((part * BigInt(WHOLE_ROOM)) / whole));

/** Won have no places. */
export const won = (units: bigint): string => toDecimal(toPlaces(units, 0, 'half-even'));

export const wireLimits = (limits: Limits) =>
  Object.fromEntries(Object.entries(limits).map(([name, value]) => [name, toDecimal(value)])) as Record<
    keyof Limits,
    string
  >;

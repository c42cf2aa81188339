import type { Amount, Rate } from '../amount.ts';
import type { Command } from '../command.ts';
import type { Currency, PlayerId } from '../purse.ts';
import type { LimitKind } from './state.ts';

/** A smaller value holds at once, a larger one or none 24 hours later. */
export interface SetLimit extends Command<'SET_LIMIT'> {
  readonly limit: LimitKind;
  /** In won, or in minutes. Absent: without a limit. */
  readonly value?: Amount;
}

/** The value that is waited for does not come. */
export interface TakeBackLimit extends Command<'TAKE_BACK_LIMIT'> {
  readonly limit: LimitKind;
}

export const COOL_OFFS = ['HOUR', 'DAY', 'WEEK', 'SIX_WEEKS'] as const;
export interface CoolOff extends Command<'COOL_OFF'> {
  readonly length: (typeof COOL_OFFS)[number];
}

export const EXCLUSION_MONTHS = [6, 12, 24, 36, 60] as const;
export interface ExcludeSelf extends Command<'EXCLUDE_SELF'> {
  readonly months: (typeof EXCLUSION_MONTHS)[number];
}

/** These players use the platform in this minute, which is counted once. */
export interface CountUse extends Command<'COUNT_USE'> {
  readonly players: readonly PlayerId[];
  /** Since 1970. */
  readonly minute: number;
}

/** Won for one unit of each currency. */
export interface NoteRates extends Command<'NOTE_RATES'> {
  readonly rates: readonly { readonly currency: Currency; readonly rate: Rate }[];
}

export type LimitsPlayerCommand = SetLimit | TakeBackLimit | CoolOff | ExcludeSelf;
export type LimitsPlatformCommand = CountUse | NoteRates;

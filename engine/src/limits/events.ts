import type { Rate } from '../amount.ts';
import type { Event } from '../event.ts';
import type { Note } from '../follower.ts';
import type { Currency, PlayerId } from '../purse.ts';
import type { LimitCounters, LimitKind, LimitSettings } from './state.ts';

export interface LimitsChanged extends Event<'LIMITS_CHANGED'> {
  readonly cause: 'SET' | 'TAKEN_BACK' | 'COOL_OFF' | 'EXCLUDED';
  /** Which of them was set or taken back. */
  readonly limit?: LimitKind;
  /** All that holds now. */
  readonly settings: LimitSettings;
  /** Where the player had no limits before: from here on is counted. */
  readonly counters?: LimitCounters;
}

export interface UseCounted extends Event<'USE_COUNTED'> {
  readonly counted: readonly { readonly player: PlayerId; readonly counters: LimitCounters }[];
}

export interface RatesNoted extends Event<'RATES_NOTED'> {
  readonly rates: readonly { readonly currency: Currency; readonly rate: Rate }[];
}

/** What the event of another product changed. */
export interface LimitsNote extends Note {
  readonly product: 'limits';
  readonly counters: LimitCounters;
}

export type LimitsEvent = LimitsChanged | UseCounted | RatesNoted;

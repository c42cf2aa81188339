import type { Product } from '../product.ts';
import { applyLimits, applyNote } from './apply.ts';
import type { LimitsPlatformCommand, LimitsPlayerCommand } from './commands.ts';
import {
  coolOff,
  countUse,
  excludeSelf,
  type LimitsRefusal,
  noteRates,
  setLimit,
  takeBackLimit,
} from './decide.ts';
import { describeLimits, weighLimits } from './digest.ts';
import type { LimitsEvent, LimitsNote } from './events.ts';
import { gate, type LimitBar, note } from './follow-money.ts';
import { emptyLimits, type LimitsState } from './state.ts';

export interface LimitsTypes {
  readonly name: 'limits';
  readonly playerCommand: LimitsPlayerCommand;
  readonly platformCommand: LimitsPlatformCommand;
  readonly event: LimitsEvent;
  readonly state: LimitsState;
  readonly refusal: LimitsRefusal | LimitBar;
  readonly note: LimitsNote;
}

export const limits: Product<LimitsTypes> = {
  name: 'limits',
  playerCommands: {
    SET_LIMIT: setLimit,
    TAKE_BACK_LIMIT: takeBackLimit,
    COOL_OFF: coolOff,
    EXCLUDE_SELF: excludeSelf,
  },
  takesFree: {
    SET_LIMIT: 'NOTHING',
    TAKE_BACK_LIMIT: 'NOTHING',
    COOL_OFF: 'NOTHING',
    EXCLUDE_SELF: 'NOTHING',
  },
  platformCommands: { COUNT_USE: countUse, NOTE_RATES: noteRates },
  events: { LIMITS_CHANGED: {}, USE_COUNTED: {}, RATES_NOTED: {} },
  changes: { LIMITS_CHANGED: 'NOTHING', USE_COUNTED: 'NOTHING', RATES_NOTED: 'NOTHING' },
  follower: { followed: ({ limits: { players } }) => players, gate, note, applyNote },
  empty: emptyLimits,
  apply: applyLimits,
  describe: describeLimits,
  weigh: weighLimits,
  carriedDigest: ({ digest }) => digest[0]!,
  // What they set is read at the start with all of it, and needs no account.
  playersWithOpen: () => [],
};

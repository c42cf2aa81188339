// Which binary options there are, and which rounds of them can be.

import { GRACE_MS } from '@maru/engine/binary/terms';
import type { Instrument } from '@maru/engine/market/instrument';
import { sessionAt } from '@maru/engine/market/trading-hours';
import {
  type Family,
  familyOf,
  lengthOf,
  ROUND_TYPES,
  type RoundType,
  roundId,
  roundKeyOf,
} from '@maru/engine/rounds/round';
import { later, type Millis } from '@maru/engine/time';
import type { BinarySite } from './deps.ts';

/** An option is an instrument with a type; its id tells both, for good. */
const OPTIONS_PER_INSTRUMENT = 100;
export const binaryOptionId = (instrument: Instrument, type: RoundType): number =>
  instrument.id * OPTIONS_PER_INSTRUMENT + ROUND_TYPES.indexOf(type) + 1;
export const instrumentIdOf = (option: number): number => Math.floor(option / OPTIONS_PER_INSTRUMENT);

export interface Option {
  readonly id: number;
  readonly instrument: Instrument;
  readonly type: RoundType;
  readonly family: Family;
  readonly lengthMs: number;
}

export interface OptionList {
  readonly all: readonly Option[];
  byId(id: number): Option | undefined;
  /** The option and opening of a round; undefined for a number that none of them can have. */
  roundOf(id: number): OptionRound | undefined;
}

export interface OptionRound {
  readonly id: number;
  readonly option: Option;
  readonly open: Millis;
  /** A ball round ends with its draw, which is its opening. */
  readonly close: Millis;
}

export function listOptions(instruments: readonly Instrument[]): OptionList {
  const all = instruments.flatMap((instrument) =>
    instrument.offers.binary.map(
      (type): Option => ({
        id: binaryOptionId(instrument, type),
        instrument,
        type,
        family: familyOf(type),
        lengthMs: lengthOf(type),
      }),
    ),
  );
  const byId = new Map(all.map((option) => [option.id, option]));
  return {
    all,
    byId: (id) => byId.get(id),
    roundOf(id) {
      const key = roundKeyOf(id);
      const option = key && byId.get(key.offer);
      if (key === undefined || option === undefined || key.open % option.lengthMs !== 0) return undefined;
      return roundAt(option, key.open);
    },
  };
}

export const roundAt = (option: Option, open: Millis): OptionRound => ({
  id: roundId({ offer: option.id, open }),
  option,
  open,
  close: option.family === 'BALL' ? open : later(open, option.lengthMs),
});

/**
 * docs/rules.md 1.9: a round is there only if it lies inside the session with its grace. Balls are drawn at any hour.
 */
export function isInSession({ option, open, close }: OptionRound): boolean {
  if (option.family === 'BALL') return true;
  const session = sessionAt(option.instrument.hours, open);
  if (session === undefined) return false;
  // A market that never closes has a stretch for every day, and the next begins where the last ends.
  const end = later(close, GRACE_MS);
  if (end <= session.closesAt) return true;
  const next = sessionAt(option.instrument.hours, session.closesAt);
  return next !== undefined && next.opensAt === session.closesAt && end <= next.closesAt;
}

/** LIVE money keeps both products off until a licence names them (docs/rules.md, head). */
export const isOffered = ({ features, moneyMode }: BinarySite, { family }: Option): boolean =>
  moneyMode === 'PRACTICE' && (family === 'BALL' ? features.powerBall : features.binary);

// The offers of binary options, and the possible rounds of each.

import type { BetResult } from '@maru/contract/realtime';
import { GRACE_MS } from '@maru/engine/binary/terms';
import type { Instrument } from '@maru/engine/market/instrument';
import { sessionAt } from '@maru/engine/market/trading-hours';
import {
  type Family,
  familyOf,
  lengthOf,
  ROUND_TYPES,
  type RoundId,
  type RoundType,
  roundId,
  roundKeyOf,
} from '@maru/engine/rounds/round';
import { koreanDay, later, type Millis } from '@maru/engine/time';
import type { InstrumentById } from '../push/event-pushes.ts';
import type { BinarySite } from './deps.ts';

/** An offer is an instrument together with a type of round; its id never changes. The wire calls it an option. */
const OFFERS_PER_INSTRUMENT = 100;
export const binaryOfferId = (instrument: Instrument, type: RoundType): number =>
  instrument.id * OFFERS_PER_INSTRUMENT + ROUND_TYPES.indexOf(type) + 1;
export const instrumentIdOf = (offer: number): number => Math.floor(offer / OFFERS_PER_INSTRUMENT);

/** The rounds of a Korean day count from 1. */
export const numberInDay = (type: RoundType, open: Millis): number =>
  Math.floor((open - koreanDay(open)) / lengthOf(type)) + 1;

/** What a round is called; undefined for one of an instrument that is not listed any more. */
export function roundName(id: RoundId, instruments: InstrumentById): BetResult['round'] {
  const key = roundKeyOf(id);
  if (key === undefined) return undefined;
  const instrument = instruments.get(instrumentIdOf(key.offer));
  const type = ROUND_TYPES[(key.offer % OFFERS_PER_INSTRUMENT) - 1];
  if (instrument === undefined || type === undefined) return undefined;
  return { no: numberInDay(type, key.open), stock: instrument.code, type };
}

export interface Offer {
  readonly id: number;
  readonly instrument: Instrument;
  readonly type: RoundType;
  readonly family: Family;
  readonly lengthMs: number;
}

export interface OfferList {
  readonly all: readonly Offer[];
  byId(id: number): Offer | undefined;
  /** The offer and opening of a round; undefined for a number that no round can have. */
  roundOf(id: number): OfferRound | undefined;
}

export interface OfferRound {
  readonly id: number;
  readonly offer: Offer;
  readonly open: Millis;
  /** A ball round ends with its draw, which is its opening. */
  readonly close: Millis;
}

export function listOffers(instruments: readonly Instrument[]): OfferList {
  const all = instruments.flatMap((instrument) =>
    instrument.roundTypes.map(
      (type): Offer => ({
        id: binaryOfferId(instrument, type),
        instrument,
        type,
        family: familyOf(type),
        lengthMs: lengthOf(type),
      }),
    ),
  );
  const byId = new Map(all.map((offer) => [offer.id, offer]));
  return {
    all,
    byId: (id) => byId.get(id),
    roundOf(id) {
      const key = roundKeyOf(id);
      const offer = key && byId.get(key.offer);
      if (key === undefined || offer === undefined || key.open % offer.lengthMs !== 0) return undefined;
      return roundAt(offer, key.open);
    },
  };
}

export const roundAt = (offer: Offer, open: Millis): OfferRound => ({
  id: roundId({ offer: offer.id, open }),
  offer,
  open,
  close: offer.family === 'BALL' ? open : later(open, offer.lengthMs),
});

/** docs/rules.md 1.9: a round exists only if it lies inside the session with its grace. Balls are drawn at any hour. */
export function isInSession({ offer, open, close }: OfferRound): boolean {
  if (offer.family === 'BALL') return true;
  const session = sessionAt(offer.instrument.hours, open);
  if (session === undefined) return false;
  // A market that never closes has a stretch for every day, and the next begins where the last ends.
  const end = later(close, GRACE_MS);
  if (end <= session.closesAt) return true;
  const next = sessionAt(offer.instrument.hours, session.closesAt);
  return next !== undefined && next.opensAt === session.closesAt && end <= next.closesAt;
}

/** LIVE money disables both products until a licence names them (docs/rules.md, head). */
export const isOffered = ({ features, moneyMode }: BinarySite, { family }: Offer): boolean =>
  moneyMode === 'PRACTICE' && (family === 'BALL' ? features.powerBall : features.binary);

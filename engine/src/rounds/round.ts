// Rounds follow from time alone (docs/rules.md 1.2): an offer and the instant at which it opens identify the round, so
// every past and future round has a number without being created.
import { assert } from '../assert.ts';
import type { SiteId } from '../purse.ts';
import { floorTo, later, MINUTE_MS, type Millis, SECOND_MS } from '../time.ts';

export type RoundId = number;

/** Rent (R) and binary (B) lengths in minutes, `.5` being thirty seconds; P is bit-ball. */
export const ROUND_TYPES = ['R.5', 'R1', 'R2', 'R5', 'B1', 'B2', 'B5', 'P1', 'P2'] as const;
export type RoundType = (typeof ROUND_TYPES)[number];

/** A round is the same instant for every site, but each site has its own bets on it. */
export const roundPlace = (site: SiteId, round: RoundId): string => `${site}/${round}`;

export interface RoundKey {
  readonly offer: number;
  readonly open: Millis;
}

/** No round is shorter, so the count of these is a clock that every length can be read from. */
const SHORTEST_MS = 30 * SECOND_MS;
const OFFERS_MOST = 100_000;

/** Rises with time, and is unique for an offer and its opening. */
export function roundId({ offer, open }: RoundKey): RoundId {
  assert(Number.isSafeInteger(offer) && offer > 0 && offer < OFFERS_MOST, 'an offer has a small number');
  assert(open % SHORTEST_MS === 0, 'a round opens on a half minute');
  return (open / SHORTEST_MS) * OFFERS_MOST + offer;
}

/** Undefined for a number that no round can have. */
export function roundKeyOf(id: RoundId): RoundKey | undefined {
  if (!Number.isSafeInteger(id) || id <= OFFERS_MOST) return undefined;
  const offer = id % OFFERS_MOST;
  return offer === 0 ? undefined : { offer, open: (Math.floor(id / OFFERS_MOST) * SHORTEST_MS) as Millis };
}

/** `R.5` is thirty seconds, otherwise the figure is minutes. */
export const lengthOf = (type: RoundType): number => Number(type.slice(1)) * MINUTE_MS;

export type Family = 'RENT' | 'BINARY' | 'BALL';

export function familyOf(type: RoundType): Family {
  if (type.startsWith('R')) return 'RENT';
  return type.startsWith('B') ? 'BINARY' : 'BALL';
}

export interface Windows {
  /** Bets are taken in `[betsFrom, betsUntil)`. */
  readonly betsFrom: Millis;
  readonly betsUntil: Millis;
  readonly open: Millis;
  readonly close: Millis;
}

/** docs/rules.md 1.3 and 2.2. Rent and bit-ball are bet on before the round opens, binary while it runs. */
export function windowsOf(type: RoundType, open: Millis, cutOffMs: number): Windows {
  const length = lengthOf(type);
  const close = later(open, length);
  const isBetWhileRunning = familyOf(type) === 'BINARY';
  const last = isBetWhileRunning ? close : open;
  return {
    betsFrom: isBetWhileRunning ? open : later(open, -length),
    betsUntil: later(last, -cutOffMs),
    open,
    close,
  };
}

/** The opening of the round that may be bet on now, or will be next when the cut-off has passed. */
export function openingToBetOn(type: RoundType, now: Millis): Millis {
  const length = lengthOf(type);
  const running = floorTo(now, length);
  return familyOf(type) === 'BINARY' ? running : later(running, length);
}

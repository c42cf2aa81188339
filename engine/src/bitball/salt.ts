// When a ball round is bet on, salted and drawn (docs/rules.md 2.2), and what may be its salt (2.4).
import { type Price, parseUnits, toDecimal } from '../amount.ts';
import { familyOf, lengthOf, type RoundId, type RoundType, roundKeyOf, windowsOf } from '../rounds/round.ts';
import { earlier, isWithin, type Millis } from '../time.ts';

export const BALL_CUT_OFF_MS = 10_000;
/** The salt is the last tick at or before this long before the draw. */
export const SALT_BEFORE_MS = 5_000;
/** An older tick than this at that instant is no salt: the feed had stopped and a player could have known the tick. */
const SALT_FRESH_MS = 3_000;

export interface BallTimes {
  /** Bets are taken in `[betsFrom, betsUntil)`, and the seal comes before the first. */
  readonly betsFrom: Millis;
  readonly betsUntil: Millis;
  readonly saltAt: Millis;
  readonly drawAt: Millis;
}

/** Undefined for a number that no ball round of this type can have. */
export function ballTimesOf(round: RoundId, type: RoundType): BallTimes | undefined {
  const key = roundKeyOf(round);
  if (key === undefined || familyOf(type) !== 'BALL' || key.open % lengthOf(type) !== 0) return undefined;
  const { betsFrom, betsUntil, open } = windowsOf(type, key.open, BALL_CUT_OFF_MS);
  return { betsFrom, betsUntil, saltAt: earlier(open, SALT_BEFORE_MS), drawAt: open };
}

export interface SaltTick {
  readonly last: Price;
  readonly ts: Millis;
}

export const saltOfTick = ({ last, ts }: SaltTick): string => `BTCUSDT:${toDecimal(last)}:${ts}`;

/** May this tick be the salt of a round that is salted at this instant? */
export const isSaltTick = ({ ts }: Pick<SaltTick, 'ts'>, saltAt: Millis): boolean =>
  isWithin(ts, { from: earlier(saltAt, SALT_FRESH_MS), to: (saltAt + 1) as Millis });

const TICK_SALT = /^BTCUSDT:([0-9.]{1,32}):([1-9][0-9]{0,15})$/;
/** A drand beacon, its round and its 32 bytes: accepted, although no source of beacons is built yet. */
const BEACON_SALT = /^DRAND:[1-9][0-9]{0,15}:[0-9a-f]{64}$/;

export function isSalt(salt: string, saltAt: Millis): boolean {
  if (BEACON_SALT.test(salt)) return true;
  const [, last = '', ts = ''] = TICK_SALT.exec(salt) ?? [];
  // A price has one spelling only: another would be another draw.
  const units = parseUnits(last);
  return units !== undefined && toDecimal(units) === last && isSaltTick({ ts: Number(ts) as Millis }, saltAt);
}

// A draw, recomputed on this device from what was published: the seal, the salt and the seed.
import type { Receipt } from '@maru/contract/binary/receipt';
import { toDecimal } from '@maru/engine/amount';
import { commitOf, type Draw, drawOf, isSeed, sumOf } from '@maru/engine/bitball/draw';
import { isSalt, SALT_BEFORE_MS } from '@maru/engine/bitball/salt';
import { earlier, type Millis } from '@maru/engine/time';
import type { RecordedTick } from '../../receipt/tick-record.ts';
import { type Check, check, isEverySame } from '../../receipt/verification.ts';

export type BallCheckKey = 'commit' | 'salt' | 'balls';

export interface BallToCheck {
  readonly round: number;
  readonly openMillis: number;
  readonly ball: Receipt['ball'];
  /** The record around the salt; without it only the salt's format and age are checked. */
  readonly ticks?: readonly RecordedTick[];
  /** A round that was never drawn still publishes its seed. */
  readonly isVoid: boolean;
}

export interface RecomputedBall {
  readonly checks: readonly Check<BallCheckKey>[];
  /** Undefined where there is no input to draw from. */
  readonly draw: Draw | undefined;
  readonly isSame: boolean;
}

export function recomputeBall({ round, openMillis, ball, ticks, isVoid }: BallToCheck): RecomputedBall {
  const seed = ball?.seed ?? '';
  if (ball === null || !isSeed(seed)) return { checks: [], draw: undefined, isSame: false };
  const commit = check('commit', ball.commit, commitOf(seed));
  if (isVoid) return { checks: [commit], draw: undefined, isSame: commit.isSame };
  const salt = ball.salt ?? '';
  const saltAt = earlier(openMillis as Millis, SALT_BEFORE_MS);
  const draw = drawOf({ seed, round, salt });
  const given = {
    balls: ball.balls ?? [],
    power: ball.powerBall ?? -1,
  };
  const checks = [
    commit,
    { ...check('salt', salt, salt), isSame: isSalt(salt, saltAt) && isRecorded(salt, saltAt, ticks) },
    {
      ...check('balls', spell(given), spell(draw)),
      isSame: spell(given) === spell(draw) && ball.sum === sumOf(draw),
    },
  ];
  return { checks, draw, isSame: isEverySame(checks) };
}

const spell = ({ balls, power }: Draw): string => `${balls.join(' ')} · ${power}`;

/** The salt is in the record, and no tick that had arrived by its instant is newer. */
function isRecorded(salt: string, saltAt: Millis, ticks: readonly RecordedTick[] | undefined): boolean {
  if (ticks === undefined || salt.startsWith('DRAND:')) return true;
  const [, last, time] = salt.split(':');
  const chosen = ticks.find(({ ts, price }) => ts === Number(time) && toDecimal(price) === last);
  return chosen !== undefined && !ticks.some(({ ts, arrived }) => ts > chosen.ts && arrived <= saltAt);
}

// Where a player stands with the own limits, and what they refuse (docs/rules.md 6.11). The desk decides by these
// figures, the call shows them.
import { type Amount, amountOfUnits, larger, ONE, portion, type Rate, ZERO } from '../amount.ts';
import type { MoneyChange } from '../follower.ts';
import type { Millis } from '../time.ts';
import type { PauseState } from './limit-state.ts';
import { countersAt } from './periods.ts';
import { LIMIT_KINDS, type Limit, type LimitKind, type LimitSettings, type PlayerLimits } from './state.ts';

export type StakeBar = 'SELF_EXCLUDED' | 'COOLING_OFF' | 'TIME_LIMIT' | 'STAKE_LIMIT' | 'LOSS_LIMIT';
export type DepositBar = 'SELF_EXCLUDED' | 'COOLING_OFF' | 'DEPOSIT_LIMIT';

/** The limit as it holds at this time: what was waited for has replaced it. */
function limitAt(limit: Limit | undefined, now: Millis): Limit | undefined {
  const pending = limit?.pending;
  if (limit === undefined || pending === undefined || now < pending.from) return limit;
  return pending.value === undefined ? undefined : { value: pending.value };
}

/** All of them as they hold. */
export function limitsAt(
  { limits }: Pick<LimitSettings, 'limits'>,
  now: Millis,
): Partial<Record<LimitKind, Limit>> {
  const held: Partial<Record<LimitKind, Limit>> = {};
  for (const kind of LIMIT_KINDS) {
    const limit = limitAt(limits[kind], now);
    if (limit !== undefined) held[kind] = limit;
  }
  return held;
}

export function pauseAt(
  { coolOffUntil, excludedUntil }: Pick<LimitSettings, 'coolOffUntil' | 'excludedUntil'>,
  now: Millis,
): PauseState {
  if (excludedUntil !== undefined && now < excludedUntil) return 'EXCLUDED';
  return coolOffUntil !== undefined && now < coolOffUntil ? 'COOLING_OFF' : 'NONE';
}

export interface LimitStanding {
  readonly pause: PauseState;
  readonly limits: Readonly<Partial<Record<LimitKind, Limit>>>;
  /** Of today: what was lost altogether, never below nothing; what is open and may be lost as well. */
  readonly lost: Amount;
  readonly open: Amount;
  readonly largest: Amount;
  /** Minutes. */
  readonly used: number;
  /** Of the month. */
  readonly deposited: Amount;
}

export function standingOf(player: PlayerLimits, open: Amount, now: Millis): LimitStanding {
  const { result, largest, used, deposited } = countersAt(player.counters, now);
  return {
    pause: pauseAt(player, now),
    limits: limitsAt(player, now),
    lost: lossOf(result),
    open,
    largest,
    used,
    deposited,
  };
}

/** What is used of a limit, in the unit of its value. */
export function usedOf(kind: LimitKind, { lost, largest, deposited, used }: LimitStanding): Amount {
  switch (kind) {
    case 'LOSS':
      return lost;
    case 'STAKE':
      return largest;
    case 'DEPOSIT':
      return deposited;
    case 'TIME':
      return amountOfUnits(BigInt(used) * ONE);
  }
}

const lossOf = (result: bigint): Amount => (result < 0n ? (-result as Amount) : ZERO);

/** What may still be lost today, with everything that is open lost; undefined without a limit. */
export function leftToLose({ limits, lost, open }: LimitStanding): Amount | undefined {
  const limit = limits.LOSS;
  return limit && larger((limit.value - lost - open) as Amount, ZERO);
}

const pauseBar = (pause: PauseState): 'SELF_EXCLUDED' | 'COOLING_OFF' | undefined => {
  if (pause === 'EXCLUDED') return 'SELF_EXCLUDED';
  return pause === 'COOLING_OFF' ? 'COOLING_OFF' : undefined;
};

/** What of a stake counts: in won, each rounded against the player. */
interface CountedStake {
  readonly opened: Amount;
  readonly ended: Amount;
  /** Realised by the same order, with what was realised today before. */
  readonly resultAfter: bigint;
}

/** The first that is broken, in this order. */
function stakeBar(standing: LimitStanding, stake: CountedStake): StakeBar | undefined {
  const { pause, limits, open } = standing;
  const paused = pauseBar(pause);
  if (paused !== undefined) return paused;
  if (limits.TIME !== undefined && usedOf('TIME', standing) >= limits.TIME.value) return 'TIME_LIMIT';
  if (limits.STAKE !== undefined && stake.opened > limits.STAKE.value) return 'STAKE_LIMIT';
  if (limits.LOSS === undefined) return undefined;
  const openAfter = larger((open - stake.ended) as Amount, ZERO) + stake.opened;
  return lossOf(stake.resultAfter) + openAfter > limits.LOSS.value ? 'LOSS_LIMIT' : undefined;
}

/** Of what an order or a bet would do, in the currency of its wallet. */
export type AskedStake = Pick<MoneyChange, 'opened' | 'ended' | 'result'>;
export type StakeRefusal = StakeBar | 'LIMIT_RATE_MISSING';

export interface StakeMoment {
  /** Won for one unit of the wallet's currency; undefined while none is known. */
  readonly rate: Rate | undefined;
  /** All that is open already, in won. */
  readonly open: Amount;
  readonly now: Millis;
}

const limitsAmounts = ({ limits }: LimitStanding): boolean =>
  limits.LOSS !== undefined || limits.STAKE !== undefined || limits.DEPOSIT !== undefined;

/** The desk decides by this, and a screen says by it beforehand what the desk would answer. */
export function judgeStake(
  own: PlayerLimits,
  { opened, ended, result }: AskedStake,
  { rate, open, now }: StakeMoment,
): StakeRefusal | undefined {
  const standing = standingOf(own, open, now);
  // Without a rate a stake cannot be held against an amount: it is refused, and not counted as nothing.
  const bar = stakeBar(standing, {
    opened: rate === undefined ? ZERO : portion(opened, rate, 'up'),
    ended: rate === undefined ? ZERO : portion(ended, rate, 'down'),
    resultAfter:
      countersAt(own.counters, now).result + (rate === undefined ? 0n : portion(result, rate, 'down')),
  });
  if (bar !== undefined) return bar;
  return rate === undefined && limitsAmounts(standing) ? 'LIMIT_RATE_MISSING' : undefined;
}

export function depositBar({ pause, limits, deposited }: LimitStanding, by: Amount): DepositBar | undefined {
  const paused = pauseBar(pause);
  if (paused !== undefined) return paused;
  return limits.DEPOSIT !== undefined && by > ZERO && deposited + by > limits.DEPOSIT.value
    ? 'DEPOSIT_LIMIT'
    : undefined;
}

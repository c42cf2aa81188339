import type { WireLimits } from '@maru/contract/limits/calls';
import { toDecimal, ZERO } from '@maru/engine/amount';
import { dayRecord } from '@maru/engine/limits/day-record';
import { countersAt, nextKoreanDay, nextKoreanMonth } from '@maru/engine/limits/periods';
import { type LimitStanding, leftToLose, standingOf, usedOf } from '@maru/engine/limits/standing';
import { LIMIT_KINDS, type Limit, type LimitKind, type PlayerLimits } from '@maru/engine/limits/state';
import type { Millis } from '@maru/engine/time';
import type { SeenLimits } from './reads.ts';

export function wireLimits({ own, open, rates }: SeenLimits, now: Millis): WireLimits {
  const standing = own && standingOf(own, open, now);
  const left = standing && leftToLose(standing);
  return {
    limits: LIMIT_KINDS.map((kind) => wireLimit(kind, standing)),
    sinceMillis: own?.since ?? null,
    result: toDecimal(own === undefined ? ZERO : countersAt(own.counters, now).result),
    rates: rates.map(({ currency, rate }) => ({ currency, rate: toDecimal(rate) })),
    openStake: toDecimal(open),
    leftToLose: left === undefined ? null : toDecimal(left),
    pause: { state: standing?.pause ?? 'NONE', untilMillis: pausedUntil(own, now) },
    dayEndsMillis: nextKoreanDay(now),
    monthEndsMillis: nextKoreanMonth(now),
    record: own === undefined ? null : wireRecord(own, now),
  };
}

function wireRecord(own: PlayerLimits, now: Millis): WireLimits['record'] {
  const { text, digest, exceeded } = dayRecord(own, now);
  return { text, sha256: digest, exceeded: [...exceeded] };
}

function wireLimit(kind: LimitKind, standing: LimitStanding | undefined): WireLimits['limits'][number] {
  const limit = standing?.limits[kind];
  return {
    kind,
    value: limit === undefined ? null : toDecimal(limit.value),
    used: standing === undefined ? '0' : toDecimal(usedOf(kind, standing)),
    pending: wirePending(limit),
  };
}

const wirePending = (limit: Limit | undefined): WireLimits['limits'][number]['pending'] =>
  limit?.pending === undefined
    ? null
    : {
        value: limit.pending.value === undefined ? null : toDecimal(limit.pending.value),
        fromMillis: limit.pending.from,
      };

/** The later of the two where both are running. */
function pausedUntil(own: PlayerLimits | undefined, now: Millis): number | null {
  const until = Math.max(own?.coolOffUntil ?? 0, own?.excludedUntil ?? 0);
  return until > now ? until : null;
}

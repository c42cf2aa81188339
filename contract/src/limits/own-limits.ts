// The member's limits as the engine holds them, made again from the answer: a screen then asks the same function as the
// desk whether an order would be refused.
import { amount, ONE, type Rate, rate } from '@maru/engine/amount';
import { type AskedStake, judgeStake, type StakeRefusal } from '@maru/engine/limits/standing';
import type { Limit, LimitKind, PlayerLimits } from '@maru/engine/limits/state';
import { koreanMonth } from '@maru/engine/market/calendar-date';
import { playerId, siteId } from '@maru/engine/purse';
import { koreanDate, type Millis, millis } from '@maru/engine/time';
import type { WireLimit, WireLimits } from './calls.ts';

const WON = 'KRW';

/** What the desk would answer; undefined where no limit refuses it. */
export function refusalByLimits(
  wire: WireLimits,
  asked: AskedStake & { readonly currency: string },
  now: Millis,
): StakeRefusal | undefined {
  if (wire.sinceMillis === null) return undefined;
  const own = ownLimits(wire, wire.sinceMillis);
  return judgeStake(own, asked, { rate: rateOf(wire, asked.currency), open: amount(wire.openStake), now });
}

function rateOf({ rates }: WireLimits, currency: string): Rate | undefined {
  if (currency === WON) return ONE as Rate;
  const known = rates.find((each) => each.currency === currency);
  return known && rate(known.rate);
}

/** Whose they are does not decide anything. The day and the month of its figures are those that end next. */
function ownLimits(wire: WireLimits, since: number): PlayerLimits {
  const usedOf = (kind: LimitKind) => wire.limits.find((each) => each.kind === kind)?.used ?? '0';
  const { state, untilMillis } = wire.pause;
  const until = untilMillis === null ? undefined : millis(untilMillis);
  const limits: Partial<Record<LimitKind, Limit>> = {};
  for (const each of wire.limits) {
    const limit = limitOf(each);
    if (limit !== undefined) limits[each.kind] = limit;
  }
  return {
    player: playerId(1),
    site: siteId(1),
    since: millis(since),
    limits,
    ...(until !== undefined && state === 'COOLING_OFF' ? { coolOffUntil: until } : undefined),
    ...(until !== undefined && state === 'EXCLUDED' ? { excludedUntil: until } : undefined),
    counters: {
      day: koreanDate(wire.dayEndsMillis - 1),
      result: amount(wire.result),
      largest: amount(usedOf('STAKE')),
      used: Number(usedOf('TIME')),
      usedMinute: 0,
      month: koreanMonth(millis(wire.monthEndsMillis - 1)),
      deposited: amount(usedOf('DEPOSIT')),
    },
  };
}

function limitOf({ value, pending }: WireLimit): Limit | undefined {
  if (value === null) return undefined;
  if (pending === null) return { value: amount(value) };
  const next = pending.value === null ? undefined : { value: amount(pending.value) };
  return { value: amount(value), pending: { ...next, from: millis(pending.fromMillis) } };
}

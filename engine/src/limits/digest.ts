// The limits of players and the rates that they are counted by, in the book's digest and in its description.
import { type Rate, toDecimal } from '../amount.ts';
import { addNumber, addOptional, addText, addUnits, begin, finish, LIMITS, LIMITS_RATE } from '../digest.ts';
import type { Currency } from '../purse.ts';
import { LIMIT_KINDS, type Limit, type LimitsState, type PlayerLimits } from './state.ts';

export function limitsDigest(own: PlayerLimits): bigint {
  begin(LIMITS);
  addNumber(own.player);
  addNumber(own.site);
  addNumber(own.since);
  for (const kind of LIMIT_KINDS) addLimit(own.limits[kind]);
  addOptional(own.coolOffUntil);
  addOptional(own.excludedUntil);
  const { day, result, largest, used, usedMinute, month, deposited } = own.counters;
  addNumber(day);
  addUnits(result);
  addUnits(largest);
  addNumber(used);
  addNumber(usedMinute);
  addNumber(month);
  addUnits(deposited);
  return finish();
}

function addLimit(limit: Limit | undefined): void {
  addUnits(limit?.value ?? -1n);
  addOptional(limit?.pending?.from);
  addUnits(limit?.pending?.value ?? -1n);
}

export function rateDigest({ currency, rate }: { readonly currency: Currency; readonly rate: Rate }): bigint {
  begin(LIMITS_RATE);
  addText(currency);
  addUnits(rate);
  return finish();
}

export function weighLimits({ players, rates, digest }: LimitsState): bigint {
  let sum = 0n;
  for (const own of players.values()) sum += limitsDigest(own);
  for (const [currency, rate] of rates) sum += rateDigest({ currency, rate });
  digest[0] = sum;
  return digest[0];
}

export function* describeLimits({ players, rates }: LimitsState): Iterable<string> {
  for (const own of players.values()) {
    const { day, result, largest, used, usedMinute, month, deposited } = own.counters;
    const held = LIMIT_KINDS.map((kind) => `${kind} ${describeLimit(own.limits[kind])}`).join(' ');
    yield `limits ${own.player} ${own.site} since ${own.since} ${held} until ${own.coolOffUntil ?? '-'} ${own.excludedUntil ?? '-'} day ${day} ${toDecimal(result)} ${toDecimal(largest)} ${used} ${usedMinute} month ${month} ${toDecimal(deposited)}`;
  }
  for (const [currency, rate] of rates) yield `limits rate ${currency} ${toDecimal(rate)}`;
}

function describeLimit(limit: Limit | undefined): string {
  if (limit === undefined) return '-';
  const { value, pending } = limit;
  if (pending === undefined) return toDecimal(value);
  return `${toDecimal(value)}>${pending.value === undefined ? '-' : toDecimal(pending.value)}@${pending.from}`;
}

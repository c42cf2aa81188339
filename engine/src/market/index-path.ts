// The prices of the Maru indices (docs/decisions/0029): each tick of a day is a pure function of the day's seed, the
// opening price and the second. Only whole numbers are used, so every machine computes the same digits. With the seed
// the day can be computed again; from the ticks alone the seed cannot be found, because every step is keyed.
//
// A walk of 24 hours is drawn first. Each hour is then filled with a walk of 60 minutes that is tilted to end where the
// hour ends, and each minute with a walk of 60 seconds. A tick therefore costs the hashes of one hour and one minute,
// wherever in the day it lies, and tilting keeps the steps of a walk uncorrelated.
import { type Price, price } from '../amount.ts';
import { assert } from '../assert.ts';
import { bytesOfHex, bytesOfText, hexOf, hmacSha256With, isHex, sha256 } from '../sha256.ts';
import { DAY_MS, KST_OFFSET_MS, koreanDate, type Millis, millis } from '../time.ts';
import { type DayNumber, dayNumber, parseDate } from './calendar-date.ts';

export interface IndexRule {
  readonly code: string;
  /** About the percent by which the index moves in a year (one standard deviation). */
  readonly yearlyMove: number;
  readonly tickSize: Price;
  /** The opening price of the first day, and the level to which the index is slowly pulled back. */
  readonly base: Price;
}

export const INDEX_RULES: readonly IndexRule[] = [
  { code: 'M100', yearlyMove: 100, tickSize: price('0.5'), base: price('10000') },
  { code: 'M50', yearlyMove: 50, tickSize: price('0.1'), base: price('5000') },
  { code: 'M25', yearlyMove: 25, tickSize: price('0.05'), base: price('2500') },
];

export const indexRule = (code: string): IndexRule | undefined =>
  INDEX_RULES.find((each) => each.code === code);

export const INDEX_RULE_NAME = 'index-1' as const;
/** On this Korean day every index stood at its base. */
export const FIRST_INDEX_DAY: DayNumber = parseDate('2026-01-01') ?? dayNumber(0);
export const TICKS_PER_DAY = 86_400;
/** A day's seed is made public so long after the day has ended. */
const REVEAL_AFTER_MS = 5 * 60_000;

const HOURS = 24;
const PARTS = 60;
/** Moves are counted in billionths of a thousandth of the opening price. */
const WHOLE = 1_000_000_000_000;
/** What one unit of chance moves in each walk for one percent of yearly move; the ratios are 60 and the root of 60. */
const STEP = { hour: 720_000, minute: 92_952, second: 12_000 } as const;
/** Four bytes have this sum on average. */
const MEAN = 510;
/** An index is pulled by one part in so many of its distance from the base, every day. */
const PULL_DAYS = 512n;
/** No path of any probability reaches this; it keeps every price above zero. */
const LOWEST = -900_000_000_000;
const HASH_BYTES = 32;
const BYTES_PER_STEP = 4;

const isIndexSeed = (text: string): boolean => isHex(text, HASH_BYTES);

/** What is published before the day: the hash of the seed's bytes, not of its digits. */
export const indexSealOf = (seed: string): string => hexOf(sha256(bytesOfHex(seed)));

/** The Korean day in which an instant lies. */
export const indexDayAt = (at: Millis): DayNumber => dayNumber(koreanDate(at));
export const indexDayStart = (day: DayNumber): Millis => millis(day * DAY_MS - KST_OFFSET_MS);
export const indexRevealAt = (day: DayNumber): Millis =>
  millis(indexDayStart(day) + DAY_MS + REVEAL_AFTER_MS);
/** Seconds since the day began. */
export const indexSecondAt = (at: Millis): number => Math.floor((at - indexDayStart(indexDayAt(at))) / 1_000);

export interface IndexOpen {
  readonly rule: IndexRule;
  readonly open: Price;
}

export interface IndexDayGiven extends IndexOpen {
  /** 64 hexadecimal digits. */
  readonly seed: string;
}

export interface IndexDay {
  /** The tick of this second of the day, 0 to 86,399. */
  priceAt(second: number): Price;
  /** The price at the end of the day, which opens the next one. */
  readonly close: Price;
}

type Hash = (message: Uint8Array) => Uint8Array;

const floorDivide = (a: number, b: number): number => (a - (((a % b) + b) % b)) / b;

/** Where a walk of so many steps stands after each of them; it begins at 0. */
function walk(hash: Hash, name: string, count: number, step: number): readonly number[] {
  const places = [0];
  let block: Uint8Array = new Uint8Array(0);
  let used = 0;
  let place = 0;
  for (let index = 0; index < count; index += 1) {
    if (index % (HASH_BYTES / BYTES_PER_STEP) === 0) {
      block = hash(bytesOfText(`${name}:${index / (HASH_BYTES / BYTES_PER_STEP)}`));
      used = 0;
    }
    let sum = -MEAN;
    for (let byte = 0; byte < BYTES_PER_STEP; byte += 1) sum += block[used + byte] as number;
    used += BYTES_PER_STEP;
    place += step * sum;
    places.push(place);
  }
  return places;
}

/** The same walk, tilted so that it ends at the given place. */
function tilted(places: readonly number[], end: number): readonly number[] {
  const steps = places.length - 1;
  const missing = end - (places[steps] as number);
  return places.map((place, index) => place + floorDivide(index * missing, steps));
}

function pulled({ rule, open }: IndexOpen): number {
  const away = (rule.base - open) * BigInt(WHOLE);
  const over = PULL_DAYS * open;
  return Number(away / over);
}

const freeHours = ({ rule }: IndexOpen, hash: Hash): readonly number[] =>
  walk(hash, `${rule.code}:hours`, HOURS, STEP.hour * rule.yearlyMove);

/** Where the whole day ends; the hours between are tilted towards it. */
const dayEnd = (given: IndexOpen, free: readonly number[]): number => (free[HOURS] as number) + pulled(given);

/** On the grid of ticks, a half upwards. */
function priceOf({ rule, open }: IndexOpen, move: number): Price {
  const whole = BigInt(WHOLE);
  const moved = open * (whole + BigInt(Math.max(move, LOWEST)));
  const over = whole * rule.tickSize;
  const ticks = (2n * moved + over) / (2n * over);
  return ((ticks > 1n ? ticks : 1n) * rule.tickSize) as Price;
}

/** Only the close of a day. */
export const indexClose = (given: IndexDayGiven): Price => indexCloses(given.seed, [given])[0] as Price;

/** The same for several indices, which share the seed of a day: the chain of opening prices needs nothing else. */
export function indexCloses(seed: string, opens: readonly IndexOpen[]): readonly Price[] {
  const hash = hmacSha256With(bytesOfHex(seed));
  return opens.map((each) => priceOf(each, dayEnd(each, freeHours(each, hash))));
}

/** The last hour and the last minute that were computed are kept, so going through a day in order is cheap. */
export function indexDay(given: IndexDayGiven): IndexDay {
  assert(isIndexSeed(given.seed), 'the seed of a day is 32 bytes');
  assert(given.open > 0n, 'an index opens above zero');
  const { code, yearlyMove } = given.rule;
  const hash = hmacSha256With(bytesOfHex(given.seed));
  const free = freeHours(given, hash);
  const hours = tilted(free, dayEnd(given, free));
  let cachedHour = { at: -1, minutes: [] as readonly number[] };
  let cachedMinute = { at: -1, seconds: [] as readonly number[] };

  function minutesOf(hour: number): readonly number[] {
    if (cachedHour.at === hour) return cachedHour.minutes;
    const free = walk(hash, `${code}:hour ${hour}`, PARTS, STEP.minute * yearlyMove);
    const minutes = tilted(free, (hours[hour + 1] as number) - (hours[hour] as number));
    cachedHour = { at: hour, minutes };
    return minutes;
  }

  /** Of the minute of the day, with the move at which it begins. */
  function secondsOf(minute: number): readonly number[] {
    if (cachedMinute.at === minute) return cachedMinute.seconds;
    const hour = Math.floor(minute / PARTS);
    const minutes = minutesOf(hour);
    const inHour = minute % PARTS;
    const begins = minutes[inHour] as number;
    const free = walk(hash, `${code}:minute ${minute}`, PARTS, STEP.second * yearlyMove);
    const base = (hours[hour] as number) + begins;
    const seconds = tilted(free, (minutes[inHour + 1] as number) - begins).map((each) => base + each);
    cachedMinute = { at: minute, seconds };
    return seconds;
  }

  return {
    priceAt(second) {
      assert(Number.isInteger(second) && second >= 0 && second < TICKS_PER_DAY, 'a second of the day');
      const inMinute = second % PARTS;
      const minute = (second - inMinute) / PARTS;
      // Whole minutes need no seconds: long charts use nothing else.
      const hour = Math.floor(minute / PARTS);
      if (inMinute === 0 && cachedMinute.at !== minute) {
        return priceOf(given, (hours[hour] as number) + (minutesOf(hour)[minute % PARTS] as number));
      }
      return priceOf(given, secondsOf(minute)[inMinute] as number);
    },
    close: priceOf(given, hours[HOURS] as number),
  };
}

/** The seeds of days, by date, from the secret of the installation, which never leaves the server. */
export function indexSeedsOf(secret: Uint8Array): (date: string) => string {
  const hash = hmacSha256With(secret);
  return (date) => hexOf(hash(bytesOfText(`maru ${INDEX_RULE_NAME} ${date}`)));
}

// What holding a perpetual contract costs (docs/rules.md 3.11): the rate of an interval follows from how far the contract
// stood from its index in it. Who pays whom how much is decided where positions are.
import { divide, ONE, type Price, type Rate, rate } from '../amount.ts';
import { DAY_MS, floorTo, HOUR_MS, later, type Millis } from '../time.ts';

/** 00:00, 08:00 and 16:00 UTC. */
export const FUNDING_INTERVAL_MS = 8 * HOUR_MS;

/** The two currencies of a contract bear interest; who holds it long pays the difference. */
export function interestRate(
  perDay: { readonly quote: Rate; readonly base: Rate },
  intervalMs: number,
): Rate {
  return divide((perDay.quote - perDay.base) * BigInt(intervalMs), BigInt(DAY_MS), 'half-even') as Rate;
}

/** 0.01 % in eight hours. */
const INTEREST_PER_DAY = { quote: rate('0.0006'), base: rate('0.0003') };
/** While the premium differs from the interest by less than this, the rate is the interest. */
const DAMPENER = rate('0.0005');

/** The rate of an interval whose mean premium is known; neither side ever pays more than `most`. */
export function fundingRate(
  premium: Rate,
  { most, intervalMs }: { readonly most: Rate; readonly intervalMs: number },
): Rate {
  const interest = interestRate(INTEREST_PER_DAY, intervalMs);
  return within(premium + within(interest - premium, DAMPENER), most) as Rate;
}

const within = (value: bigint, most: bigint): bigint => {
  if (value > most) return most;
  return value < -most ? -most : value;
};

/** A sample has more places than a rate: a premium of a few parts in a million is averaged over hours. */
const SAMPLE_SCALE = 10_000n;

/** The premiums of a stretch of time: two numbers, however long it is. A stored sum is simply added to. */
export interface Premiums {
  /** Of each premium in 1e-12, times the milliseconds it stood: their sum. */
  readonly weighted: bigint;
  readonly ms: number;
}

export const noPremiums: Premiums = { weighted: 0n, ms: 0 };

/** By how much of the index the contract stands above it, in 1e-12. */
export const premiumOf = ({ mid, index }: { readonly mid: Price; readonly index: Price }): bigint =>
  divide((mid - index) * ONE * SAMPLE_SCALE, index, 'half-even');

export const withPremium = ({ weighted, ms }: Premiums, premium: bigint, forMs: number): Premiums => ({
  weighted: weighted + premium * BigInt(forMs),
  ms: ms + forMs,
});

/** Weighted by time; zero where nothing is known. */
export const meanPremium = ({ weighted, ms }: Premiums): Rate =>
  (ms === 0 ? 0n : divide(weighted, SAMPLE_SCALE * BigInt(ms), 'half-even')) as Rate;

/** The funding at or before an instant, and the next one after it. */
export function fundingTimes(
  at: Millis,
  intervalMs: number,
): { readonly latest: Millis; readonly next: Millis } {
  const latest = floorTo(at, intervalMs);
  return { latest, next: later(latest, intervalMs) };
}

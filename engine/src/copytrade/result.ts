// What a follower earned beside what the trader earned, and why they differ (docs/rules.md 5.8). Everything is computed
// in hundredths of a percent: the causes add up exactly to the difference that is shown.
import { type Amount, divide } from '../amount.ts';

export interface EarnedParts {
  /** Of closed copies after fees and funding, and what of it was paid to the trader. */
  readonly total: Amount;
  readonly shared: Amount;
  /** Of closed copies: what was lost to worse prices than the trader's, fees of both ends, and funding; below zero was paid. */
  readonly slipped: Amount;
  readonly fees: Amount;
  readonly funding: Amount;
  /** The mean margin in copies over the time in which there was any. */
  readonly averageInvested: Amount;
  /** What the trader's equity did since the follow began; undefined where it is not known. */
  readonly traderPercent: number | undefined;
}

export type DifferenceCause = 'SLIPPAGE' | 'SIZE' | 'FEES' | 'SHARE';

export interface FollowerResult {
  readonly minePercent: number | undefined;
  readonly traderPercent: number | undefined;
  /** None where there is nothing to compare. */
  readonly causes: readonly { readonly cause: DifferenceCause; readonly points: number }[];
}

/** Of a hundred, with two places, toward the nearer; undefined of nothing. */
export function percentOf(part: bigint, of: bigint): number | undefined {
  const hundredths = hundredthsOf(part, of);
  return hundredths === undefined ? undefined : hundredths / 100;
}

function hundredthsOf(part: bigint, of: bigint): number | undefined {
  return of <= 0n ? undefined : Number(divide(part * 10_000n, of, 'half-up'));
}

export function followerResult(parts: EarnedParts): FollowerResult {
  const { total, shared, slipped, fees, funding, averageInvested: invested, traderPercent } = parts;
  const mine = hundredthsOf(total - shared, invested);
  const trader = traderPercent === undefined ? undefined : Math.round(traderPercent * 100);
  const minePercent = mine === undefined ? undefined : mine / 100;
  if (mine === undefined || trader === undefined) return { minePercent, traderPercent, causes: [] };
  const slippage = hundredthsOf(-slipped, invested) ?? 0;
  const costs = hundredthsOf(funding - fees, invested) ?? 0;
  const share = hundredthsOf(-shared, invested) ?? 0;
  const points = (cause: DifferenceCause, hundredths: number) => ({ cause, points: hundredths / 100 + 0 });
  return {
    minePercent,
    traderPercent: trader / 100,
    causes: [
      points('SLIPPAGE', slippage),
      points('SIZE', mine - trader - slippage - costs - share),
      points('FEES', costs),
      points('SHARE', share),
    ],
  };
}

export interface Invested {
  /** Margin in copies now, and since when it is that. */
  readonly used: Amount;
  readonly usedSince: number;
  /** Margin times milliseconds, and the milliseconds in which there was any, up to then. */
  readonly usedSum: bigint;
  readonly usedMs: number;
}

/** The mean margin over the time in which there was any; nothing before the first copy. */
export function averageInvested({ used, usedSince, usedSum, usedMs }: Invested, now: number): Amount {
  const since = used > 0n && now > usedSince ? now - usedSince : 0;
  const duration = usedMs + since;
  if (duration === 0) return used;
  return divide(usedSum + used * BigInt(since), BigInt(duration), 'half-up') as Amount;
}

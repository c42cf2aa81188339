// The larger a position, the smaller its leverage and the larger its maintenance margin (docs/rules.md 3.9).
import { type Amount, ONE, type Rate } from '../amount.ts';
import { assert } from '../assert.ts';

export interface Tier {
  /** Positions worth more than this, and at most `cap`. */
  readonly floor: Amount;
  readonly cap: Amount;
  readonly leverageMost: number;
  /** The maintenance margin: rate × value − deduction. The deduction makes it continuous from tier to tier. */
  readonly maintenance: Rate;
  readonly deduction: Amount;
}

export type TierRow = Pick<Tier, 'cap' | 'leverageMost' | 'maintenance'>;

/** The floors follow from the caps before them, and the deductions from the rates. */
export function tiersOf(rows: readonly TierRow[]): readonly Tier[] {
  const tiers: Tier[] = [];
  for (const { cap, leverageMost, maintenance } of rows) {
    const before = tiers.at(-1);
    const floor = before?.cap ?? (0n as Amount);
    assert(cap > floor, 'each tier reaches further than the one before');
    assert(before === undefined || maintenance > before.maintenance, 'each tier has a higher rate');
    assert(before === undefined || leverageMost < before.leverageMost, 'each tier has less leverage');
    const deduction = (before?.deduction ?? 0n) + stepOf(floor, maintenance, before?.maintenance);
    tiers.push({ floor, cap, leverageMost, maintenance, deduction: deduction as Amount });
  }
  assert(tiers.length > 0, 'an instrument has a tier');
  return tiers;
}

function stepOf(floor: Amount, rate: Rate, before: Rate | undefined): bigint {
  const exact = floor * (rate - (before ?? rate));
  assert(exact % ONE === 0n, 'a deduction has at most eight places');
  return exact / ONE;
}

/** A value above the last cap counts with the last tier: a position may grow beyond it by its price. */
export function tierAt(tiers: readonly Tier[], isAtMost: (cap: Amount) => boolean): Tier {
  const tier = tiers.find(({ cap }) => isAtMost(cap)) ?? tiers.at(-1);
  assert(tier !== undefined, 'an instrument has a tier');
  return tier;
}

/** The largest value that a position may have at this leverage; zero where no tier allows so much. */
export function largestValue(tiers: readonly Pick<Tier, 'cap' | 'leverageMost'>[], leverage: number): Amount {
  const allowed = tiers.findLast(({ leverageMost }) => leverageMost >= leverage);
  return allowed?.cap ?? (0n as Amount);
}

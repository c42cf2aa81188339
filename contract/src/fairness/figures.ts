// The figures of the fairness board, from its published rows alone: sums, shares and percentiles, and nothing else.
import { amount, divide } from '@maru/engine/amount';
import type { FairnessRows } from './calls.ts';

type Rows = Pick<FairnessRows, 'days' | 'orders' | 'speeds' | 'payouts' | 'up'>;

export interface FairnessFigures {
  readonly upShare: string | null;
  readonly products: readonly {
    readonly product: string;
    readonly winningShare: string | null;
    readonly takenShare: string | null;
    readonly promisedShare: string | null;
    readonly takenPerContract: string | null;
  }[];
  readonly refusedShare: { readonly UP: string | null; readonly DOWN: string | null };
  readonly fill: { readonly medianMs: number | null; readonly p99Ms: number | null };
  readonly payout: {
    readonly medianMinutes: number | null;
    readonly p95Minutes: number | null;
    readonly rejectedShare: string | null;
  };
  readonly rounds: number;
  readonly voidedRounds: number;
}

const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0);
const units = (text: string | null): bigint => amount(text ?? '0');
const sumUnits = (texts: readonly (string | null)[]): bigint =>
  texts.reduce((all, text) => all + units(text), 0n);

const PLACES = 100n;

/** In percent with two places. */
function percent(part: bigint, whole: bigint): string | null {
  if (whole <= 0n) return null;
  return fixed(divide(part * 100n * PLACES, whole, 'half-up'));
}

/** Counted in hundredths. */
function fixed(hundredths: bigint): string {
  const digits = String(hundredths < 0n ? -hundredths : hundredths).padStart(3, '0');
  return `${hundredths < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const shareOf = (part: number, whole: number): string | null => percent(BigInt(part), BigInt(whole));

/** The least value that so many hundredths of all are not above; null without any. */
export function percentile(
  counted: readonly { readonly value: number; readonly count: number }[],
  hundredths: number,
): number | null {
  const all = sum(counted.map(({ count }) => count));
  let seen = 0;
  for (const { value, count } of counted.toSorted((one, other) => one.value - other.value)) {
    seen += count;
    if (count > 0 && seen * 100 >= all * hundredths) return value;
  }
  return null;
}

export function fairnessFigures({ days, orders, speeds, payouts, up }: Rows): FairnessFigures {
  const byProduct = Map.groupBy(days, ({ product }) => product);
  const ofSide = (side: 'UP' | 'DOWN') => {
    const mine = orders.filter((row) => row.side === side);
    const refused = mine.filter(({ outcome }) => outcome !== 'ACCEPTED');
    return shareOf(sum(refused.map((row) => row.orders)), sum(mine.map((row) => row.orders)));
  };
  const fills = speeds.map(({ ms, orders: count }) => ({ value: ms, count }));
  const paid = payouts
    .filter(({ outcome }) => outcome === 'PAID')
    .map(({ minutes, payouts: count }) => ({ value: minutes, count }));
  const rejected = sum(payouts.filter(({ outcome }) => outcome === 'REJECTED').map((row) => row.payouts));
  return {
    upShare: shareOf(sum(up.map((day) => day.up)), sum(up.map((day) => day.minutes))),
    products: Array.from(byProduct, ([product, rows]) => ({ product, ...figuresOfProduct(rows) })),
    refusedShare: { UP: ofSide('UP'), DOWN: ofSide('DOWN') },
    fill: { medianMs: percentile(fills, 50), p99Ms: percentile(fills, 99) },
    payout: {
      medianMinutes: percentile(paid, 50),
      p95Minutes: percentile(paid, 95),
      rejectedShare: shareOf(rejected, sum(payouts.map((row) => row.payouts))),
    },
    rounds: sum(days.map((row) => row.rounds)),
    voidedRounds: sum(days.map((row) => row.voided)),
  };
}

function figuresOfProduct(rows: FairnessRows['days']) {
  // The newest day on which enough accounts had traded within ninety days.
  const newest = rows.toSorted((one, other) => other.day - one.day).find((row) => row.accounts90 !== null);
  const shown = rows.filter((row) => row.taken !== null);
  const taken = sumUnits(shown.map((row) => row.taken));
  const turnover = sumUnits(shown.map((row) => row.turnover));
  const contracts = sumUnits(shown.map((row) => row.contracts));
  const promised = shown.filter((row) => row.promised !== null);
  return {
    winningShare: newest === undefined ? null : shareOf(newest.winners90 ?? 0, newest.accounts90 ?? 0),
    takenShare: contracts > 0n ? null : percent(taken, turnover),
    promisedShare:
      promised.length === 0
        ? null
        : percent(
            sumUnits(promised.map((row) => row.promised)),
            sumUnits(promised.map((row) => row.turnover)),
          ),
    takenPerContract: contracts > 0n ? String(divide(taken, contracts, 'half-up')) : null,
  };
}

// The rows of a day (docs/rules.md 7.3, 7.4): what each partner earns of the own members, and of the line of each partner
// below. Every amount follows from the figures of its own row, so that anybody can compute it again.
//
// The simulator does not call it: nothing of it is in the book or in the journal before two people confirm a sum of it, and
// it depends on its arguments alone. `accrue.test.ts` holds it against examples and against what must be true of any tree.
import { type Amount, negate, portion, type Rate, toPlaces } from '../amount.ts';
import { assert } from '../assert.ts';
import type { Currency } from '../purse.ts';

/** TURNOVER is the stakes of decided bets, FEE the fees and commissions of trading. There is none on what players lose. */
export type ShareBase = 'TURNOVER' | 'FEE';

/** What the members right under a partner moved on the day. */
export interface MemberBase {
  readonly partner: number;
  readonly product: string;
  readonly currency: Currency;
  readonly counted: Amount;
  /** Counted before and taken back on this day. */
  readonly undone: Amount;
  readonly players: number;
}

export interface AccruedRow {
  readonly partner: number;
  /** The partner below whose line it is; undefined for own members. */
  readonly line: number | undefined;
  readonly type: 'DIRECT' | 'DIFFERENCE' | 'REVERSAL';
  readonly product: string;
  readonly currency: Currency;
  /** Below zero in a REVERSAL, as the amount is. */
  readonly base: Amount;
  readonly rate: Rate;
  readonly amount: Amount;
  readonly players: number;
}

export interface DayTerms {
  /** From the head office to a partner, who is the last of it. */
  readonly pathOf: (partner: number) => readonly number[];
  readonly rateOf: (partner: number, product: string) => Rate;
  readonly placesOf: (currency: Currency) => number;
}

type Sum = { -readonly [Field in keyof MemberBase]: MemberBase[Field] } & {
  readonly line: number | undefined;
};

export function accruedRows(bases: Iterable<MemberBase>, terms: DayTerms): readonly AccruedRow[] {
  const sums = new Map<string, Sum>();
  for (const base of bases) {
    const path = terms.pathOf(base.partner);
    for (const [index, partner] of path.entries()) addBase(sums, partner, path[index + 1], base);
  }
  return [...sums.values()].flatMap((sum) => rowsOf(sum, terms));
}

function addBase(
  sums: Map<string, Sum>,
  partner: number,
  line: number | undefined,
  { product, currency, counted, undone, players }: MemberBase,
): void {
  const name = `${partner} ${line ?? ''} ${product} ${currency}`;
  const known = sums.get(name);
  if (known === undefined) {
    sums.set(name, { partner, line, product, currency, counted, undone, players });
    return;
  }
  known.counted = (known.counted + counted) as Amount;
  known.undone = (known.undone + undone) as Amount;
  known.players += players;
}

function rowsOf(
  { partner, line, product, currency, counted, undone, players }: Sum,
  { rateOf, placesOf }: DayTerms,
): readonly AccruedRow[] {
  const below = line === undefined ? 0n : rateOf(line, product);
  const rate = (rateOf(partner, product) - below) as Rate;
  assert(rate >= 0n, 'nobody has a higher rate than the partner above');
  const of = { partner, line, product, currency, rate, players };
  const shareOf = (base: Amount) => toPlaces(portion(base, rate, 'down'), placesOf(currency), 'down');
  const rows: AccruedRow[] = [];
  if (counted > 0n)
    rows.push({
      ...of,
      type: line === undefined ? 'DIRECT' : 'DIFFERENCE',
      base: counted,
      amount: shareOf(counted),
    });
  // Rounded as what it takes back was.
  if (undone > 0n)
    rows.push({ ...of, type: 'REVERSAL', base: negate(undone), amount: negate(shareOf(undone)) });
  return rows;
}

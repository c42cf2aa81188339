// A day of an index as a server would have recorded and published it, for tests.
import { createHash } from 'node:crypto';
import type { IndexDayProof } from '@maru/contract/indices';
import type { ReceiptTicks } from '@maru/contract/receipt-ticks';
import { type Price, toDecimal } from '@maru/engine/amount';
import { dayAfter, formatIsoDate, parseDate } from '@maru/engine/market/calendar-date';
import {
  type IndexRule,
  indexClose,
  indexDay,
  indexDayStart,
  indexRevealAt,
  indexRule,
  indexSealOf,
} from '@maru/engine/market/index-path';
import { HOUR_MS, MINUTE_MS } from '@maru/engine/time';

export const DATE = '2026-11-14';
const day = parseDate(DATE)!;
export const START = indexDayStart(day);
const rule = indexRule('M100') as IndexRule;
const seedOf = (name: string): string => createHash('sha256').update(name).digest('hex');
export const SEED = seedOf('a seed');
const before = { seed: seedOf('the seed before'), open: rule.base };
const open = indexClose({ rule, ...before });
const numbers = indexDay({ rule, seed: SEED, open });

export const proof: IndexDayProof = {
  rule: 'index-1',
  stock: 'M100',
  date: DATE,
  seal: indexSealOf(SEED),
  sealedMillis: START - HOUR_MS,
  revealMillis: indexRevealAt(day),
  seed: SEED,
  isLost: false,
  open: toDecimal(open),
  previous: { date: formatIsoDate(dayAfter(day, -1)), seed: before.seed, open: toDecimal(before.open) },
};

type Minute = ReceiptTicks['minutes'][number];

/** Some minutes of the day as they were recorded; `price` may be forged. */
export function recordOf(
  minutes: readonly number[],
  price: (second: number) => Price = numbers.priceAt,
): ReceiptTicks {
  const recorded: Minute[] = [];
  for (const minute of minutes) {
    const previousHash = recorded.at(-1)?.hash ?? '0'.repeat(64);
    const minuteMillis = START + minute * MINUTE_MS;
    const ticks = Array.from({ length: 60 }, (_, second) => {
      const number = minute * 60 + second;
      return `${second * 1_000} ${number} ${toDecimal(price(number))} 0 0.5 0 ${20 + (second % 7)}`;
    }).join('\n');
    const text = `${previousHash}\nM100\n${minuteMillis}\n${ticks}`;
    const hash = createHash('sha256').update(text).digest('hex');
    recorded.push({ stock: 'M100', minuteMillis, ticks, previousHash, hash });
  }
  return { stock: 'M100', complete: true, minutes: recorded };
}

export const numbersOfDay = numbers;

// Days of overseas futures: the profit of each trade date, over all instruments or one.
import type { ReceivedReply } from '@maru/client/call';
import type { dailyProfit } from '@maru/contract/oversea/calls';
import { type Amount, amount, plus, toDecimal, ZERO } from '@maru/engine/amount';

export type DailyRow = ReceivedReply<typeof dailyProfit>['content'][number];

export type Sums = Readonly<
  Pick<DailyRow, 'closedQty' | 'trades' | 'wins' | 'heldMillis' | 'losscuts' | 'gross' | 'commission' | 'net'>
>;

export interface OverseaDay extends Sums {
  /** `2026-11-16` */
  readonly tradeDate: string;
  readonly isFinal: boolean;
}

type Money = Record<'gross' | 'commission' | 'net', Amount>;

export function sumOf(rows: readonly (Sums & { readonly tradeDate: string })[]): Sums {
  const money: Money = { gross: ZERO, commission: ZERO, net: ZERO };
  const counts = { closedQty: 0, trades: 0, wins: 0, heldMillis: 0, losscuts: 0 };
  for (const row of rows) {
    for (const key of ['gross', 'commission', 'net'] as const)
      money[key] = plus(money[key], amount(row[key]));
    for (const key of ['closedQty', 'trades', 'wins', 'heldMillis', 'losscuts'] as const)
      counts[key] += row[key];
  }
  return {
    ...counts,
    gross: toDecimal(money.gross),
    commission: toDecimal(money.commission),
    net: toDecimal(money.net),
  };
}

/** Newest first. */
export function daysOf(rows: readonly DailyRow[]): readonly OverseaDay[] {
  return [...Map.groupBy(rows, ({ tradeDate }) => tradeDate)]
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .map(([tradeDate, own]) => ({
      tradeDate,
      isFinal: own.every(({ isFinal }) => isFinal),
      ...sumOf(own),
    }));
}

// What the days of a history brought, each wallet for itself: amounts of different currencies are not added.
import type { ReceivedReply } from '@maru/client/call';
import type { futuresDailyProfit } from '@maru/contract/futures/history';
import { amount, sum, toDecimal } from '@maru/engine/amount';

export type RealisedDay = ReceivedReply<typeof futuresDailyProfit>[number];

interface RealisedWallet extends Pick<RealisedDay, 'walletType' | 'currency' | 'trades' | 'wins'> {
  readonly net: string;
  readonly funding: string;
  readonly fees: string;
  /** Newest first. */
  readonly days: readonly RealisedDay[];
}

/** The most traded first. */
export function walletsOf(days: readonly RealisedDay[]): readonly RealisedWallet[] {
  const wallets = [...Map.groupBy(days, ({ walletType }) => walletType)].map(([walletType, own]) => {
    const money = (key: 'net' | 'funding' | 'fees') => toDecimal(sum(own.map((day) => amount(day[key]))));
    const count = (key: 'trades' | 'wins') => own.reduce((total, day) => total + day[key], 0);
    return {
      walletType,
      currency: own[0]?.currency ?? '',
      trades: count('trades'),
      wins: count('wins'),
      net: money('net'),
      funding: money('funding'),
      fees: money('fees'),
      days: own,
    };
  });
  return wallets.sort((a, b) => b.trades - a.trades || (a.walletType < b.walletType ? -1 : 1));
}

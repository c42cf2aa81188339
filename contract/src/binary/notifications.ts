// What a member is told about rounds.
import type { NotificationMaker } from '../notification/of-push.ts';
import type { BetResult } from '../realtime.ts';

export const roundNotifications: NotificationMaker = {
  queue: 'trade',
  madeOf({ type, data }) {
    if (type !== 'BET_RESULT') return [];
    const { tradeRoundId, bets, net } = data as BetResult;
    const betId = bets[0]?.id ?? 0;
    const content = {
      kind: 'ROUND',
      tradeRoundId,
      betId,
      bets: bets.length,
      won: bets.filter(({ status }) => status === 1).length,
      returned: bets.filter(({ status }) => status === 3).length,
      net: net?.amount ?? null,
      currency: net?.currency ?? '',
    } as const;
    const path = bets.length === 0 ? null : `/wallet/history/${betId}`;
    return [{ part: `round ${tradeRoundId}`, category: 'ROUND', path, content }];
  },
};

// What a member is told about rounds.
import { familyOf, lengthOf } from '@maru/engine/rounds/round';
import { SECOND_MS } from '@maru/engine/time';
import type { NotificationMaker } from '../notification/of-push.ts';
import type { BetResult } from '../realtime.ts';

/** The price behind a draw is not what was bet on. */
const DRAWN = { ko: '비트볼', en: 'Bit-ball' } as const;

export const roundNotifications: NotificationMaker = {
  queue: 'trade',
  madeOf({ type, data }) {
    if (type !== 'BET_RESULT') return [];
    const { tradeRoundId, bets, net, round } = data as BetResult;
    const betId = bets[0]?.id ?? 0;
    const content = {
      kind: 'ROUND',
      tradeRoundId,
      no: round?.no ?? null,
      stock: round?.stock ?? '',
      seconds: round === undefined ? 0 : lengthOf(round.type) / SECOND_MS,
      game: round !== undefined && familyOf(round.type) === 'BALL' ? DRAWN : null,
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

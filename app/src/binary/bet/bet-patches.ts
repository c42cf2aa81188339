// What a push about my bets does to the lists and sums that show them.
import type { Patches } from '@maru/client/live';
import type { WireTradeBet } from '@maru/contract/binary/calls';

/** Of sums that only the server makes. */
export const readAfterBets = <Sums>(): Patches<Sums> => ({ queue: { trade: () => undefined } });

/** Those of an instrument that are not decided yet. A bet of another screen of mine is pushed with less than is shown. */
export const openBetPatches = (tradeOptionId: number): Patches<WireTradeBet[]> => ({
  queue: {
    trade(bets, { type, data }) {
      if (data.tradeOptionId !== tradeOptionId) return bets;
      if (type === 'BET_PLACED') return bets.some(({ id }) => id === data.id) ? bets : undefined;
      const decided = new Set(data.bets.map(({ id }) => id));
      return bets.filter(({ id }) => !decided.has(id));
    },
  },
});

/** Of every bet: its closing price is in the list and not in the push. */
export const betHistoryPatches: Patches<readonly WireTradeBet[]> = {
  queue: {
    trade: (bets, { type, data }) =>
      type === 'BET_PLACED' && bets.some(({ id }) => id === data.id) ? bets : undefined,
  },
};

// How a push about the member's bets changes the lists and sums that show them.
import type { Patches } from '@maru/client/live';
import type { WireTradeBet } from '@maru/contract/binary/calls';

/** For sums that only the server computes: read again after every push. */
export const readAfterBets = <Sums>(): Patches<Sums> => ({ queue: { trade: () => undefined } });

/** For the undecided bets of an instrument. The push of a bet from another screen has less than the list shows. */
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

/** For the list of all bets: it is read again, because the closing price is not in the push. */
export const betHistoryPatches: Patches<readonly WireTradeBet[]> = {
  queue: {
    trade: (bets, { type, data }) =>
      type === 'BET_PLACED' && bets.some(({ id }) => id === data.id) ? bets : undefined,
  },
};

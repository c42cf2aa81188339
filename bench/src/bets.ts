// Bets per second through HTTP with durable answers, beside a transaction per bet behind the same web server, and beside
// an empty answer.
import { CALLERS, compareCalls, postOf } from './http-compare.ts';

/** A player has ten tickets in a round, so each connection sends for many players. */
const PLAYERS_PER_CALLER = 200;
const TICKETS = 10;

/** Ten tickets of a player, then the next player; when all have bet, the next round. */
export const bets = (): Promise<Record<string, unknown>> =>
  compareCalls<{ readonly port: number; readonly rounds: readonly number[] }>('./bets-server.ts', {
    players: CALLERS * PLAYERS_PER_CALLER,
    paths: { ours: '/api/trade/history/betting', rival: '/api/rival', empty: '/api/empty' },
    drains: true,
    request({ path, caller, nth }, { rounds }) {
      const place = Math.floor(nth / TICKETS);
      const player = caller * PLAYERS_PER_CALLER + (place % PLAYERS_PER_CALLER) + 1;
      const round = rounds[Math.floor(place / PLAYERS_PER_CALLER)];
      if (round === undefined) throw new Error('there are no more rounds to bet on');
      const side = player % 2 === 0 ? 'LONG' : 'SHORT';
      const body = `{"point":"5000","tradeRoundId":${round},"type":"${side}"}`;
      return postOf(path, player, `bet-${caller}-${nth}`, body);
    },
  });

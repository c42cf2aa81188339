// Orders of coin futures per second through HTTP with durable answers, beside a transaction per order behind the same web
// server, and beside an empty answer.
import { CALLERS, compareCalls, postOf } from './http-compare.ts';

const PLAYERS_PER_CALLER = 50;

/** Each player opens a position and closes it; then the next one does. */
export const orders = (): Promise<Record<string, unknown>> =>
  compareCalls<{ readonly port: number; readonly instrument: number }>('./orders-server.ts', {
    players: CALLERS * PLAYERS_PER_CALLER,
    paths: { ours: '/api/futures/order', rival: '/api/rival', empty: '/api/empty' },
    drains: true,
    request({ path, caller, nth }, { instrument }) {
      const player = caller * PLAYERS_PER_CALLER + (Math.floor(nth / 2) % PLAYERS_PER_CALLER) + 1;
      const side = nth % 2 === 0 ? 'LONG' : 'SHORT';
      const body = `{"futuresOptionId":${instrument},"tradeType":"${side}","marketType":"MARKET","qty":"0.01"}`;
      return postOf(path, player, `order-${caller}-${nth}`, body);
    },
  });

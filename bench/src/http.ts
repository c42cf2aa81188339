// The desk through HTTP, beside a transaction per command behind the same web server, and beside an empty answer.
import { CALLERS, compareCalls, postOf } from './http-compare.ts';

/** The last answer decides the next request: a hold is released, a released one held again. */
export const http = (): Promise<Record<string, unknown>> =>
  compareCalls('./http-server.ts', {
    players: CALLERS,
    paths: { ours: '/api/ours', rival: '/api/rival', empty: '/api/empty' },
    drains: false,
    request: ({ path, name, caller, nth, last = '{"hold":0}' }) =>
      postOf(path, caller + 1, `${name}-${caller}-${nth}`, `{"point":"1000",${last.slice(1)}`),
  });

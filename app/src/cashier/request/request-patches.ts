// How pushes change what the screens of the cashier show. A push names the row that was made or changed, and the rest is
// read again: sums, steps and what may be withdrawn are the server's.
import type { Patches } from '@maru/client/live';

/** What depends on a request of the member: read again whenever one was made or changed. */
export const readAfterRequests = <Value>(): Patches<Value> => ({ queue: { dnw: () => undefined } });

/** What depends on the money of the member as well: every trade changes it. */
export const readAfterMoney = <Value>(): Patches<Value> => ({
  queue: { dnw: () => undefined, point: () => undefined },
});

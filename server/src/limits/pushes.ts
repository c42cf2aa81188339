import type { PushesOf } from '../push/event-pushes.ts';

/** The figures depend on what is open: who shows them reads them again. */
export const limitPushes: PushesOf = (event) =>
  event.kind === 'LIMITS_CHANGED' ? [{ queue: 'limits', type: 'LIMITS', data: { cause: event.cause } }] : [];

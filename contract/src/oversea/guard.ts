// The limits a member sets for their own orders (착오방지). They belong to the account: every device shows the same ones,
// and the server checks every order against them, wherever it was entered.
import { GUARD_MOST } from '@maru/engine/oversea/order-guard';
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { integer, siteInfoId } from '../fields.ts';

const limit = integer(1, GUARD_MOST);

const guardBody = z.object({
  /** Contracts that one order may open. */
  once: limit,
  /** Ticks between the price of an order and the last price. */
  ticks: limit,
  /** Contracts of positions and resting orders together. */
  total: limit,
  /** REFUSE: never exceeded. ASK: an order may set `beyondGuard` after the member confirmed it. */
  outside: z.enum(['REFUSE', 'ASK']),
});

/** Null while the member has set none. */
const guardReply = z.object({
  guard: z
    .object({ once: z.int(), ticks: z.int(), total: z.int(), outside: z.enum(['REFUSE', 'ASK']) })
    .nullable(),
});
export type WireOrderGuard = NonNullable<z.output<typeof guardReply>['guard']>;

export const orderGuard = defineCall('player', 'GET', '/api/oversea/guard', {
  summary: 'My limits for orders; null while I have set none',
  api: { scope: 'READ', ko: '내 주문 보호 설정' },
  query: z.object({ siteInfoId }),
  reply: guardReply,
});

/** Setting the same guard twice changes nothing, so the call needs no key. */
export const setOrderGuard = defineCall('player', 'POST', '/api/oversea/guard', {
  summary: 'Set my limits for orders; null removes them',
  body: z.object({ siteInfoId, guard: guardBody.nullable() }),
  reply: guardReply,
});

// E-mail and text messages as staff see them.
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { integer, siteInfoId } from '../fields.ts';

export const outboxList = defineCall('staff', 'GET', '/api/office/outbox/list', {
  right: 'MEMBER_REVEAL',
  summary: 'E-mail and text messages of the last week, newest first; who looked is written to the history',
  // Whoever looks leaves a line.
  writes: true,
  cost: 2,
  query: z.object({
    recipient: z.string().max(254).optional(),
    before: integer(1, Number.MAX_SAFE_INTEGER).optional(),
    size: integer(1, 100).default(20),
    siteInfoId,
  }),
  reply: z.object({
    /** True when nothing is sent and this list stands in for mailboxes and phones. */
    isStandIn: z.boolean(),
    content: z.array(
      z.object({
        id: z.int(),
        channel: z.enum(['EMAIL', 'SMS']),
        recipient: z.string(),
        kind: z.string(),
        /** Null where it holds a code and is really sent. */
        text: z.string().nullable(),
        createdMillis: z.int(),
        deliveredMillis: z.int().nullable(),
        deliveredBy: z.string().nullable(),
      }),
    ),
  }),
});

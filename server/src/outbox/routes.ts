import { outboxList } from '@maru/contract/outbox/calls';
import type { Database } from '../db/database.ts';
import { type Route, serve } from '../http/serve.ts';
import { insertStaffChange } from '../staff/changes.ts';
import type { Delivery } from './delivery.ts';
import { listLetters } from './store.ts';

export const outboxRoutes = ({
  database,
  delivery,
}: {
  readonly database: Database;
  readonly delivery: Delivery;
}): readonly Route[] => [
  serve(outboxList, async ({ query: { recipient, before, size }, principal: { site, player }, now }) => {
    const letters = await database.transaction(async (tx) => {
      // Letters are other people's: whoever looks leaves a line.
      await insertStaffChange(tx, {
        site,
        area: 'OUTBOX',
        subject: recipient ?? 'all',
        before: null,
        after: { looked: size, before: before ?? null },
        by: { staff: player, now, reason: '' },
      });
      return listLetters(tx, { site, recipient, before, size });
    });
    const content = letters.map((letter) => ({
      id: letter.id,
      channel: letter.channel,
      recipient: letter.recipient,
      kind: letter.kind,
      text: letter.kind === 'CODE' && !delivery.isStandIn ? null : letter.text,
      createdMillis: letter.createdAt.getTime(),
      deliveredMillis: letter.deliveredAt?.getTime() ?? null,
      deliveredBy: letter.deliveredBy,
    }));
    return { ok: true, reply: { isStandIn: delivery.isStandIn, content } };
  }),
];

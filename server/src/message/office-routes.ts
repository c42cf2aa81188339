// Letters of staff: to one member, or to everybody of the site. Each is in the history of what staff did.
import { messageBatches, sendMessage, sendMessageToAll } from '@maru/contract/message/calls';
import { playerId } from '@maru/engine/purse';
import { type Database, isUniqueViolation } from '../db/database.ts';
import { pageReply } from '../http/paging.ts';
import { type Asked, type Route, serve } from '../http/serve.ts';
import { insertStaffChange } from '../staff/changes.ts';
import { listOfSite } from '../staff/site-list.ts';
import { type Letter, postMessage } from './post-message.ts';
import { BATCH_TABLE, insertBatch, isMember, type StoredBatch } from './store.ts';

const letterOf = (body: Omit<Asked<typeof sendMessageToAll>['body'], 'reason'>): Letter => {
  const { kind, title, titleEn = title, content, contentEn = content, link } = body;
  return { kind, title: { ko: title, en: titleEn }, body: { ko: content, en: contentEn }, link };
};

const wireBatch = ({ createdAt, doneAt, ...rest }: StoredBatch) => ({
  ...rest,
  createdMillis: createdAt,
  doneMillis: doneAt,
});

export const messageOfficeRoutes = ({ database }: { readonly database: Database }): readonly Route[] => [
  serve(sendMessage, async ({ body, principal, now }) => {
    const { site, player: staff } = principal;
    const player = playerId(body.playerId);
    const letter = letterOf(body);
    const id = await database.transaction(async (tx) => {
      if (!(await isMember(tx, { site, player }))) return undefined;
      const posted = await postMessage(tx, { ...letter, site, player, now });
      await insertStaffChange(tx, {
        ...{ site, area: 'MESSAGE', subject: `player ${player}`, before: {}, after: letter },
        by: { staff, now, reason: body.reason },
      });
      return posted;
    });
    return id === undefined ? { ok: false, refusal: 'NOT_FOUND' } : { ok: true, reply: { id } };
  }),
  serve(sendMessageToAll, async ({ body, principal, now }) => {
    const { site, player: staff } = principal;
    const letter = letterOf(body);
    try {
      const batch = await database.transaction(async (tx) => {
        const made = await insertBatch(tx, { ...letter, site, staff, now });
        await insertStaffChange(tx, {
          ...{ site, area: 'MESSAGE', subject: 'everybody', before: {}, after: letter },
          by: { staff, now, reason: body.reason },
        });
        return made;
      });
      return batch === undefined
        ? { ok: false, refusal: 'TRY_AGAIN' }
        : { ok: true, reply: wireBatch(batch) };
    } catch (fault) {
      if (!isUniqueViolation(fault, 'a_site_sends_one_batch_at_a_time')) throw fault;
      return { ok: false, refusal: 'BATCH_UNDER_WAY' };
    }
  }),
  serve(messageBatches, async ({ query: { page, size }, principal: { site } }) => {
    const { rows, total } = await database.transaction((tx) =>
      listOfSite<StoredBatch>(tx, BATCH_TABLE, { site, page, size }),
    );
    return { ok: true, reply: pageReply(rows.map(wireBatch), { page, size, total }) };
  }),
];

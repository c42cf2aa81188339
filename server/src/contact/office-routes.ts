// What staff do with inquiries. Every answer and every closing is in their history.
import {
  officeAnswerContact,
  officeCloseContact,
  officeContactEvidence,
  officeContacts,
  officeReadContact,
} from '@maru/contract/contact/calls';
import { playerId, type SiteId } from '@maru/engine/purse';
import type { Tx } from '../db/database.ts';
import { areFree, attachFiles } from '../file/attach.ts';
import { pageReply } from '../http/paging.ts';
import { type Route, serve } from '../http/serve.ts';
import { postMessage } from '../message/post-message.ts';
import { insertStaffChange } from '../staff/changes.ts';
import { type ContactParts, unreadAnswersPush } from './routes.ts';
import {
  addAnswer,
  closeInquiry,
  countUnreadAnswers,
  countWaiting,
  findEvidence,
  findInquiry,
  findUsualAnswer,
  listInquiries,
  lockMember,
  MOST_ENTRIES,
  markSeen,
} from './store.ts';
import { entryName, letterSubject, officeInquiry, wireEntries } from './thread.ts';

const NOT_FOUND = { ok: false, refusal: 'NOT_FOUND' } as const;
const LONGEST_EXCERPT = 80;

const excerptOf = (text: string): string => {
  const characters = [...text.replaceAll(/\s+/g, ' ')];
  return characters.length <= LONGEST_EXCERPT
    ? characters.join('')
    : `${characters.slice(0, LONGEST_EXCERPT - 1).join('')}…`;
};

/** `1790000000000-12`, or a number alone. */
function placeOf(text: string | undefined) {
  if (text === undefined) return undefined;
  const [since = '0', id = since] = text.split('-');
  return { since: Number(since), id: Number(id) };
}

async function threadOf(tx: Tx, site: SiteId, id: number) {
  const inquiry = await findInquiry(tx, { site }, id);
  return inquiry && { inquiry: officeInquiry(inquiry), entries: await wireEntries(tx, id) };
}

export const contactOfficeRoutes = ({ database, push }: ContactParts): readonly Route[] => [
  serve(officeContacts, async ({ query, principal: { site }, now }) => {
    const { page, size, status, isWaiting, before, playerId: member } = query;
    const player = member === undefined ? undefined : playerId(member);
    const filter = { site, player, status, isWaiting: isWaiting === '1' };
    const found = await database.transaction(async (tx) => ({
      ...(await listInquiries(tx, filter, { offset: page * size, limit: size, after: placeOf(before) })),
      usual: await findUsualAnswer(tx, site, now),
      waiting: await countWaiting(tx, site),
    }));
    const list = pageReply(found.rows.map(officeInquiry), { page, size, total: found.total });
    return { ok: true, reply: { ...list, usualAnswerMs: found.usual, waiting: found.waiting } };
  }),
  serve(officeReadContact, async ({ body: { id }, principal: { site }, now }) => {
    const thread = await database.transaction(async (tx) => {
      if ((await findInquiry(tx, { site }, id)) === undefined) return undefined;
      await markSeen(tx, id, 'PLAYER', now);
      return threadOf(tx, site, id);
    });
    return thread === undefined ? NOT_FOUND : { ok: true, reply: thread };
  }),
  serve(officeAnswerContact, async ({ body: { id, text, fileIds: ids }, principal, now }) => {
    const { site, player: staff } = principal;
    const answered = await database.transaction(async (tx) => {
      const asked = await findInquiry(tx, { site }, id);
      if (asked === undefined) return 'NOT_FOUND';
      const { player } = asked;
      await lockMember(tx, player);
      const inquiry = await findInquiry(tx, { site }, id);
      if (inquiry === undefined) return 'NOT_FOUND';
      if (inquiry.entries >= MOST_ENTRIES) return 'INQUIRY_FULL';
      if (!(await areFree(tx, { site, by: staff, ids }))) return 'FILE_NOT_FOUND';
      const entry = await addAnswer(tx, id, { text, staff, now });
      await attachFiles(tx, { owner: player, ids, to: entryName(entry) });
      const excerpt = excerptOf(text);
      await postMessage(tx, {
        ...{ site, player, kind: 'NOTICE', now, subject: letterSubject(id), link: `/more/contact/${id}` },
        title: { ko: '문의에 답변했습니다', en: 'Your inquiry was answered' },
        body: { ko: excerpt, en: excerpt },
      });
      await insertStaffChange(tx, {
        ...{ site, area: 'CONTACT', subject: `inquiry ${id}`, before: { status: inquiry.status } },
        ...{ after: { status: 'ANSWERED', entry, files: ids }, by: { staff, now, reason: '' } },
      });
      const unread = await countUnreadAnswers(tx, player);
      return { player, unread, thread: await threadOf(tx, site, id) };
    });
    if (typeof answered === 'string') return { ok: false, refusal: answered };
    const { player, unread, thread } = answered;
    if (thread === undefined) return NOT_FOUND;
    push(player, unreadAnswersPush(unread, now));
    return { ok: true, reply: thread };
  }),
  serve(officeCloseContact, async ({ body: { id, reason }, principal, now }) => {
    const { site, player: staff } = principal;
    const closed = await database.transaction(async (tx) => {
      const asked = await findInquiry(tx, { site }, id);
      if (asked === undefined) return 'NOT_FOUND';
      // What the member writes at the same moment opens it again afterwards, or is closed with it.
      await lockMember(tx, asked.player);
      const inquiry = await findInquiry(tx, { site }, id);
      if (inquiry === undefined) return 'NOT_FOUND';
      if (inquiry.status === 'CLOSED') return 'ALREADY_PROCESSED';
      await closeInquiry(tx, id);
      await insertStaffChange(tx, {
        ...{ site, area: 'CONTACT', subject: `inquiry ${id}`, before: { status: inquiry.status } },
        ...{ after: { status: 'CLOSED' }, by: { staff, now, reason } },
      });
      return (await threadOf(tx, site, id)) ?? 'NOT_FOUND';
    });
    return typeof closed === 'string' ? { ok: false, refusal: closed } : { ok: true, reply: closed };
  }),
  serve(officeContactEvidence, async ({ query, principal: { site } }) => {
    const found = await database.transaction((tx) => findEvidence(tx, { site }, query.id));
    return found === undefined ? NOT_FOUND : { ok: true, reply: found };
  }),
];

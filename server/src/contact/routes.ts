import { createHash } from 'node:crypto';
import {
  contactEvidence,
  contactList,
  createContact,
  readAllContacts,
  readContact,
  readContactByGet,
  unreadContacts,
  writeContact,
} from '@maru/contract/contact/calls';
import type { QueuePushes } from '@maru/contract/realtime';
import type { PlayerId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Database, Tx } from '../db/database.ts';
import type { FeatureSettings } from '../feature/server-feature.ts';
import { areFree, attachFiles } from '../file/attach.ts';
import { pageReply } from '../http/paging.ts';
import { type Principal, type Route, serve } from '../http/serve.ts';
import { readMessagesAbout } from '../message/post-message.ts';
import type { EvidenceSource } from '../product/evidence.ts';
import {
  addQuestion,
  countUnreadAnswers,
  type Evidence,
  findEvidence,
  findInquiry,
  findUsualAnswer,
  findWritten,
  hasTooManyOpen,
  insertInquiry,
  listInquiries,
  lockMember,
  MOST_ENTRIES,
  markAnswersRead,
  writeKeyOf,
} from './store.ts';
import { entryName, letterSubject, wireEntries, wireInquiry } from './thread.ts';

export interface ContactParts {
  readonly database: Database;
  readonly push: (player: PlayerId, push: QueuePushes['message']) => void;
  readonly evidence: readonly EvidenceSource[];
  readonly answerHours: FeatureSettings['supportHours'];
}

const NOT_FOUND = { ok: false, refusal: 'NOT_FOUND' } as const;
const LONGEST_TITLE = 60;

const titleOf = (question: string): string => {
  const [first = ''] = question.split('\n');
  const characters = [...first];
  return characters.length <= LONGEST_TITLE ? first : `${characters.slice(0, LONGEST_TITLE - 1).join('')}…`;
};

/** One or both of 0 and 1; both are no condition. */
const choice = (list: readonly string[] | undefined): boolean | undefined => {
  const wanted = new Set(list);
  return wanted.size === 1 ? wanted.has('1') : undefined;
};

/** How many answers are unread, for all devices of the member. */
export const unreadAnswersPush = (unread: number, at: Millis): QueuePushes['message'] => ({
  type: 'MESSAGE',
  at,
  data: { kind: 'CONTACT', unread },
});

async function threadOf(tx: Tx, principal: Principal, id: number) {
  const inquiry = await findInquiry(tx, principal, id);
  if (inquiry === undefined) return undefined;
  const entries = (await wireEntries(tx, id)).map(({ staff: _, ...entry }) => entry);
  return { inquiry: wireInquiry(inquiry), entries };
}

async function threadAnswer(tx: Tx, principal: Principal, id: number) {
  const thread = await threadOf(tx, principal, id);
  return thread === undefined ? NOT_FOUND : ({ ok: true, reply: thread } as const);
}

export const contactRoutes = (parts: ContactParts): readonly Route[] => [
  ...askingRoutes(parts),
  ...readingRoutes(parts),
];

function askingRoutes({ database, evidence }: ContactParts): readonly Route[] {
  async function prove(
    principal: Principal,
    { kind, id }: { readonly kind: string; readonly id: number },
    now: Millis,
  ): Promise<Evidence | 'BEHIND' | undefined> {
    const found = await evidence.find((source) => source.kind === kind)?.find(principal, id, now);
    if (found === undefined || found === 'BEHIND') return found;
    const json = JSON.stringify(found);
    return { kind, id, json, sha256: createHash('sha256').update(json).digest('hex') };
  }

  return [
    serve(createContact, async ({ body, principal, now }) => {
      const { site, player } = principal;
      const { playerId, question, fileIds: ids, about } = body;
      if (playerId !== undefined && playerId !== player)
        return { ok: false, refusal: 'FORBIDDEN', field: 'playerId' };
      const proof = about === undefined ? undefined : await prove(principal, about, now);
      if (proof === 'BEHIND') return { ok: false, refusal: 'TRY_AGAIN', retryAfterSeconds: 1 };
      if (about !== undefined && proof === undefined) return { ok: false, refusal: 'EVIDENCE_NOT_FOUND' };
      return database.transaction(async (tx) => {
        await lockMember(tx, player);
        const key = writeKeyOf(player, body.writeKey);
        const written = await findWritten(tx, key);
        if (written !== undefined) return threadAnswer(tx, principal, written);
        if (await hasTooManyOpen(tx, player)) return { ok: false, refusal: 'TOO_MANY_INQUIRIES' };
        if (!(await areFree(tx, { site, by: player, ids }))) return { ok: false, refusal: 'FILE_NOT_FOUND' };
        const made = { site, player, title: titleOf(question), evidence: proof, now };
        const id = await insertInquiry(tx, made);
        const entry = await addQuestion(tx, id, { text: question, key, now });
        await attachFiles(tx, { owner: player, ids, to: entryName(entry) });
        return threadAnswer(tx, principal, id);
      });
    }),
    serve(writeContact, async ({ body: { id, text, fileIds: ids, writeKey }, principal, now }) => {
      const { site, player } = principal;
      return database.transaction(async (tx) => {
        await lockMember(tx, player);
        const key = writeKeyOf(player, writeKey);
        const written = await findWritten(tx, key);
        if (written !== undefined) return threadAnswer(tx, principal, written);
        const inquiry = await findInquiry(tx, principal, id);
        if (inquiry === undefined) return NOT_FOUND;
        if (inquiry.entries >= MOST_ENTRIES) return { ok: false, refusal: 'INQUIRY_FULL' };
        if (inquiry.status !== 'OPEN' && (await hasTooManyOpen(tx, player)))
          return { ok: false, refusal: 'TOO_MANY_INQUIRIES' };
        if (!(await areFree(tx, { site, by: player, ids }))) return { ok: false, refusal: 'FILE_NOT_FOUND' };
        const entry = await addQuestion(tx, id, { text, key, now });
        await attachFiles(tx, { owner: player, ids, to: entryName(entry) });
        return threadAnswer(tx, principal, id);
      });
    }),
  ];
}

function readingRoutes({ database, push, answerHours }: ContactParts): readonly Route[] {
  /** Of one inquiry, or of all; other devices learn of it. */
  async function markRead(tx: Tx, { site, player }: Principal, now: Millis, id?: number) {
    const read = await markAnswersRead(tx, { site, player, ...(id === undefined ? {} : { id }) }, now);
    for (const each of read) await readMessagesAbout(tx, player, letterSubject(each), now);
    return { wasUnread: read.length > 0, unread: await countUnreadAnswers(tx, player) };
  }

  async function read(principal: Principal, id: number, now: Millis) {
    const seen = await database.transaction(async (tx) => {
      const marked = await markRead(tx, principal, now, id);
      return { ...marked, thread: await threadOf(tx, principal, id) };
    });
    if (seen.wasUnread) push(principal.player, unreadAnswersPush(seen.unread, now));
    return seen.thread === undefined ? NOT_FOUND : ({ ok: true, reply: seen.thread } as const);
  }

  return [
    serve(contactList, async ({ query, principal, now }) => {
      const { page, size, playerId, isReadStrs, isAnswerStrs } = query;
      const { site, player } = principal;
      if (playerId !== undefined && playerId !== player)
        return { ok: false, refusal: 'FORBIDDEN', field: 'playerId' };
      const filter = { site, player, isRead: choice(isReadStrs), isAnswered: choice(isAnswerStrs) };
      const { rows, total, usual } = await database.transaction(async (tx) => ({
        ...(await listInquiries(tx, filter, { offset: page * size, limit: size })),
        usual: await findUsualAnswer(tx, site, now),
      }));
      const list = pageReply(rows.map(wireInquiry), { page, size, total });
      return { ok: true, reply: { ...list, usualAnswerMs: usual, answerHours } };
    }),
    serve(readContact, ({ body, principal, now }) => read(principal, body.id, now)),
    serve(readContactByGet, ({ query, principal, now }) => read(principal, query.id, now)),
    serve(readAllContacts, async ({ principal, now }) => {
      const { unread } = await database.transaction((tx) => markRead(tx, principal, now));
      push(principal.player, unreadAnswersPush(unread, now));
      return { ok: true, reply: { unread } };
    }),
    serve(unreadContacts, async ({ principal }) => {
      const unread = await database.transaction((tx) => countUnreadAnswers(tx, principal.player));
      return { ok: true, reply: { unread } };
    }),
    serve(contactEvidence, async ({ query, principal }) => {
      const found = await database.transaction((tx) => findEvidence(tx, principal, query.id));
      return found === undefined ? NOT_FOUND : { ok: true, reply: found };
    }),
  ];
}

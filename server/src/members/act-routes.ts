// What staff do with a member beside the account itself: see a masked value, note, keep an eye on, let in. Each is in the
// history of staff, in the transaction that does it.
import {
  addMemberNote,
  admitMember,
  type MaskedField,
  markMember,
  REVEALED_FOR_MS,
  revealMember,
} from '@maru/contract/members/calls';
import { type PlayerId, playerId } from '@maru/engine/purse';
import { later, type Millis } from '@maru/engine/time';
import type { Database, Tx } from '../db/database.ts';
import { type Principal, type Route, serve } from '../http/serve.ts';
import { postMessage } from '../message/post-message.ts';
import { insertStaffChange } from '../staff/changes.ts';
import { insertStaffNote, listStaffNotes } from '../staff/notes.ts';
import { addressOf, bankOf } from './masks.ts';
import {
  admit,
  countLook,
  deleteMark,
  findMemberProfile,
  insertMark,
  lockMember,
  type StoredProfile,
  subjectOf,
} from './store.ts';

/** Of one person on a Korean day. Whoever needs more asks a colleague, and the audit log shows both. */
const MOST_LOOKS = 40;

const refused = <const Refusal extends string>(refusal: Refusal) => ({ ok: false, refusal }) as const;

interface Act {
  readonly principal: Principal;
  readonly player: PlayerId;
  readonly now: Millis;
  readonly reason: string;
}

const note = (
  tx: Tx,
  { principal: { site, player: staff }, player, now, reason }: Act,
  { action, before, after }: { readonly action: string; readonly before: object; readonly after: object },
) =>
  insertStaffChange(tx, {
    ...{ site, area: 'MEMBER', action, subject: subjectOf(player), before, after },
    by: { staff, now, reason },
  });

export const memberActRoutes = (database: Database): readonly Route[] => [
  serve(revealMember, async ({ body, principal, now }) => {
    const { site, player: staff } = principal;
    const player = playerId(body.playerId);
    return database.transaction(async (tx) => {
      const stored = await findMemberProfile(tx, site, player);
      if (stored === undefined) return refused('ACCOUNT_NOT_FOUND');
      const value = unmasked(stored, body.field);
      if (value === undefined) return refused('NOTHING_TO_REVEAL');
      const leftToday = await countLook(tx, { staff, most: MOST_LOOKS, now });
      if (leftToday === undefined) return refused('REVEAL_LIMIT');
      const act = { principal, player, now, reason: body.reason };
      await note(tx, act, { action: 'REVEAL', before: {}, after: { field: body.field } });
      return { ok: true, reply: { value, untilMillis: later(now, REVEALED_FOR_MS), leftToday } };
    });
  }),
  serve(addMemberNote, async ({ body, principal, now }) => {
    const { site, player: staff } = principal;
    const player = playerId(body.playerId);
    return database.transaction(async (tx) => {
      if ((await lockMember(tx, site, player)) === undefined) return refused('ACCOUNT_NOT_FOUND');
      const id = await insertStaffNote(tx, 'member', { site, subject: player, staff, text: body.text, now });
      if (id === undefined) return refused('NOTES_FULL');
      await note(
        tx,
        { principal, player, now, reason: '' },
        { action: 'NOTE', before: {}, after: { note: id } },
      );
      const about = { site, subject: player };
      const [made] = await listStaffNotes(tx, 'member', about, { before: id + 1, size: 1 });
      return made === undefined ? refused('TRY_AGAIN') : { ok: true, reply: made };
    });
  }),
  serve(markMember, async ({ body: { playerId: member, on, reason }, principal, now }) => {
    const { site, player: staff } = principal;
    const player = playerId(member);
    return database.transaction(async (tx) => {
      if ((await lockMember(tx, site, player)) === undefined) return refused('ACCOUNT_NOT_FOUND');
      const isChanged = on
        ? await insertMark(tx, { site, player, staff, reason, now })
        : await deleteMark(tx, player);
      if (!isChanged) return refused('ALREADY_PROCESSED');
      const act = { principal, player, now, reason };
      await note(tx, act, { action: 'MARK', before: { isMarked: !on }, after: { isMarked: on } });
      return { ok: true, reply: { playerId: player, isMarked: on } };
    });
  }),
  serve(admitMember, async ({ body, principal, now }) => {
    const { site } = principal;
    const player = playerId(body.playerId);
    return database.transaction(async (tx) => {
      const member = await lockMember(tx, site, player);
      if (member === undefined || member.isClosed) return refused('ACCOUNT_NOT_FOUND');
      if (member.status !== 'WAITING') return refused('ALREADY_PROCESSED');
      await admit(tx, player);
      await postMessage(tx, {
        ...{ site, player, kind: 'NOTICE', now, subject: 'admitted' },
        title: { ko: '가입이 승인되었습니다', en: 'Your sign-up was approved' },
        body: { ko: '이제 로그인해서 이용할 수 있습니다.', en: 'You can now sign in.' },
      });
      const act = { principal, player, now, reason: body.reason };
      await note(tx, act, { action: 'ADMIT', before: { status: 'WAITING' }, after: { status: 'ACTIVE' } });
      return { ok: true, reply: { playerId: player, status: 'ACTIVE' as const } };
    });
  }),
];

function unmasked(stored: StoredProfile, field: MaskedField): string | undefined {
  switch (field) {
    case 'PHONE':
      return stored.phone ?? undefined;
    case 'EMAIL':
      return stored.email ?? undefined;
    case 'BANK': {
      const bank = bankOf(stored.bank);
      return bank && [bank.bankName, bank.accountNumber, bank.accountHolder].filter(Boolean).join(' ');
    }
    case 'ADDRESS': {
      const address = addressOf(stored.address);
      return address && [address.zipCode, address.address1, address.address2].filter(Boolean).join(' ');
    }
  }
}

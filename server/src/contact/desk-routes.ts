// How staff share the work on inquiries: assignment, notes among colleagues, saved texts, opening again.
import {
  assignContact,
  contactDesk,
  contactTools,
  noteContact,
  removeContactTemplate,
  reopenContact,
  saveContactTemplate,
} from '@maru/contract/contact/desk';
import { playerId } from '@maru/engine/purse';
import type { Database, Tx } from '../db/database.ts';
import { type Principal, type Route, serve } from '../http/serve.ts';
import type { ChangedBy } from '../staff/changes.ts';
import { insertStaffChange } from '../staff/changes.ts';
import { insertStaffNote } from '../staff/notes.ts';
import {
  assign,
  type Desk,
  deleteTemplate,
  findDesk,
  isColleague,
  listColleagues,
  listTemplates,
  reopenInquiry,
  saveTemplate,
} from './desk-store.ts';
import { findInquiry, lockMember } from './store.ts';

const refused = <const Refusal extends string>(refusal: Refusal) => ({ ok: false, refusal }) as const;
const wireDesk = ({ notes, assigned, member }: Desk) => ({ notes: [...notes], assigned, member });

const write = (
  tx: Tx,
  { site }: Pick<Principal, 'site'>,
  change: {
    readonly subject: string;
    readonly action: string;
    readonly before?: object;
    readonly after: object;
    readonly by: ChangedBy;
  },
) => insertStaffChange(tx, { site, area: 'CONTACT', before: {}, ...change });

export const contactDeskRoutes = (database: Database): readonly Route[] => [
  serve(contactDesk, async ({ query: { id }, principal: { site } }) => {
    const desk = await database.transaction((tx) => findDesk(tx, site, id));
    return desk === undefined ? refused('NOT_FOUND') : { ok: true, reply: wireDesk(desk) };
  }),
  serve(contactTools, async ({ principal: { site } }) => {
    const reply = await database.transaction(async (tx) => ({
      colleagues: [...(await listColleagues(tx, site))],
      templates: [...(await listTemplates(tx, site))],
    }));
    return { ok: true, reply };
  }),
  serve(assignContact, async ({ body: { id, staffId }, principal, now }) => {
    const { site, player: staff } = principal;
    return database.transaction(async (tx) => {
      const before = await findDesk(tx, site, id);
      if (before === undefined) return refused('NOT_FOUND');
      const to = staffId === null ? null : playerId(staffId);
      if (to !== null && to !== staff && !(await isColleague(tx, site, to))) return refused('NOT_FOUND');
      await assign(tx, id, to);
      await write(tx, principal, {
        ...{ subject: `inquiry ${id}`, action: 'ASSIGN', by: { staff, now, reason: '' } },
        ...{ before: { staff: before.assigned?.id ?? null }, after: { staff: to } },
      });
      return { ok: true, reply: wireDesk((await findDesk(tx, site, id)) ?? before) };
    });
  }),
  serve(noteContact, async ({ body: { id, text }, principal, now }) => {
    const { site, player: staff } = principal;
    return database.transaction(async (tx) => {
      const before = await findDesk(tx, site, id);
      if (before === undefined) return refused('NOT_FOUND');
      const note = await insertStaffNote(tx, 'inquiry', { site, subject: id, staff, text, now });
      if (note === undefined) return refused('NOTES_FULL');
      await write(tx, principal, {
        ...{ subject: `inquiry ${id}`, action: 'NOTE', after: { note }, by: { staff, now, reason: '' } },
      });
      return { ok: true, reply: wireDesk((await findDesk(tx, site, id)) ?? before) };
    });
  }),
  serve(reopenContact, async ({ body: { id, reason }, principal, now }) => {
    const { site, player: staff } = principal;
    return database.transaction(async (tx) => {
      const asked = await findInquiry(tx, { site }, id);
      if (asked === undefined) return refused('NOT_FOUND');
      await lockMember(tx, asked.player);
      const inquiry = await findInquiry(tx, { site }, id);
      if (inquiry?.status !== 'CLOSED') return refused('ALREADY_PROCESSED');
      await reopenInquiry(tx, id, now);
      await write(tx, principal, {
        ...{ subject: `inquiry ${id}`, action: 'REOPEN', by: { staff, now, reason } },
        ...{ before: { status: 'CLOSED' }, after: { status: 'OPEN' } },
      });
      return { ok: true, reply: { id, status: 'OPEN' as const } };
    });
  }),
  serve(saveContactTemplate, async ({ body: { name, text }, principal, now }) => {
    const { site, player: staff } = principal;
    return database.transaction(async (tx) => {
      const template = await saveTemplate(tx, { site, name, text, staff, now });
      if (template === undefined) return refused('TEMPLATES_FULL');
      await write(tx, principal, {
        ...{ subject: `template ${name}`, action: 'TEMPLATE', by: { staff, now, reason: '' } },
        after: { text },
      });
      return { ok: true, reply: template };
    });
  }),
  serve(removeContactTemplate, async ({ body: { id }, principal, now }) => {
    const { site, player: staff } = principal;
    return database.transaction(async (tx) => {
      const name = await deleteTemplate(tx, site, id);
      if (name === undefined) return refused('NOT_FOUND');
      await write(tx, principal, {
        ...{ subject: `template ${name}`, action: 'TEMPLATE', by: { staff, now, reason: '' } },
        after: { isRemoved: true },
      });
      return { ok: true, reply: {} };
    });
  }),
];

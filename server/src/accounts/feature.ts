// Accounts of staff: one person asks, another one approves, and each of them sees half of the first password.
import { isUsername } from '@maru/contract/account/rules';
import {
  changeAdmin,
  createAdmin,
  firstPassword,
  listAdmins,
  readAdmin,
} from '@maru/contract/accounts/calls';
import type { BodyOf } from '@maru/contract/call';
import type { StaffRole } from '@maru/contract/staff/rights';
import { type PlayerId, playerId, type SiteId } from '@maru/engine/purse';
import { findTaken } from '../account/store.ts';
import type { Tx } from '../db/database.ts';
import type { FeatureParts, ServerFeature } from '../feature/server-feature.ts';
import { pageReply } from '../http/paging.ts';
import { type Route, serve } from '../http/serve.ts';
import { findStaffAccount } from '../staff/account-store.ts';
import { insertStaffChange } from '../staff/changes.ts';
import type { Approved, Performed } from '../staff/requests.ts';
import { revealHalf } from './first-password-shown.ts';
import {
  deleteFactors,
  type FirstPassword,
  type MakingParts,
  makeAccount,
  prepareFirstPassword,
  prepareReset,
  replacePassword,
} from './make-account.ts';
import { adminOf, findAdmin, isAbove, listAdminRows, saveDisabled, saveRole } from './store.ts';

/** docs/rules.md 7.1; a head is of its site. */
const LEVEL_OF: Readonly<Record<StaffRole, number>> = { HEAD: 2, OPERATOR: 3, SUPPORT: 4, AUDITOR: 4 };

type Parts = MakingParts & Pick<FeatureParts, 'requests' | 'renewStaff'>;

type NewAccount = Pick<BodyOf<typeof createAdmin>, 'username' | 'name' | 'role' | 'parentId'>;
type Change = Pick<BodyOf<typeof changeAdmin>, 'id' | 'role' | 'isDisabled' | 'isReset'>;

export const accountsFeature: ServerFeature = {
  name: 'accounts',
  open: async (parts) => ({
    routes: accountsRoutes({ ...parts, secret: parts.secretOf('first-password-key') }),
  }),
};

export function accountsRoutes(parts: Parts): readonly Route[] {
  const { database, requests, secret } = parts;
  requests.performPrepared(
    'STAFF_NEW',
    () => prepareFirstPassword(parts),
    (approved, password) => create(parts, approved, password),
  );
  requests.performPrepared(
    'STAFF_CHANGE',
    ({ body }) => prepareReset(parts, body as Change),
    (approved, { password }) => change(parts, approved, password),
  );
  return [
    serve(readAdmin, async ({ query, principal: { site, player }, now }) => {
      const row = await database.transaction((tx) => findAdmin(tx, site, query.id));
      return row === undefined
        ? { ok: false, refusal: 'ACCOUNT_NOT_FOUND' }
        : { ok: true, reply: adminOf(row, player, now) };
    }),
    serve(listAdmins, async ({ query, principal: { site, player }, now }) => {
      const { page, size, ...filters } = query;
      const window = { offset: page * size, limit: size };
      const { rows, total } = await database.transaction((tx) =>
        listAdminRows(tx, { ...filters, site }, window),
      );
      const content = rows.map((row) => adminOf(row, player, now));
      return { ok: true, reply: pageReply(content, { page, size, total }) };
    }),
    serve(createAdmin, async ({ body, principal: { site, player }, now }) => {
      const { username, name, role, parentId, reason } = body;
      if (!isUsername(username)) return { ok: false, refusal: 'USERNAME_INVALID', field: 'username' };
      const refusal = await database.transaction(async (tx) => {
        if (parentId !== undefined && parentId !== player && !(await findAdmin(tx, site, parentId)))
          return 'ACCOUNT_NOT_FOUND';
        const fault = await parentFault(tx, { requestedBy: player, parentId, level: LEVEL_OF[role] });
        if (fault !== undefined) return fault;
        return findTaken(tx, site, { username, foldedNick: username });
      });
      if (refusal !== undefined)
        return { ok: false, refusal: refusal === 'NICK_TAKEN' ? 'USERNAME_TAKEN' : refusal };
      const asked: NewAccount = { username, name, role, parentId };
      const waiting = await requests.ask({
        ...{ site, kind: 'STAFF_NEW', subject: username, body: asked, reason, staff: player, now },
      });
      return waiting === undefined
        ? { ok: false, refusal: 'ALREADY_PROCESSED' }
        : { ok: true, reply: { waiting: waiting.id } };
    }),
    serve(changeAdmin, async ({ body, principal: { site, player }, now }) => {
      const { id, role, isDisabled, isReset, reason } = body;
      const refusal = await database.transaction(async (tx) => {
        const target = await findAdmin(tx, site, id);
        if (target === undefined) return 'ACCOUNT_NOT_FOUND';
        return mayChange(tx, { by: player, target: playerId(id), role });
      });
      if (refusal !== undefined) return { ok: false, refusal };
      const asked: Change = { id, role, isDisabled, isReset };
      const waiting = await requests.ask({
        ...{ site, kind: 'STAFF_CHANGE', subject: `staff ${id}`, body: asked, reason, staff: player, now },
      });
      return waiting === undefined
        ? { ok: false, refusal: 'ALREADY_PROCESSED' }
        : { ok: true, reply: { waiting: waiting.id } };
    }),
    serve(firstPassword, async ({ body: { id }, principal: { site, player }, now }) => {
      const shown = await database.transaction(async (tx) => {
        const row = await findAdmin(tx, site, id);
        if (row === undefined) return 'ACCOUNT_NOT_FOUND';
        const looked = { area: 'ACCOUNTS', subject: `staff ${id}` } as const;
        return revealHalf(tx, secret, { ...looked, site, row, by: player, now });
      });
      return typeof shown === 'string' ? { ok: false, refusal: shown } : { ok: true, reply: shown };
    }),
  ];
}

/** Only from above in the line, and to a role that is still below. */
async function mayChange(
  tx: Tx,
  {
    by,
    target: id,
    role,
  }: { readonly by: PlayerId; readonly target: PlayerId; readonly role?: StaffRole | undefined },
): Promise<'STAFF_LEVEL' | 'ACCOUNT_NOT_FOUND' | undefined> {
  const [who, target] = [await findStaffAccount(tx, by), await findStaffAccount(tx, id)];
  if (target === undefined) return 'ACCOUNT_NOT_FOUND';
  const isBelow = role === undefined || (who !== undefined && who.level < LEVEL_OF[role]);
  return isBelow && (await isAbove(tx, who, target)) ? undefined : 'STAFF_LEVEL';
}

/** The second person, too, must be above what they approve. */
async function approverFault(tx: Tx, approvedBy: number, level: number): Promise<Performed | undefined> {
  const approver = await findStaffAccount(tx, playerId(approvedBy));
  return approver !== undefined && approver.level < level ? undefined : { ok: false, refusal: 'FORBIDDEN' };
}

async function create(
  { database }: Parts,
  { site, body, reason, requestedBy, approvedBy, now }: Approved,
  password: FirstPassword,
): Promise<Performed> {
  const { username, name, role, parentId } = body as NewAccount;
  const level = LEVEL_OF[role];
  const fault = await database.transaction((tx) => approverFault(tx, approvedBy, level));
  if (fault !== undefined) return fault;
  const above = await database.transaction((tx) => parentFault(tx, { requestedBy, parentId, level }));
  if (above !== undefined) return { ok: false, refusal: 'FORBIDDEN' };
  const parent = playerId(parentId ?? requestedBy);
  const names = { username, name, nick: username, foldedNick: username };
  const by = [requestedBy, approvedBy] as const;
  const account = { ...names, site, role, level, parent, password, by, now };
  const made = await makeAccount(database, account, (tx, id) =>
    insertStaffChange(tx, {
      ...{ site, area: 'ACCOUNTS', action: 'CREATE', subject: `staff ${id}`, before: {} },
      ...{
        after: { username, name, role, level, parentId: parent },
        by: { staff: requestedBy, confirmedBy: approvedBy, now, reason },
      },
    }),
  );
  return made === 'TAKEN' ? { ok: false, refusal: 'USERNAME_TAKEN' } : { ok: true };
}

/** Whoever stands above the new account is the asker or below them in their line, and above the level of the account. */
async function parentFault(
  tx: Tx,
  {
    requestedBy,
    parentId,
    level,
  }: { readonly requestedBy: number; readonly parentId: number | undefined; readonly level: number },
): Promise<'STAFF_LEVEL' | undefined> {
  const asker = await findStaffAccount(tx, playerId(requestedBy));
  if (asker === undefined || asker.level >= level) return 'STAFF_LEVEL';
  if (parentId === undefined || parentId === requestedBy) return undefined;
  const parent = await findStaffAccount(tx, playerId(parentId));
  if (parent === undefined || parent.level >= level || parent.disabledAt !== null) return 'STAFF_LEVEL';
  return (await isAbove(tx, asker, parent)) ? undefined : 'STAFF_LEVEL';
}

async function change(
  { database, renewStaff }: Parts,
  approved: Approved,
  password: FirstPassword | undefined,
): Promise<Performed> {
  const { site, body, requestedBy, approvedBy } = approved;
  const { id, role, isDisabled } = body as Change;
  const player = playerId(id);
  const before = await database.transaction((tx) => findAdmin(tx, site, id));
  if (before === undefined) return { ok: false, refusal: 'ACCOUNT_NOT_FOUND' };
  const fault = await database.transaction(async (tx) => {
    // The line may have changed since it was asked for.
    const refusal = await mayChange(tx, { by: playerId(requestedBy), target: player, role });
    if (refusal !== undefined) return { ok: false, refusal: 'FORBIDDEN' } as const;
    if (approvedBy === id) return { ok: false, refusal: 'FORBIDDEN' } as const;
    return approverFault(tx, approvedBy, before.level);
  });
  if (fault !== undefined) return fault;
  await database.transaction((tx) =>
    write(tx, approved, { site, player, before, role, isDisabled, password }),
  );
  await renewStaff(site, player);
  return { ok: true };
}

async function write(
  tx: Tx,
  { reason, requestedBy, approvedBy, now }: Approved,
  {
    site,
    player,
    before,
    role,
    isDisabled,
    password,
  }: Pick<Change, 'role' | 'isDisabled'> & {
    readonly site: SiteId;
    readonly player: PlayerId;
    readonly password: FirstPassword | undefined;
    readonly before: { readonly role: StaffRole; readonly isDisabled: boolean };
  },
): Promise<void> {
  if (role !== undefined) await saveRole(tx, { player, role, level: LEVEL_OF[role] });
  if (isDisabled !== undefined) await saveDisabled(tx, player, isDisabled ? now : null);
  if (password !== undefined) {
    await replacePassword(tx, { password, by: [requestedBy, approvedBy], now });
    await deleteFactors(tx, { site, player });
  }
  await insertStaffChange(tx, {
    ...{ site, area: 'ACCOUNTS', action: 'CHANGE', subject: `staff ${player}` },
    before: { role: before.role, isDisabled: before.isDisabled },
    after: {
      role: role ?? before.role,
      isDisabled: isDisabled ?? before.isDisabled,
      isReset: password !== undefined,
    },
    by: { staff: requestedBy, confirmedBy: approvedBy, now, reason },
  });
}

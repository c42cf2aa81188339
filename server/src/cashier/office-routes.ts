// What staff do at the cashier: the queue, and decisions. Every decision is written into the history of staff before it
// is asked of the desk: no act without a record.
import { randomUUID } from 'node:crypto';
import { approveDnw, askGrant, officeDnwList, rejectDnw, takeDnw } from '@maru/contract/cashier/office';
import { rangeOf } from '@maru/contract/moment';
import { amount } from '@maru/engine/amount';
import { assert } from '@maru/engine/assert';
import { requestOfRow, rowNumber } from '@maru/engine/cashier/row-number';
import type { CommandKey } from '@maru/engine/command';
import type { AnyCommand } from '@maru/engine/products';
import { playerId } from '@maru/engine/purse';
import { MINUTE_MS, type Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { refusalFor } from '../desk/call-answer.ts';
import { type DeskRefusal, isTransient } from '../desk/desk.ts';
import { BEHIND } from '../desk/table-answer.ts';
import { pageReply } from '../http/paging.ts';
import { type Principal, type Route, serve } from '../http/serve.ts';
import { insertStaffChange } from '../staff/changes.ts';
import { countApproval, uncountApproval } from './approval-store.ts';
import { type CashierParts, type CashierSite, NO_REQUEST, walletOf } from './deps.ts';
import { deleteHold } from './hold-store.ts';
import { readKinds } from './list-routes.ts';
import { findMember } from './member-store.ts';
import { officeRows } from './office-rows.ts';
import { isShown } from './reads.ts';
import { type CashierRow, findRow, listRows } from './row-store.ts';

export function officeRoutes(parts: CashierParts): readonly Route[] {
  const { desk, database, sites } = parts;
  const decide = createDecide(parts);
  return [
    serve(officeDnwList, async ({ query, principal }) => {
      const site = sites.byId(principal.site);
      const kinds = readKinds(query);
      if (typeof kinds === 'string') return { ok: false, refusal: kinds };
      if (site === undefined) return { ok: false, refusal: 'FORBIDDEN' };
      const { page, size, before, walletTypeStrs: wallets } = query;
      const player = query.playerId === undefined ? undefined : playerId(query.playerId);
      if (player !== undefined && !(await desk.caughtUp(player))) return BEHIND;
      const filter = {
        site: site.id,
        player,
        isForStaff: true,
        ...kinds,
        wallets,
        before,
        ...rangeOf(query),
      };
      // What is open is a queue; what has ended is a history.
      const isOldestFirst = kinds.statuses?.every((status) => status === 0 || status === 4) ?? false;
      const { content, total } = await database.transaction(async (tx) => {
        const found = await listRows(tx, filter, { offset: page * size, limit: size, isOldestFirst });
        return { content: await officeRows(tx, site, found.rows), total: found.total };
      });
      return { ok: true, reply: pageReply(content, { page, size, total }) };
    }),
    serve(takeDnw, async ({ body, principal, now }) => {
      const answer = await decide(body.dnwHistoryId, { principal, now, decision: 'TAKE' });
      return answer.ok ? answer : { ok: false, refusal: refusalFor(takeDnw, answer.refusal as DeskRefusal) };
    }),
    serve(approveDnw, async ({ body, principal, key, now }) => {
      const answer = await decide(body.dnwHistoryId, { principal, now, key, decision: 'APPROVE' });
      return answer.ok
        ? answer
        : { ok: false, refusal: refusalFor(approveDnw, answer.refusal as DeskRefusal) };
    }),
    serve(rejectDnw, async ({ body: { dnwHistoryId, reason }, principal, key, now }) => {
      const answer = await decide(dnwHistoryId, { principal, now, key, decision: 'REJECT', reason });
      return answer.ok
        ? answer
        : { ok: false, refusal: refusalFor(rejectDnw, answer.refusal as DeskRefusal) };
    }),
    granting(parts),
  ];
}

/** Keys are those of the player whom a command concerns: of two members of staff each has keys of their own. */
const staffKey = ({ player: staff }: Principal, key: CommandKey | undefined) =>
  key === undefined ? {} : { key: { ...key, key: `staff-${staff}-${key.key}` } };

/** To staff: a request that is not in the book has ended, and a member's pause has one name. */
const REFUSED_AS: Readonly<Partial<Record<DeskRefusal, 'REQUEST_PROCESSED' | 'PLAYER_EXCLUDED'>>> = {
  REQUEST_NOT_FOUND: 'REQUEST_PROCESSED',
  SELF_EXCLUDED: 'PLAYER_EXCLUDED',
  COOLING_OFF: 'PLAYER_EXCLUDED',
};

/** So long after somebody took a request in hand nobody else decides about it. */
const IN_HAND_MS = 10 * MINUTE_MS;

/** The second of two people comes while the first still has it. */
function isInOtherHands({ takenBy, takenAt, confirmedBy }: CashierRow, staff: number, now: Millis): boolean {
  if (takenBy === undefined || takenAt === undefined || takenBy === staff) return false;
  return confirmedBy === undefined && now < takenAt + IN_HAND_MS;
}

interface Decision {
  readonly principal: Principal;
  readonly now: Millis;
  readonly key?: CommandKey | undefined;
  readonly decision: 'TAKE' | 'APPROVE' | 'REJECT';
  readonly reason?: string;
}

function createDecide({ desk, database, sites }: CashierParts) {
  function commandOf(row: CashierRow, request: number, asked: Decision, site: CashierSite): AnyCommand {
    const { principal, decision, key } = asked;
    const by = { staff: principal.player };
    const head = { site: row.site, player: row.player, request, by, ...staffKey(principal, key) };
    switch (decision) {
      case 'TAKE':
        return { kind: 'TAKE_REQUEST', ...head };
      case 'APPROVE':
        return { kind: 'APPROVE_REQUEST', ...head, twoFrom: site.money.twoFrom(row.currency, row.createdAt) };
      case 'REJECT':
        return { kind: 'REJECT_REQUEST', ...head, reason: asked.reason ?? '' };
    }
  }

  return async (id: number, asked: Decision) => {
    const { principal, now, decision, reason = '' } = asked;
    const site = sites.byId(principal.site);
    const request = requestOfRow(id);
    if (site === undefined || request === undefined) return NO_REQUEST;
    const find = (tx: Tx) => findRow(tx, { site: site.id, id });
    // The tables may not have a request of a moment ago yet.
    if (!(await isShown(desk, id))) return BEHIND;
    const row = await database.transaction(find);
    if (row === undefined) return NO_REQUEST;
    const staff = principal.player;
    const subject = `dnw ${id}`;
    if (row.endedAt === undefined && isInOtherHands(row, staff, now))
      return { ok: false, refusal: 'REQUEST_TAKEN' } as const;
    const { amount: units, currency } = row;
    const counted = await database.transaction(async (tx) => {
      const approval = { site: site.id, staff, subject, currency, amount: units, now };
      const count =
        decision === 'APPROVE'
          ? await countApproval(tx, approval, site.money.staffDayMost(currency))
          : 'KNOWN';
      await insertStaffChange(tx, {
        site: site.id,
        area: 'CASHIER',
        subject,
        before: { status: row.status, type: row.type, point: units, player: row.player },
        after: count === 'ABOVE' ? { decision, refusal: 'STAFF_DAY_LIMIT' } : { decision },
        by: { staff, now, reason },
      });
      return count;
    });
    if (counted === 'ABOVE') return { ok: false, refusal: 'STAFF_DAY_LIMIT' } as const;
    const outcome = await desk.submit(commandOf(row, request, asked, site));
    if (!outcome.ok) {
      if (counted === 'COUNTED' && !isTransient(outcome))
        await database.transaction((tx) => uncountApproval(tx, { staff, subject }));
      return { ok: false, refusal: REFUSED_AS[outcome.refusal] ?? outcome.refusal } as const;
    }
    if (!(await desk.caughtUp(row.player))) return BEHIND;
    const [reply] = await database.transaction(async (tx) => {
      const after = await find(tx);
      if (after?.endedAt !== undefined) await deleteHold(tx, site.id, id);
      return after === undefined ? [] : officeRows(tx, site, [after]);
    });
    assert(reply !== undefined, 'a request that was decided has its row');
    return { ok: true, reply } as const;
  };
}

function granting({ desk, database, sites }: CashierParts): Route {
  return serve(askGrant, async ({ body, principal, key, now }) => {
    const site = sites.byId(principal.site);
    const player = playerId(body.playerId);
    if (site === undefined || player === principal.player) return { ok: false, refusal: 'FORBIDDEN' };
    const member = await database.transaction((tx) => findMember(tx, { site: site.id, player }));
    if (member === undefined) return { ok: false, refusal: 'ACCOUNT_NOT_FOUND' };
    if (member.role === 'STAFF') return { ok: false, refusal: 'STAFF_PROTECTED' };
    const { type, walletType: wallet, reason, point } = body;
    const staff = principal.player;
    const currency = walletOf(site, wallet)?.currency;
    const units = amount(point);
    const subject = `grant ${key?.key ?? randomUUID()}`;
    const counted = await database.transaction(async (tx) => {
      const approval = { site: site.id, staff, subject, amount: units, now };
      // What has no wallet or no amount is refused by the desk.
      const count =
        currency === undefined || units <= 0n
          ? 'KNOWN'
          : await countApproval(tx, { ...approval, currency }, site.money.staffDayMost(currency));
      const decision = { decision: 'ASK_GRANT', type, wallet, point };
      await insertStaffChange(tx, {
        site: site.id,
        area: 'CASHIER',
        subject: `player ${player}`,
        before: {},
        after: count === 'ABOVE' ? { ...decision, refusal: 'STAFF_DAY_LIMIT' } : decision,
        by: { staff, now, reason },
      });
      return count;
    });
    if (counted === 'ABOVE') return { ok: false, refusal: 'STAFF_DAY_LIMIT' };
    const outcome = await desk.submit({
      kind: 'ASK_GRANT',
      ...{ site: site.id, player, type, wallet, amount: units, staff, reason },
      ...staffKey(principal, key),
    });
    if (!outcome.ok) {
      if (counted === 'COUNTED' && !isTransient(outcome))
        await database.transaction((tx) => uncountApproval(tx, { staff, subject }));
      return { ok: false, refusal: refusalFor(askGrant, outcome.refusal) };
    }
    assert(outcome.event.kind === 'REQUEST_MADE', 'a grant is asked for as a request');
    if (!(await desk.caughtUp(player))) return BEHIND;
    const id = rowNumber(outcome.event.id);
    const [reply] = await database.transaction(async (tx) => {
      const row = await findRow(tx, { site: site.id, id });
      return row === undefined ? [] : officeRows(tx, site, [row]);
    });
    assert(reply !== undefined, 'a grant has its row');
    return { ok: true, reply };
  });
}

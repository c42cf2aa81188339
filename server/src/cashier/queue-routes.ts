// The queue as staff work on it: requests with their checks, how much waits, and marks on what waits for something.
import type { ReplyOf } from '@maru/contract/call';
import { dnwEnded, dnwFigures, dnwQueue, holdDnw, releaseDnw } from '@maru/contract/cashier/queue';
import { type Amount, plus, toDecimal, ZERO } from '@maru/engine/amount';
import { type Check, isOutgoing, worstOf } from '@maru/engine/cashier/check/check';
import type { Past } from '@maru/engine/cashier/check/history-checks';
import { playerId } from '@maru/engine/purse';
import { DAY_MS, koreanDay, MINUTE_MS, type Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { BEHIND } from '../desk/table-answer.ts';
import { type Route, serve } from '../http/serve.ts';
import { insertStaffChange } from '../staff/changes.ts';
import { type CheckedRow, checkRows, wonOf } from './checks.ts';
import { type CashierParts, type CashierSite, NO_REQUEST } from './deps.ts';
import { listStaffNames } from './facts-store.ts';
import { deleteHold, type Hold, listHolds, putHold } from './hold-store.ts';
import { findMembers } from './member-store.ts';
import { officeRows } from './office-rows.ts';
import { bankNameOf } from './payout/routes.ts';
import { type EndedFilter, listEnded, listQueue, sumDone, sumQueue } from './queue-store.ts';
import { isShown } from './reads.ts';
import { findRow } from './row-store.ts';

/** How soon a request should be decided. */
const TARGET_MS = 15 * MINUTE_MS;

type QueueRow = ReplyOf<typeof dnwQueue>['content'][number];

const decimalOrNull = (units: Amount | undefined) => (units === undefined ? null : toDecimal(units));

const wireCheck = ({ code, severity, value, against, at, text }: Check) => ({
  ...{ code, severity, value: decimalOrNull(value), against: decimalOrNull(against) },
  ...{ atMillis: at ?? null, text: text ?? null },
});

const wirePast = ({ count, total, largest }: Past) => ({
  count,
  total: toDecimal(total),
  largest: toDecimal(largest),
});

const wireHold = ({ reason, staff, at }: Omit<Hold, 'row'>, names: ReadonlyMap<number, string>) => ({
  ...{ reason, staff, staffName: names.get(staff) ?? '', atMillis: at },
});

async function wireQueue(tx: Tx, site: CashierSite, checked: readonly CheckedRow[]): Promise<QueueRow[]> {
  const rows = checked.map(({ row }) => row);
  const shown = await officeRows(tx, site, rows);
  const holds = await listHolds(
    tx,
    site.id,
    rows.map(({ id }) => id),
  );
  const staff = rows.flatMap(({ takenBy, confirmedBy, askedBy }) => [takenBy, confirmedBy, askedBy]);
  const known = [...staff, ...holds.map((hold) => hold.staff)].filter((each) => each !== undefined);
  const names = await listStaffNames(tx, known);
  const nameOf = (id: number | undefined) => (id === undefined ? null : (names.get(id) ?? ''));
  return checked.flatMap(({ row, member, past, payout, free, reserved, checks }, place) => {
    const office = shown[place];
    const hold = holds.find((each) => each.row === row.id);
    if (office === undefined) return [];
    return {
      ...office,
      ...{ name: member.name, partner: member.partner ?? '', joinedMillis: member.joined.getTime() },
      bankName: bankNameOf(payout?.bankId ?? null),
      holder: payout?.holder ?? null,
      worst: worstOf(checks),
      checks: checks.map(wireCheck),
      ...{ free: toDecimal(free), reserved: toDecimal(reserved) },
      ...{ came: wirePast(past.came), went: wirePast(past.went) },
      hold: hold === undefined ? null : wireHold(hold, names),
      takenName: nameOf(row.takenBy),
      confirmedName: nameOf(row.confirmedBy),
      askedName: nameOf(row.askedBy),
    };
  });
}

async function listEndedRows(
  tx: Tx,
  site: CashierSite,
  filter: EndedFilter,
): Promise<ReplyOf<typeof dnwEnded>['content']> {
  const rows = await listEnded(tx, filter);
  const shown = await officeRows(tx, site, rows);
  const staff = rows.flatMap(({ confirmedBy, decidedBy, askedBy }) => [confirmedBy, decidedBy, askedBy]);
  const names = await listStaffNames(
    tx,
    staff.filter((each) => each !== undefined),
  );
  const members = await findMembers(
    tx,
    site.id,
    rows.map(({ player }) => player),
  );
  const nameOf = (id: number | undefined) => (id === undefined ? null : (names.get(id) ?? ''));
  return rows.flatMap((row, place) => {
    const office = shown[place];
    if (office === undefined) return [];
    return {
      ...office,
      name: members.get(row.player)?.name ?? '',
      ...{ endedMillis: row.endedAt ?? null, isExpired: row.isExpired },
      confirmedName: nameOf(row.confirmedBy),
      decidedName: nameOf(row.decidedBy),
      askedName: nameOf(row.askedBy),
    };
  });
}

export const queueRoutes = (parts: CashierParts): readonly Route[] => [
  ...readingRoutes(parts),
  ...markingRoutes(parts),
];

function readingRoutes(parts: CashierParts): readonly Route[] {
  const { database, sites } = parts;
  const figuresOf = createFigures(parts);
  return [
    serve(dnwQueue, async ({ query: { kind, search, after, size }, principal, now }) => {
      const site = sites.byId(principal.site);
      if (site === undefined) return { ok: false, refusal: 'FORBIDDEN' };
      const found = await database.transaction(async (tx) => {
        const rows = await listQueue(tx, { site: site.id, kind, search, after, limit: size + 1 });
        const checked = await checkRows(parts, tx, { site, rows: rows.slice(0, size), now });
        return checked && { content: await wireQueue(tx, site, checked), hasMore: rows.length > size };
      });
      return found === undefined ? BEHIND : { ok: true, reply: found };
    }),
    serve(dnwEnded, async ({ query: { kind, status, playerId: member, before, size }, principal }) => {
      const site = sites.byId(principal.site);
      if (site === undefined) return { ok: false, refusal: 'FORBIDDEN' };
      const filter: EndedFilter = {
        ...{ site: site.id, kind, status: status === undefined ? undefined : Number(status), before },
        ...{ player: member === undefined ? undefined : playerId(member), limit: size },
      };
      const content = await database.transaction((tx) => listEndedRows(tx, site, filter));
      return { ok: true, reply: { content } };
    }),
    serve(dnwFigures, async ({ principal, now }) => {
      const site = sites.byId(principal.site);
      if (site === undefined) return { ok: false, refusal: 'FORBIDDEN' };
      return { ok: true, reply: await figuresOf(site, now) };
    }),
  ];
}

function createFigures({ database, rates }: CashierParts) {
  return async (site: CashierSite, now: Millis) => {
    const from = koreanDay(now);
    const { waiting, done } = await database.transaction(async (tx) => ({
      waiting: await sumQueue(tx, site.id),
      done: await sumDone(tx, { site: site.id, from, to: from + DAY_MS }),
    }));
    const won = (sums: readonly { readonly currency: string; readonly amount: Amount }[]) =>
      toDecimal(sums.reduce<Amount>((sum, each) => plus(sum, wonOf({ rates }, each, now) ?? ZERO), ZERO));
    const of = (kind: (typeof waiting.sums)[number]['kind']) =>
      waiting.sums.filter((each) => each.kind === kind);
    const countOf = (kind: Parameters<typeof of>[0]) => of(kind).reduce((sum, { count }) => sum + count, 0);
    const isOut = ({ type }: { readonly type: string }) => isOutgoing(type);
    return {
      deposits: { count: countOf('DEPOSIT'), won: won(of('DEPOSIT')) },
      withdrawals: { count: countOf('WITHDRAWAL'), won: won(of('WITHDRAWAL')) },
      p2p: countOf('P2P'),
      grants: countOf('GRANT'),
      held: waiting.held,
      isMore: waiting.isMore,
      oldestMillis: waiting.sums.length === 0 ? null : Math.min(...waiting.sums.map(({ oldest }) => oldest)),
      targetMs: TARGET_MS,
      todayIn: won(done.filter((each) => !isOut(each))),
      todayOut: won(done.filter(isOut)),
    };
  };
}

function markingRoutes({ desk, database }: CashierParts): readonly Route[] {
  return [
    serve(holdDnw, async ({ body: { dnwHistoryId: id, reason }, principal, now }) => {
      const { site, player: staff } = principal;
      if (!(await isShown(desk, id))) return BEHIND;
      const held = await database.transaction(async (tx) => {
        const row = await findRow(tx, { site, id });
        if (row === undefined) return 'REQUEST_NOT_FOUND';
        if (row.endedAt !== undefined) return 'REQUEST_PROCESSED';
        await putHold(tx, { site, row: id, staff, reason, now });
        const about = { status: row.status, type: row.type, point: row.amount, player: row.player };
        await insertStaffChange(tx, {
          ...{ site, area: 'CASHIER', subject: `dnw ${id}`, before: about, after: { decision: 'HOLD' } },
          by: { staff, now, reason },
        });
        return wireHold({ reason, staff, at: now }, await listStaffNames(tx, [staff]));
      });
      if (typeof held === 'string') return { ok: false, refusal: held };
      return { ok: true, reply: { dnwHistoryId: id, hold: held } };
    }),
    serve(releaseDnw, async ({ body: { dnwHistoryId: id }, principal, now }) => {
      const { site, player: staff } = principal;
      const released = await database.transaction(async (tx) => {
        if ((await findRow(tx, { site, id })) === undefined) return 'MISSING';
        const gone = await deleteHold(tx, site, id);
        if (gone === undefined) return 'NONE';
        await insertStaffChange(tx, {
          ...{ site, area: 'CASHIER', subject: `dnw ${id}` },
          ...{ before: { hold: gone.reason, by: gone.staff }, after: { decision: 'RELEASE' } },
          by: { staff, now, reason: '' },
        });
        return 'DONE';
      });
      if (released === 'MISSING') return NO_REQUEST;
      if (released === 'NONE') return { ok: false, refusal: 'ALREADY_PROCESSED' };
      return { ok: true, reply: { dnwHistoryId: id } };
    }),
  ];
}

import {
  type AuditEntry,
  auditAnchors,
  auditCsv,
  auditEntry,
  auditList,
  auditVerification,
  MOST_AUDIT_LINES,
  verifyAudit,
} from '@maru/contract/audit/calls';
import { groupOf } from '@maru/contract/audit/groups';
import { dayNumber, formatIsoDate } from '@maru/engine/market/calendar-date';
import type { SiteId } from '@maru/engine/purse';
import { KST_OFFSET_MS, koreanDate } from '@maru/engine/time';
import type { Database, Tx } from '../db/database.ts';
import { csvFile, csvPart } from '../http/csv.ts';
import { type Route, serve, serveFile } from '../http/serve.ts';
import { SYSTEM_STAFF } from '../staff/changes.ts';
import { findEnd } from './chain.ts';
import type { AuditNotes } from './notes.ts';
import {
  type AuditPage,
  type AuditRow,
  countReveals,
  findAudit,
  findNames,
  isUnusual,
  listAudit,
} from './store.ts';
import type { Verifier } from './verifier.ts';

const PAGE_OF_FILE = 1_000;
const MOST_ANCHORS = 400;

const memberOf = (subject: string): number | undefined => {
  const match = /^player (\d{1,15})$/.exec(subject);
  return match === null ? undefined : Number(match[1]);
};

const nameOf = (names: ReadonlyMap<number, string>, id: number | null | undefined): string | null =>
  id === null || id === undefined || id === SYSTEM_STAFF ? null : (names.get(id) ?? null);

/** Entries as calls show them: with the names of people, and marked where their author looked at unusually much. */
async function wireEntries(
  tx: Tx,
  site: SiteId,
  rows: readonly AuditRow[],
): Promise<readonly (AuditEntry & { readonly row: AuditRow })[]> {
  const names = await findNames(
    tx,
    rows.flatMap(({ staff, confirmedBy, subject }) => [staff, confirmedBy ?? 0, memberOf(subject) ?? 0]),
  );
  const unusual = new Map<string, boolean>();
  for (const { action, staff, at } of rows) {
    const asked = `${staff} ${koreanDate(at.getTime())}`;
    if (action !== 'REVEAL' || unusual.has(asked)) continue;
    unusual.set(asked, isUnusual(await countReveals(tx, { site, staff, at: at.getTime() })));
  }
  return rows.map((row) => {
    const { number, at, area, action, subject, before, after, reason, staff, confirmedBy, hash } = row;
    return {
      ...{
        row,
        number,
        atMillis: at.getTime(),
        area,
        group: staff === SYSTEM_STAFF ? 'SYSTEM' : groupOf(area),
      },
      ...{ action, subject, subjectName: nameOf(names, memberOf(subject)), before, after, reason },
      ...{
        staff,
        staffName: nameOf(names, staff),
        confirmedBy,
        confirmedName: nameOf(names, confirmedBy),
        hash,
      },
      isUnusual: action === 'REVEAL' && unusual.get(`${staff} ${koreanDate(at.getTime())}`) === true,
    };
  });
}

const shown = ({ row: _, ...entry }: AuditEntry & { readonly row: AuditRow }): AuditEntry => entry;

function originOf(origin: string): { readonly ip: string | null; readonly userAgent: string | null } {
  if (origin === '') return { ip: null, userAgent: null };
  const { ip, userAgent } = JSON.parse(origin) as { readonly ip: string; readonly userAgent: string };
  return { ip, userAgent };
}

const HEAD = [
  '번호',
  '시각',
  '한 사람',
  '두 번째 사람',
  '분야',
  '한 일',
  '대상',
  '이전',
  '이후',
  '사유',
  '해시',
];

const koreanTime = (at: number): string =>
  new Date(at + KST_OFFSET_MS).toISOString().replace('T', ' ').replace('Z', '');

const lineOf = (entry: AuditEntry) => [
  ...[entry.number, koreanTime(entry.atMillis), entry.staffName ?? entry.staff, entry.confirmedName],
  ...[entry.area, entry.action, entry.subjectName ?? entry.subject, entry.before, entry.after],
  ...[entry.reason, entry.hash],
];

export function auditRoutes({
  database,
  verifier,
  notes,
}: {
  readonly database: Database;
  readonly verifier: Verifier;
  readonly notes: AuditNotes;
}): readonly Route[] {
  const readPage = (page: AuditPage) =>
    database.transaction(async (tx) =>
      (await wireEntries(tx, page.site, await listAudit(tx, page))).map(shown),
    );

  async function stateOf(site: SiteId) {
    const end = await database.transaction((tx) => findEnd(tx, site));
    const { place, completeAt, fault } = verifier.state(site);
    return {
      ...{ count: end.number, lastHash: end.hash, checkedNumber: place.number },
      completeMillis: completeAt ?? null,
      fault:
        fault === undefined ? null : { kind: fault.kind, number: fault.number, foundMillis: fault.foundAt },
    };
  }

  return [
    serve(auditList, async ({ query: { siteInfoId: _, ...query }, principal: { site } }) => ({
      ok: true,
      reply: { content: await readPage({ ...query, site }) },
    })),
    serveFile(auditCsv, async ({ query: { siteInfoId: _, ...asked }, principal: { site }, now }) => {
      const entries: AuditEntry[] = [];
      // Page by page: no other read waits for all of them.
      let next = asked.before;
      do {
        const page = await readPage({ ...asked, site, before: next, size: PAGE_OF_FILE });
        entries.push(...page);
        next = page.length < PAGE_OF_FILE ? undefined : page.at(-1)?.number;
      } while (next !== undefined && entries.length < MOST_AUDIT_LINES);
      const name = `audit-${formatIsoDate(dayNumber(koreanDate(now)))}.csv`;
      const lines = entries.map(lineOf);
      const file = asked.before === undefined ? csvFile(name, HEAD, lines) : csvPart(name, lines);
      return { ok: true, reply: { ...file, next } };
    }),
    serve(auditEntry, async ({ query: { number }, principal: { site } }) => {
      const found = await database.transaction(async (tx) => {
        const pair = await findAudit(tx, site, number);
        if (pair === undefined) return undefined;
        const { row, next } = pair;
        const [entry] = await wireEntries(tx, site, [row]);
        if (entry === undefined) return undefined;
        const reveals =
          row.action === 'REVEAL'
            ? await countReveals(tx, { site, staff: row.staff, at: row.at.getTime() })
            : null;
        return {
          ...shown(entry),
          ...originOf(row.origin),
          ...{ previous: row.previous, reveals },
          next: next === undefined ? null : { number: next.number, hash: next.hash },
        };
      });
      return found === undefined ? { ok: false, refusal: 'NOT_FOUND' } : { ok: true, reply: found };
    }),
    serve(auditVerification, async ({ principal: { site } }) => ({ ok: true, reply: await stateOf(site) })),
    serve(verifyAudit, async ({ principal: { site } }) => {
      await verifier.restart(site);
      return { ok: true, reply: await stateOf(site) };
    }),
    serve(auditAnchors, async ({ site }) => {
      const content = notes
        .anchors(site)
        .slice(-MOST_ANCHORS)
        .toReversed()
        .map(({ day, number, hash, at }) => ({
          ...{ date: formatIsoDate(dayNumber(day)), number, hash, atMillis: at },
        }));
      return { ok: true, reply: { content } };
    }),
  ];
}

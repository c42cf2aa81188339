// The statements of the audit log. Every list is driven by one index and bounded; what else narrows it is compared on
// the way.
import type { AuditGroup, ChangeArea } from '@maru/contract/audit/calls';
import { groupOf } from '@maru/contract/audit/groups';
import { CHANGE_AREAS } from '@maru/contract/staff/calls';
import type { SiteId } from '@maru/engine/purse';
import { DAY_MS, KST_OFFSET_MS, koreanDate } from '@maru/engine/time';
import type { Parameter, Tx } from '../db/database.ts';
import { SYSTEM_STAFF } from '../staff/changes.ts';

export interface AuditRow {
  readonly number: number;
  readonly at: Date;
  readonly area: ChangeArea;
  readonly action: string;
  readonly subject: string;
  readonly before: string;
  readonly after: string;
  readonly reason: string;
  readonly staff: number;
  readonly confirmedBy: number | null;
  readonly origin: string;
  readonly previous: string;
  readonly hash: string;
}

const COLUMNS = `number, at, area, action, subject, before, after, reason, staff_id as staff,
  confirmed_by as "confirmedBy", origin, previous, hash`;

export interface AuditFilters {
  readonly group?: AuditGroup | undefined;
  readonly staff?: number | undefined;
  readonly search?: string | undefined;
  readonly twoOnly?: boolean | undefined;
  readonly fromMillis?: number | undefined;
  readonly toMillis?: number | undefined;
}

export interface AuditPage extends AuditFilters {
  readonly site: SiteId;
  readonly before?: number | undefined;
  readonly size: number;
}

/** Rows are chained when their transaction ends, so times may differ from the order by what happens at once. */
const AT_ONCE = 100;
const HASH = /^[0-9a-f]{4,64}$/;

const areasOf = (group: AuditGroup): readonly ChangeArea[] =>
  CHANGE_AREAS.filter((area) => groupOf(area) === group);

export async function listAudit(tx: Tx, page: AuditPage): Promise<readonly AuditRow[]> {
  const { site, size, fromMillis, toMillis, group, staff, twoOnly } = page;
  const parameters: Parameter[] = [site];
  const given = (value: Parameter): string => `$${parameters.push(value)}`;
  const conditions: string[] = [];
  if (fromMillis !== undefined) {
    const first = await findNumber(tx, site, 'at >= $2', 'at, number', fromMillis);
    if (first === undefined) return [];
    conditions.push(`number > ${given(first - AT_ONCE)}`, `at >= ${given(new Date(fromMillis))}`);
  }
  if (toMillis !== undefined) {
    const last = await findNumber(tx, site, 'at < $2', 'at desc, number desc', toMillis);
    if (last === undefined) return [];
    conditions.push(`number < ${given(last + AT_ONCE)}`, `at < ${given(new Date(toMillis))}`);
  }
  conditions.push(`number < ${given(page.before ?? Number.MAX_SAFE_INTEGER)}`);
  if (twoOnly === true) conditions.push('confirmed_by is not null');
  if (staff !== undefined) conditions.push(`staff_id = ${given(staff)}`);
  if (group === 'SYSTEM') conditions.push(`staff_id = ${given(SYSTEM_STAFF)}`);
  const areas = group === undefined || group === 'SYSTEM' ? undefined : areasOf(group);
  const drivers = await driversOf(tx, page, areas, given);
  const most = given(size);
  const branches = drivers.map(
    (driver) => `(
      select ${COLUMNS}
        from staff_change
       where site_id = $1
         and ${[...driver, ...conditions].join('\n         and ')}
       order by number desc
       limit ${most})`,
  );
  if (branches.length === 0) return [];
  return tx.query<AuditRow>(
    `select * from (${branches.join(' union ')}) as found order by number desc limit ${most}`,
    parameters,
  );
}

/** What each branch of the list is found by: one of them is enough for a row to be listed. */
async function driversOf(
  tx: Tx,
  { site, search = '', staff }: AuditPage,
  areas: readonly ChangeArea[] | undefined,
  given: (value: Parameter) => string,
): Promise<readonly (readonly string[])[]> {
  if (search === '' && staff === undefined && areas !== undefined)
    return areas.map((area) => [`area = ${given(area)}`]);
  const inAreas = areas === undefined ? [] : [`area = any (${given(areas)}::text[])`];
  if (search !== '') {
    const people = await findPeople(tx, site, search);
    const subjects = [search, `player ${search}`, ...people.map(({ id }) => `player ${id}`)];
    const hash = search.replaceAll(' ', '').toLowerCase();
    return [
      ...subjects.map((subject) => [`subject = ${given(subject)}`, ...inAreas]),
      ...people.filter(({ isStaff }) => isStaff).map(({ id }) => [`staff_id = ${given(id)}`, ...inAreas]),
      ...(HASH.test(hash) ? [[`hash like ${given(`${hash}%`)}`, ...inAreas]] : []),
    ];
  }
  return [inAreas];
}

const findPeople = (tx: Tx, site: SiteId, name: string) =>
  tx.query<{ readonly id: number; readonly isStaff: boolean }>(
    `select id, role = 'STAFF' as "isStaff" from player where site_id = $1 and username = $2
     union
     select id, true from player where site_id = $1 and role = 'STAFF' and name = $2
     limit 10`,
    [site, name],
  );

async function findNumber(
  tx: Tx,
  site: SiteId,
  condition: string,
  order: string,
  at: number,
): Promise<number | undefined> {
  const [row] = await tx.query<{ number: number }>(
    `select number
       from staff_change
      where site_id = $1
        and ${condition}
        and number is not null
      order by ${order}
      limit 1`,
    [site, new Date(at)],
  );
  return row?.number;
}

/** The entry and, if there is one, the one after it. */
export async function findAudit(
  tx: Tx,
  site: SiteId,
  number: number,
): Promise<{ readonly row: AuditRow; readonly next: AuditRow | undefined } | undefined> {
  const rows = await tx.query<AuditRow>(
    `select ${COLUMNS} from staff_change where site_id = $1 and number between $2 and $2 + 1 order by number`,
    [site, number],
  );
  const row = rows.find((each) => each.number === number);
  return row === undefined ? undefined : { row, next: rows.find((each) => each.number === number + 1) };
}

export async function findNames(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await tx.query<{ id: number; username: string; name: string; role: string }>(
    'select id, username, name, role from player where id = any ($1::bigint[])',
    [[...new Set(ids)]],
  );
  return new Map(
    rows.map(({ id, username, name, role }) => [id, role === 'STAFF' && name !== '' ? name : username]),
  );
}

const USUAL_DAYS = 28;
/** Fewer looks than this are nothing unusual, however few there were before. */
const FEW_REVEALS = 5;
const UNUSUAL_TIMES = 3;

export interface Reveals {
  /** On the Korean day of the instant. */
  readonly day: number;
  /** On an average day of the four weeks before it on which there were any; 0 if there were none. */
  readonly usual: number;
}

export async function countReveals(
  tx: Tx,
  { site, staff, at }: { readonly site: SiteId; readonly staff: number; readonly at: number },
): Promise<Reveals> {
  const begins = koreanDate(at) * DAY_MS - KST_OFFSET_MS;
  const rows = await tx.query<{ day: number; looks: number }>(
    `select floor((extract(epoch from at) * 1000 - $4) / ${DAY_MS})::int as day, count(*)::int as looks
       from staff_change
      where site_id = $1
        and staff_id = $2
        and action = 'REVEAL'
        and at >= $3
        and at < $5
      group by 1`,
    [site, staff, new Date(begins - USUAL_DAYS * DAY_MS), begins, new Date(begins + DAY_MS)],
  );
  const before = rows.filter(({ day }) => day < 0);
  const total = before.reduce((sum, { looks }) => sum + looks, 0);
  return {
    day: rows.find(({ day }) => day === 0)?.looks ?? 0,
    usual: before.length === 0 ? 0 : total / before.length,
  };
}

export const isUnusual = ({ day, usual }: Reveals): boolean =>
  day >= FEW_REVEALS && day >= UNUSUAL_TIMES * usual;

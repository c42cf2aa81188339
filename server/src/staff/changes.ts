// The history of what staff changed: written in the transaction of the change itself, and only ever added to.
import type { ReplyOf } from '@maru/contract/call';
import { type CHANGE_AREAS, staffChanges } from '@maru/contract/staff/calls';
import { toDecimal } from '@maru/engine/amount';
import type { SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Database, Tx } from '../db/database.ts';
import { insertRow } from '../db/insert-row.ts';
import { type Route, serve } from '../http/serve.ts';

export type ChangeArea = (typeof CHANGE_AREAS)[number];

/** Who changes something, when and why. */
export interface ChangedBy {
  readonly staff: number;
  readonly now: Millis;
  readonly reason: string;
  /** The second person, where one is needed. */
  readonly confirmedBy?: number;
}

export interface StaffChange {
  readonly site: SiteId;
  readonly area: ChangeArea;
  readonly subject: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly by: ChangedBy;
}

export async function insertStaffChange(tx: Tx, change: StaffChange): Promise<void> {
  const { site, area, subject, before, after, by } = change;
  await insertRow(tx, 'staff_change', {
    at: new Date(by.now),
    site_id: site,
    area,
    subject,
    before: textOf(before),
    after: textOf(after),
    reason: by.reason,
    staff_id: by.staff,
    confirmed_by: by.confirmedBy,
  });
}

/** Amounts and rates are counts of 1e-8 inside, and decimals in the history. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? toDecimal(each) : each));

type ChangeRow = Omit<ReplyOf<typeof staffChanges>['content'][number], 'atMillis'> & { readonly at: Date };

export const changeRoutes = (database: Database): readonly Route[] => [
  serve(staffChanges, async ({ query: { area, before, size }, principal: { site } }) => {
    const rows = await database.transaction((tx) =>
      tx.query<ChangeRow>(
        `select id, at, area, subject, before, after, reason, staff_id as staff, confirmed_by as "confirmedBy"
           from staff_change
          where site_id = $1
            and ($2::text is null or area = $2)
            and ($3::bigint is null or id < $3)
          order by id desc
          limit $4`,
        [site, area ?? null, before ?? null, size],
      ),
    );
    const content = rows.map(({ id, at, ...rest }) => ({ id, atMillis: at.getTime(), ...rest }));
    return { ok: true, reply: { content } };
  }),
];

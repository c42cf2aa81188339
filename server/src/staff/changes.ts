// The history of what staff changed and looked at: written in the transaction of the change itself, and only ever added
// to. When that transaction ends, the database chains the row to the one before it (decision 0058).
import type { ReplyOf } from '@maru/contract/call';
import { type CHANGE_AREAS, staffChanges } from '@maru/contract/staff/calls';
import { toDecimal } from '@maru/engine/amount';
import type { SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Database, Tx } from '../db/database.ts';
import { insertRow } from '../db/insert-row.ts';
import { currentlyAskedFrom } from '../http/asked-from.ts';
import { type Route, serve } from '../http/serve.ts';

export type ChangeArea = (typeof CHANGE_AREAS)[number];

/** The platform itself, where a rule acts without a person. */
export const SYSTEM_STAFF = 0;

/** Who changes something, when and why. */
export interface ChangedBy {
  /** `SYSTEM_STAFF` where no person acts. */
  readonly staff: number;
  readonly now: Millis;
  readonly reason: string;
  /** The second person, where one is needed. */
  readonly confirmedBy?: number;
}

export interface StaffChange {
  readonly site: SiteId;
  readonly area: ChangeArea;
  /** What was done, where the area does not say it. A look at something masked is `REVEAL`: the log counts those. */
  readonly action?: string;
  /** `player 12` where it is about a member. */
  readonly subject: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly by: ChangedBy;
}

export async function insertStaffChange(tx: Tx, change: StaffChange): Promise<void> {
  const { site, area, action = '', subject, before, after, by } = change;
  const from = currentlyAskedFrom();
  await insertRow(tx, 'staff_change', {
    at: new Date(by.now),
    site_id: site,
    area,
    action,
    subject,
    before: textOf(before),
    after: textOf(after),
    reason: by.reason,
    staff_id: by.staff,
    confirmed_by: by.confirmedBy,
    origin:
      from === undefined || by.staff === SYSTEM_STAFF
        ? ''
        : JSON.stringify({ ip: from.ip, userAgent: from.userAgent.slice(0, MOST_AGENT) }),
  });
}

const MOST_AGENT = 200;

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

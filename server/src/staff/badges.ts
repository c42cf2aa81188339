// The counts beside the menu of the office. Each part of the platform says what waits on its own screen.
import { MOST_COUNTED, officeBadges } from '@maru/contract/staff/badges';
import { REQUEST_WAITS_MS } from '@maru/contract/staff/calls';
import type { SiteId } from '@maru/engine/purse';
import { earlier, type Millis } from '@maru/engine/time';
import type { Database, Tx } from '../db/database.ts';
import { type Route, serve } from '../http/serve.ts';

export interface Badge {
  /** The path of the screen in the office, such as `inquiries`. */
  readonly screen: string;
  /** Bounded: at most `MOST_COUNTED` rows of an index are read. */
  count(tx: Tx, of: { readonly site: SiteId; readonly now: Millis }): Promise<number>;
}

const requestsBadge: Badge = {
  screen: 'requests',
  async count(tx, { site, now }) {
    const [row] = await tx.query<{ waiting: number }>(
      `select count(*) as waiting
         from (
           select id from staff_request
            where site_id = $1 and approved_by is null and withdrawn_by is null and requested_ms >= $2
            limit ${MOST_COUNTED}
         ) as request`,
      [site, earlier(now, REQUEST_WAITS_MS)],
    );
    return row?.waiting ?? 0;
  },
};

export const badgeRoutes = (database: Database, badges: readonly Badge[]): readonly Route[] => [
  serve(officeBadges, async ({ principal: { site, standing }, now }) => {
    // What waits for staff is no matter of a partner.
    if (standing?.role === 'PARTNER') return { ok: true, reply: { waiting: {} } };
    const counted = await database.transaction(async (tx) => {
      const found: (readonly [string, number])[] = [];
      for (const { screen, count } of [requestsBadge, ...badges]) {
        found.push([screen, await count(tx, { site, now })]);
      }
      return found;
    });
    return { ok: true, reply: { waiting: Object.fromEntries(counted.filter(([, count]) => count > 0)) } };
  }),
];

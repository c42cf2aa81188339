// What staff have stopped, with a reason that players read, until they resume it: halted offers of rounds, closed
// instruments. Every order checks them, so the current ones are in memory.
import type { SiteId } from '@maru/engine/purse';
import { type Millis, millis } from '@maru/engine/time';
import { type Database, isUniqueViolation, type Tx } from '../db/database.ts';
import { type ChangeArea, insertStaffChange } from './changes.ts';
import { listOfSite, type SitePage } from './site-list.ts';

export interface Stoppage {
  readonly site: SiteId;
  /** The number of the offer or instrument. */
  readonly option: number;
  readonly reason: string;
  readonly since: Millis;
  readonly until: Millis | null;
}

export interface Stoppages {
  /** The current one, if there is one. */
  current(site: SiteId, option: number): Stoppage | undefined;
  all(): readonly Stoppage[];
  /** Undefined when it is stopped already. */
  begin(
    asked: Omit<Stoppage, 'until'> & {
      readonly staff: number;
      /** Who asked for it, where `staff` is the second person. */
      readonly askedBy?: number;
    },
  ): Promise<Stoppage | undefined>;
  end(asked: {
    readonly site: SiteId;
    readonly option: number;
    readonly staff: number;
    readonly now: Millis;
  }): Promise<Stoppage | undefined>;
}

/** Where the stoppages of a product are stored. */
export interface StoppageTable {
  readonly table: string;
  readonly begunBy: string;
  readonly endedBy: string;
  /** The unique index that prevents two current stoppages of one option. */
  readonly once: string;
  readonly area: ChangeArea;
}

const COLUMNS = 'site_id as site, option_id as option, reason, since_ms as since, until_ms as until';

export async function openStoppages(
  database: Database,
  { table, begunBy, endedBy, once, area }: StoppageTable,
): Promise<Stoppages> {
  const nameOf = (site: SiteId, option: number) => `${site}/${option}`;
  const stored = await database.transaction((tx) =>
    tx.query<Stoppage>(`select ${COLUMNS} from ${table} where until_ms is null order by id`),
  );
  const known = new Map(stored.map((each) => [nameOf(each.site, each.option), each]));
  return {
    current: (site, option) => known.get(nameOf(site, option)),
    all: () => [...known.values()],
    async begin({ staff, askedBy, ...asked }) {
      const { site, option, reason, since } = asked;
      try {
        await database.transaction(async (tx) => {
          await tx.query(
            `insert into ${table} (site_id, option_id, reason, since_ms, ${begunBy}) values ($1, $2, $3, $4, $5)`,
            [site, option, reason, since, staff],
          );
          const people = askedBy === undefined ? { staff } : { staff: askedBy, confirmedBy: staff };
          await insertStaffChange(tx, {
            ...{ site, area, subject: String(option) },
            before: { stopped: false },
            after: { stopped: true },
            by: { ...people, now: since, reason },
          });
        });
      } catch (fault) {
        if (isUniqueViolation(fault, once)) return undefined;
        throw fault;
      }
      const begun = { ...asked, until: null };
      known.set(nameOf(site, option), begun);
      return begun;
    },
    async end({ site, option, staff, now }) {
      const current = known.get(nameOf(site, option));
      if (current === undefined) return undefined;
      // The clock may have been set back since.
      const until = millis(Math.max(now, current.since));
      const ended = await database.transaction(async (tx) => {
        const rows = await tx.query(
          `update ${table}
           set until_ms = $3, ${endedBy} = $4
           where site_id = $1 and option_id = $2 and until_ms is null
           returning id`,
          [site, option, until, staff],
        );
        if (rows.length > 0) {
          await insertStaffChange(tx, {
            ...{ site, area, subject: String(option) },
            before: { stopped: true },
            after: { stopped: false },
            by: { staff, now, reason: '' },
          });
        }
        return rows;
      });
      if (ended.length === 0) return undefined;
      known.delete(nameOf(site, option));
      return { ...current, until };
    },
  };
}

export const listStoppages = (tx: Tx, { table }: StoppageTable, page: SitePage) =>
  listOfSite<Stoppage & { readonly id: number }>(tx, { table, columns: `id, ${COLUMNS}` }, page);

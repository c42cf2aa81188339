// Instruments that staff closed. They are needed at every order and every run of the session loop, so those under way
// are in memory.
import type { SiteId } from '@maru/engine/purse';
import { type Millis, millis } from '@maru/engine/time';
import { type Database, isUniqueViolation, type Tx } from '../db/database.ts';

export interface Closing {
  readonly site: SiteId;
  readonly instrument: number;
  readonly reason: string;
  readonly since: Millis;
}

export interface Closings {
  /** The closing under way. */
  current(site: SiteId, instrument: number): Closing | undefined;
  all(): readonly Closing[];
  /** Undefined when it is closed already. */
  close(closing: Closing & { readonly staff: number }): Promise<Closing | undefined>;
  reopen(asked: {
    readonly site: SiteId;
    readonly instrument: number;
    readonly staff: number;
    readonly now: Millis;
  }): Promise<Closing | undefined>;
}

export async function openClosings(database: Database): Promise<Closings> {
  const known = new Map<string, Closing>();
  const nameOf = (site: SiteId, instrument: number) => `${site}/${instrument}`;
  for (const each of await database.transaction(listCurrent))
    known.set(nameOf(each.site, each.instrument), each);
  return {
    current: (site, instrument) => known.get(nameOf(site, instrument)),
    all: () => [...known.values()],
    async close({ staff, ...closing }) {
      try {
        await database.transaction((tx) => insertClosing(tx, { ...closing, staff }));
      } catch (fault) {
        if (isUniqueViolation(fault, 'an_instrument_is_closed_once')) return undefined;
        throw fault;
      }
      known.set(nameOf(closing.site, closing.instrument), closing);
      return closing;
    },
    async reopen({ site, instrument, staff, now }) {
      const closed = known.get(nameOf(site, instrument));
      if (closed === undefined) return undefined;
      // The clock may have stepped back since.
      const until = millis(Math.max(now, closed.since));
      const isEnded = await database.transaction((tx) => endClosing(tx, { ...closed, until, staff }));
      if (!isEnded) return undefined;
      known.delete(nameOf(site, instrument));
      return closed;
    },
  };
}

async function listCurrent(tx: Tx): Promise<readonly Closing[]> {
  const rows = await tx.query<{ site_id: SiteId; option_id: number; reason: string; since_ms: number }>(
    `select site_id, option_id, reason, since_ms
     from oversea_closing
     where until_ms is null
     order by id`,
  );
  return rows.map((row) => ({
    site: row.site_id,
    instrument: row.option_id,
    reason: row.reason,
    since: millis(row.since_ms),
  }));
}

async function insertClosing(tx: Tx, closing: Closing & { readonly staff: number }): Promise<void> {
  await tx.query(
    'insert into oversea_closing (site_id, option_id, reason, since_ms, closed_by) values ($1, $2, $3, $4, $5)',
    [closing.site, closing.instrument, closing.reason, closing.since, closing.staff],
  );
}

async function endClosing(
  tx: Tx,
  { site, instrument, until, staff }: Closing & { readonly until: Millis; readonly staff: number },
): Promise<boolean> {
  const rows = await tx.query(
    `update oversea_closing
     set until_ms = $3, reopened_by = $4
     where site_id = $1 and option_id = $2 and until_ms is null
     returning id`,
    [site, instrument, until, staff],
  );
  return rows.length > 0;
}

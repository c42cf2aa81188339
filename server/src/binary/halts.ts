// Halts by staff. They are asked about at every bet, so those under way are in memory. A halt stops bets and voids nothing.
import type { SiteId } from '@maru/engine/purse';
import { type Millis, millis } from '@maru/engine/time';
import { type Database, isUniqueViolation, type Tx } from '../db/database.ts';
import { MOST_LISTED } from './bet-store.ts';

export interface Halt {
  readonly site: SiteId;
  readonly offer: number;
  readonly reason: string;
  readonly since: Millis;
  readonly until: Millis | undefined;
}

export interface Halts {
  /** The halt under way. */
  current(site: SiteId, offer: number): Halt | undefined;
  halt(halt: Omit<Halt, 'until'> & { readonly staff: number }): Promise<Halt | undefined>;
  resume(asked: {
    readonly site: SiteId;
    readonly offer: number;
    readonly staff: number;
    readonly now: Millis;
  }): Promise<Halt | undefined>;
}

export async function openHalts(database: Database): Promise<Halts> {
  const known = new Map<string, Halt>();
  const nameOf = (site: SiteId, offer: number) => `${site}/${offer}`;
  for (const halt of await database.transaction(listCurrent)) known.set(nameOf(halt.site, halt.offer), halt);
  const current = (site: SiteId, offer: number): Halt | undefined => known.get(nameOf(site, offer));

  return {
    current,
    async halt({ staff, ...halt }) {
      try {
        await database.transaction((tx) => insertHalt(tx, { ...halt, staff }));
      } catch (fault) {
        if (isUniqueViolation(fault, 'an_option_is_halted_once')) return undefined;
        throw fault;
      }
      const begun = { ...halt, until: undefined };
      known.set(nameOf(begun.site, begun.offer), begun);
      return begun;
    },
    async resume({ site, offer, staff, now: until }) {
      const halted = current(site, offer);
      if (halted === undefined) return undefined;
      // The clock may have stepped back since.
      const ended = { ...halted, until: millis(Math.max(until, halted.since)) };
      const isEnded = await database.transaction((tx) => endHalt(tx, { ...ended, staff }));
      if (!isEnded) return undefined;
      known.delete(nameOf(site, offer));
      return ended;
    },
  };
}

interface HaltRow {
  readonly site_id: SiteId;
  readonly option_id: number;
  readonly reason: string;
  readonly since_ms: number;
  readonly until_ms: number | null;
}

const readHalt = (row: HaltRow): Halt => ({
  site: row.site_id,
  offer: row.option_id,
  reason: row.reason,
  since: millis(row.since_ms),
  until: row.until_ms === null ? undefined : millis(row.until_ms),
});

async function listCurrent(tx: Tx): Promise<readonly Halt[]> {
  const rows = await tx.query<HaltRow>(
    `select site_id, option_id, reason, since_ms, until_ms
     from option_halt
     where until_ms is null
     order by id`,
  );
  return rows.map(readHalt);
}

export async function listHalts(
  tx: Tx,
  {
    site,
    before,
    page,
    size,
  }: {
    readonly site: SiteId;
    readonly before: number | undefined;
    readonly page: number;
    readonly size: number;
  },
): Promise<{ readonly halts: readonly (Halt & { readonly id: number })[]; readonly total: number }> {
  const candidates = `select id, site_id, option_id, reason, since_ms, until_ms
     from option_halt
     where site_id = $1 and id < $2
     order by id desc
     limit ${MOST_LISTED}`;
  const from = before ?? Number.MAX_SAFE_INTEGER;
  const rows = await tx.query<HaltRow & { readonly id: number }>(
    `select id, site_id, option_id, reason, since_ms, until_ms
     from (${candidates}) as candidate
     order by id desc
     offset $3 limit $4`,
    [site, from, page * size, size],
  );
  const [count] = await tx.query<{ total: number }>(
    `select count(*) as total from (${candidates}) as candidate`,
    [site, from],
  );
  return { halts: rows.map((row) => ({ ...readHalt(row), id: row.id })), total: count?.total ?? 0 };
}

async function insertHalt(tx: Tx, halt: Omit<Halt, 'until'> & { readonly staff: number }): Promise<void> {
  await tx.query(
    'insert into option_halt (site_id, option_id, reason, since_ms, halted_by) values ($1, $2, $3, $4, $5)',
    [halt.site, halt.offer, halt.reason, halt.since, halt.staff],
  );
}

async function endHalt(tx: Tx, halt: Halt & { readonly staff: number }): Promise<boolean> {
  const rows = await tx.query(
    `update option_halt
     set until_ms = $3, resumed_by = $4
     where site_id = $1 and option_id = $2 and until_ms is null
     returning id`,
    [halt.site, halt.offer, halt.until ?? null, halt.staff],
  );
  return rows.length > 0;
}

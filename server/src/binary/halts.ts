// Halts by staff. They are asked at every bet and every result, so those that may still matter are in memory.
import type { SiteId } from '@maru/engine/purse';
import { DAY_MS, type Millis, millis } from '@maru/engine/time';
import { type Database, isUniqueViolation, type Tx } from '../db/database.ts';
import type { OptionRound } from './options.ts';

export interface Halt {
  readonly site: SiteId;
  readonly option: number;
  readonly reason: string;
  readonly since: Millis;
  readonly until: Millis | undefined;
}

export interface Halts {
  /** The halt under way. */
  current(site: SiteId, option: number): Halt | undefined;
  /** Was the option halted at any moment of the round? */
  fallsInto(site: SiteId, round: OptionRound): boolean;
  halt(halt: Omit<Halt, 'until'> & { readonly staff: number }): Promise<Halt | undefined>;
  resume(asked: {
    readonly site: SiteId;
    readonly option: number;
    readonly staff: number;
    readonly now: Millis;
  }): Promise<Halt | undefined>;
}

export async function openHalts(database: Database, now: Millis): Promise<Halts> {
  /** The newest last. */
  const known = new Map<string, Halt[]>();
  const nameOf = (site: SiteId, option: number) => `${site}/${option}`;
  const keep = (halt: Halt): void => {
    const name = nameOf(halt.site, halt.option);
    const own = (known.get(name) ?? []).filter(
      ({ since, until }) => since !== halt.since && (until === undefined || until > halt.since - DAY_MS),
    );
    known.set(name, [...own, halt]);
  };
  for (const halt of await database.transaction((tx) => listRecent(tx, now))) keep(halt);
  const current = (site: SiteId, option: number): Halt | undefined =>
    known.get(nameOf(site, option))?.find(({ until }) => until === undefined);

  return {
    current,
    fallsInto: (site, { option, open, close }) =>
      (known.get(nameOf(site, option.id)) ?? []).some(
        ({ since, until }) => since < close && (until === undefined || until > open),
      ),
    async halt({ staff, ...halt }) {
      try {
        await database.transaction((tx) => insertHalt(tx, { ...halt, staff }));
      } catch (fault) {
        if (isUniqueViolation(fault, 'an_option_is_halted_once')) return undefined;
        throw fault;
      }
      const begun = { ...halt, until: undefined };
      keep(begun);
      return begun;
    },
    async resume({ site, option, staff, now: until }) {
      const halted = current(site, option);
      if (halted === undefined) return undefined;
      // The clock may have stepped back since; a halt that never was would void nothing.
      const ended = { ...halted, until: millis(Math.max(until, halted.since)) };
      const isEnded = await database.transaction((tx) => endHalt(tx, { ...ended, staff }));
      if (!isEnded) return undefined;
      keep(ended);
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
  option: row.option_id,
  reason: row.reason,
  since: millis(row.since_ms),
  until: row.until_ms === null ? undefined : millis(row.until_ms),
});

async function listRecent(tx: Tx, now: Millis): Promise<readonly Halt[]> {
  const rows = await tx.query<HaltRow>(
    `select site_id, option_id, reason, since_ms, until_ms
     from option_halt
     where until_ms is null or until_ms > $1
     order by id`,
    [now - DAY_MS],
  );
  return rows.map(readHalt);
}

export async function listHalts(
  tx: Tx,
  { site, page, size }: { readonly site: SiteId; readonly page: number; readonly size: number },
): Promise<{ readonly halts: readonly Halt[]; readonly total: number }> {
  const rows = await tx.query<HaltRow>(
    `select site_id, option_id, reason, since_ms, until_ms
     from option_halt
     where site_id = $1
     order by id desc
     offset $2 limit $3`,
    [site, page * size, size],
  );
  const [count] = await tx.query<{ total: number }>(
    'select count(*) as total from option_halt where site_id = $1',
    [site],
  );
  return { halts: rows.map(readHalt), total: count?.total ?? 0 };
}

async function insertHalt(tx: Tx, halt: Omit<Halt, 'until'> & { readonly staff: number }): Promise<void> {
  await tx.query(
    'insert into option_halt (site_id, option_id, reason, since_ms, halted_by) values ($1, $2, $3, $4, $5)',
    [halt.site, halt.option, halt.reason, halt.since, halt.staff],
  );
}

async function endHalt(tx: Tx, halt: Halt & { readonly staff: number }): Promise<boolean> {
  const rows = await tx.query(
    `update option_halt
     set until_ms = $3, resumed_by = $4
     where site_id = $1 and option_id = $2 and until_ms is null
     returning id`,
    [halt.site, halt.option, halt.until ?? null, halt.staff],
  );
  return rows.length > 0;
}

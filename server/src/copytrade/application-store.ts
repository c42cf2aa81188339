// Applications to become a trader, and what traders say of themselves.
import { type Rate, rate, toDecimal } from '@maru/engine/amount';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { insertRow } from '../db/insert-row.ts';

export type ApplicationStatus = 'WAITING' | 'APPROVED' | 'REJECTED' | 'WITHDRAWN';

export interface ApplicationRow {
  readonly id: number;
  readonly player: PlayerId;
  readonly status: ApplicationStatus;
  readonly pairs: readonly number[];
  readonly shareRate: Rate;
  readonly intro: string;
  readonly reason: string | null;
  readonly askedAt: number;
  readonly decidedAt: number | null;
  readonly decidedBy: number | null;
  /** Somebody has approved it, and the desk is asked: nobody else decides it. */
  readonly isApproving: boolean;
}

type Stored = Omit<ApplicationRow, 'shareRate'> & { readonly shareRate: string };

const HEAD = `select id, player_id as player, status, pairs, share_rate as "shareRate", intro, reason,
    asked_ms as "askedAt", decided_ms as "decidedAt", decided_by as "decidedBy",
    approval is not null as "isApproving"
  from copy_application`;

const readRow = (row: Stored): ApplicationRow => ({ ...row, shareRate: rateOf(row.shareRate) });

export const rateOf = (text: string): Rate => rate(text.includes('.') ? text.replace(/\.?0+$/, '') : text);

/** Decided ones of one member: what is older is deleted with each new one. */
const MOST_DECIDED = 10;

export interface Applied {
  readonly site: SiteId;
  readonly player: PlayerId;
  readonly pairs: readonly number[];
  readonly shareRate: Rate;
  readonly intro: string;
  readonly now: Millis;
}

/** Undefined where one waits already. */
export async function insertApplication(tx: Tx, applied: Applied): Promise<number | undefined> {
  const { site, player, pairs, shareRate, intro, now } = applied;
  const [row] = await insertRow<{ id: number }>(
    tx,
    'copy_application',
    {
      ...{ site_id: site, player_id: player, pairs: [...pairs], share_rate: toDecimal(shareRate), intro },
      asked_ms: now,
    },
    `on conflict (player_id) where status = 'WAITING' do nothing returning id`,
  );
  await tx.query(
    `delete from copy_application
     where player_id = $1 and status <> 'WAITING' and id <= (
       select id from copy_application where player_id = $1 and status <> 'WAITING'
       order by id desc offset ${MOST_DECIDED} limit 1
     )`,
    [player],
  );
  return row?.id;
}

export async function findLastApplication(tx: Tx, player: PlayerId): Promise<ApplicationRow | undefined> {
  const [row] = await tx.query<Stored>(`${HEAD} where player_id = $1 order by id desc limit 1`, [player]);
  return row && readRow(row);
}

/** One that waits; nobody else changes it before this transaction ends. */
export async function findWaiting(tx: Tx, site: SiteId, id: number): Promise<ApplicationRow | undefined> {
  const [row] = await tx.query<Stored>(
    `${HEAD} where id = $1 and site_id = $2 and status = 'WAITING' for update`,
    [id, site],
  );
  return row && readRow(row);
}

export async function hasWaiting(tx: Tx, player: PlayerId): Promise<boolean> {
  const rows = await tx.query(
    `select 1 as one from copy_application where player_id = $1 and status = 'WAITING'`,
    [player],
  );
  return rows.length > 0;
}

/** False where none waits, or somebody approves it already. */
export async function withdraw(tx: Tx, player: PlayerId, now: Millis): Promise<boolean> {
  const rows = await tx.query(
    `update copy_application set status = 'WITHDRAWN', decided_ms = $2
     where player_id = $1 and status = 'WAITING' and approval is null returning id`,
    [player, now],
  );
  return rows.length > 0;
}

export async function decide(
  tx: Tx,
  id: number,
  decided: {
    readonly status: 'APPROVED' | 'REJECTED';
    readonly reason: string;
    readonly by: PlayerId;
    readonly now: Millis;
  },
): Promise<void> {
  const { status, reason, by, now } = decided;
  await tx.query(
    `update copy_application
     set status = $2, reason = $3, decided_ms = $4, decided_by = $5, approval = null
     where id = $1`,
    [id, status, reason, now, by],
  );
}

/** Those that wait first and oldest first, then newest first. */
export async function listApplications(
  tx: Tx,
  site: SiteId,
  {
    statuses,
    before,
    size,
  }: {
    readonly statuses: readonly string[] | undefined;
    readonly before: number | undefined;
    readonly size: number;
  },
): Promise<readonly ApplicationRow[]> {
  const waiting =
    before === undefined && (statuses?.includes('WAITING') ?? true)
      ? await tx.query<Stored>(`${HEAD} where site_id = $1 and status = 'WAITING' order by id limit $2`, [
          site,
          size,
        ])
      : [];
  const decided = (statuses ?? ['APPROVED', 'REJECTED', 'WITHDRAWN']).filter((each) => each !== 'WAITING');
  const rest =
    decided.length === 0 || waiting.length >= size
      ? []
      : await tx.query<Stored>(
          `${HEAD}
           where site_id = $1 and status = any($2::text[]) and ($3::bigint is null or id < $3)
           order by id desc limit $4`,
          [site, decided, before ?? null, size - waiting.length],
        );
  return [...waiting, ...rest].map(readRow);
}

export async function countWaiting(tx: Tx, site: SiteId, most: number): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `select count(*)::int as count
     from (select id from copy_application where site_id = $1 and status = 'WAITING' limit $2) as waiting`,
    [site, most],
  );
  return row?.count ?? 0;
}

interface Profile {
  readonly site: SiteId;
  readonly player: PlayerId;
  readonly intro: string;
  readonly now: Millis;
}

/** `isNew`: staff let this member be a trader now. */
export async function saveProfile(
  tx: Tx,
  { site, player, intro, now }: Profile,
  isNew: boolean,
): Promise<void> {
  await tx.query(
    `insert into copy_profile (player_id, site_id, intro, since_ms) values ($1, $2, $3, $4)
     on conflict (player_id) do update set intro = $3${isNew ? ', since_ms = $4' : ''}`,
    [player, site, intro, now],
  );
}

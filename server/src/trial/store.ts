// Which account a tried round belongs to.
import type { Amount } from '@maru/engine/amount';
import { amount, toDecimal } from '@maru/engine/amount';
import type { Side } from '@maru/engine/binary/events';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import { type Millis, millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import type { Trial } from './token.ts';

export interface ClaimedTrial extends Trial {
  readonly player: PlayerId;
  readonly profit: Amount;
}

/** Whether it was still free: it belongs to the first account that names it. */
export async function insertClaim(tx: Tx, { id, site, side, acceptedAt, player, profit }: ClaimedTrial) {
  const made = await tx.query(
    `insert into trial_claim (player_id, site_id, trial_id, side, accepted_ms, profit)
     values ($1, $2, $3, $4, $5, $6)
     on conflict do nothing
     returning trial_id`,
    [player, site, id, side, acceptedAt, toDecimal(profit)],
  );
  return made.length === 1;
}

export async function isClaimed(tx: Tx, { site, id }: Pick<Trial, 'site' | 'id'>): Promise<boolean> {
  const rows = await tx.query('select 1 from trial_claim where site_id = $1 and trial_id = $2', [site, id]);
  return rows.length > 0;
}

interface ClaimRow {
  readonly player_id: PlayerId;
  readonly site_id: SiteId;
  readonly trial_id: number;
  readonly side: Side;
  readonly accepted_ms: number;
  readonly profit: string;
}

const COLUMNS = 'player_id, site_id, trial_id, side, accepted_ms, profit::text as profit';

const claimOf = (row: ClaimRow): ClaimedTrial => ({
  id: row.trial_id,
  site: row.site_id,
  side: row.side,
  acceptedAt: millis(row.accepted_ms),
  player: row.player_id,
  profit: amount(row.profit),
});

/** Newest first; no more than a sign-up brings. */
export async function listClaims(tx: Tx, site: SiteId, player: PlayerId): Promise<readonly ClaimedTrial[]> {
  const rows = await tx.query<ClaimRow>(
    `select ${COLUMNS} from trial_claim where site_id = $1 and player_id = $2 order by accepted_ms desc, trial_id`,
    [site, player],
  );
  return rows.map(claimOf);
}

/** Oldest first; their minutes may not be copied yet. */
export async function listUnproven(tx: Tx, before: Millis, most: number): Promise<readonly ClaimedTrial[]> {
  const rows = await tx.query<ClaimRow>(
    `select ${COLUMNS} from trial_claim where not is_proven and accepted_ms < $1 order by accepted_ms limit $2`,
    [before, most],
  );
  return rows.map(claimOf);
}

export async function markProven(tx: Tx, claims: readonly ClaimedTrial[]): Promise<void> {
  await tx.query(
    `update trial_claim set is_proven = true
     from unnest($1::bigint[], $2::bigint[]) as ready (player_id, trial_id)
     where trial_claim.player_id = ready.player_id and trial_claim.trial_id = ready.trial_id`,
    [claims.map(({ player }) => player), claims.map(({ id }) => id)],
  );
}

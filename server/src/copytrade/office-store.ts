// What staff read of copy trading beside the lists of its own feature: what applicants have done, and how copying does.

import { type Amount, amountOfUnits } from '@maru/engine/amount';
import type { MissedReason } from '@maru/engine/copytrade/events';
import { COPY_WALLET } from '@maru/engine/copytrade/terms';
import { type PlayerId, playerPurse, type SiteId } from '@maru/engine/purse';
import type { Tx } from '../db/database.ts';
import { listRealised } from '../futures/fill-store.ts';
import { unitsOf } from './trader-store.ts';

/** What is checked before an approval. */
export interface Checked {
  readonly trades: number;
  readonly net: Amount;
  readonly balance: Amount;
  readonly isFollowing: boolean;
}

export async function checkApplicant(
  tx: Tx,
  { site, player }: { readonly site: SiteId; readonly player: PlayerId },
  days: { readonly firstDay: number; readonly lastDay: number },
): Promise<Checked> {
  const realised = (await listRealised(tx, { site, player, ...days })).filter(
    ({ wallet }) => wallet === COPY_WALLET,
  );
  const [purse] = await tx.query<{ balance: string }>(
    'select coalesce(sum(balance), 0) as balance from purse where id = any($1::text[])',
    [[playerPurse(player, COPY_WALLET, 'free'), playerPurse(player, COPY_WALLET, 'posMargin')]],
  );
  const running = await tx.query(
    'select 1 as one from copy_follow where follower_id = $1 and ended_ms is null',
    [player],
  );
  return {
    trades: realised.reduce((sum, { trades }) => sum + trades, 0),
    net: amountOfUnits(realised.reduce((sum, { net }) => sum + net, 0n)),
    balance: unitsOf(purse?.balance ?? '0'),
    isFollowing: running.length > 0,
  };
}

/** Of one Korean day, which begins at this moment. */
export async function sumDay(
  tx: Tx,
  site: SiteId,
  { day, from }: { readonly day: number; readonly from: number },
): Promise<{
  readonly copied: number;
  readonly missed: readonly { readonly reason: MissedReason; readonly count: number }[];
}> {
  const [copied] = await tx.query<{ copied: number }>(
    'select coalesce(sum(copied), 0)::int as copied from copy_day where day = $1 and site_id = $2',
    [day, site],
  );
  const missed = await tx.query<{ reason: MissedReason; count: number }>(
    `select reason, sum(misses)::int as count
     from copy_miss
     where at_ms >= $1 and site_id = $2
     group by reason
     order by count desc, reason`,
    [from, site],
  );
  return { copied: copied?.copied ?? 0, missed };
}

/** Of the newest copies: from the trader's fill to the copy, shortest first. */
export async function listDelays(tx: Tx, site: SiteId, most: number): Promise<readonly number[]> {
  const rows = await tx.query<{ delay: number }>(
    `select at_ms - lead_ms as delay
     from (
       select at_ms, lead_ms, reason from copy_record where site_id = $1 order by id desc limit $2
     ) as newest
     where lead_ms is not null and reason is null
     order by delay`,
    [site, most],
  );
  return rows.map(({ delay }) => delay);
}

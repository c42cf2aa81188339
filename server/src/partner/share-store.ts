// Confirmed and paid shares as staff see them.
import type { PartnerShareLine } from '@maru/contract/partner/settlement';
import type { SiteId } from '@maru/engine/purse';
import type { Parameter, Tx } from '../db/database.ts';
import { dateOf } from './days.ts';
import type { CurrencyTotal } from './totals.ts';

interface StoredShare extends Omit<PartnerShareLine, 'fromDate' | 'throughDate'> {
  readonly from: number;
  readonly through: number;
}

const shown = ({ from, through, ...share }: StoredShare): PartnerShareLine => ({
  ...share,
  fromDate: dateOf(from),
  throughDate: dateOf(through),
});

export interface ShareFilter {
  readonly site: SiteId;
  readonly partner: number | undefined;
  readonly statuses: readonly string[] | undefined;
  readonly before: number | undefined;
  readonly size: number;
}

const isAsked = (statuses: readonly string[] | undefined, status: string): boolean =>
  statuses === undefined || statuses.includes(status);

/** Newest first; what the desk has not answered yet stands before all others. */
export async function listShares(
  tx: Tx,
  { site, partner, statuses, before, size }: ShareFilter,
): Promise<readonly PartnerShareLine[]> {
  const waiting =
    before === undefined && isAsked(statuses, 'CONFIRMING')
      ? await tx.query<StoredShare>(
          `select null::bigint as id, settlement.partner_id as "partnerId", player.name,
                  coalesce(player.partner_code, '') as code, settlement.wallet,
                  settlement.currency, settlement.from_day as from,
                  settlement.through_day as through, trim_scale(settlement.amount)::text as amount,
                  'CONFIRMING' as status, null::bigint as "confirmedMillis", null::bigint as "paidMillis",
                  settlement.requested_by as "requestedBy", settlement.approved_by as "approvedBy",
                  null::bigint as "paidBy"
             from partner_settlement as settlement
             join player on player.id = settlement.partner_id
            where settlement.site_id = $1
              and not settlement.is_done
              and ($2::bigint is null or settlement.partner_id = $2)
              and not exists (select 1 from partner_share where partner_share.settlement_id = settlement.id)
            order by settlement.id desc
            limit $3`,
          [site, partner ?? null, size],
        )
      : [];
  const parameters: Parameter[] = [site, partner ?? null, before ?? Number.MAX_SAFE_INTEGER, size];
  const kinds = [
    ...(isAsked(statuses, 'CONFIRMED') ? ['share.paid_event is null'] : []),
    ...(isAsked(statuses, 'PAID') ? ['share.paid_event is not null'] : []),
  ];
  const known =
    kinds.length === 0
      ? []
      : await tx.query<StoredShare>(
          `select share.id, share.player_id as "partnerId", player.name, coalesce(player.partner_code, '') as code,
                  share.wallet, wallet.currency, share.from_day as from, share.through_day as through,
                  trim_scale(share.amount)::text as amount,
                  case when share.paid_event is null then 'CONFIRMED' else 'PAID' end as status,
                  share.confirmed_ms as "confirmedMillis", share.paid_ms as "paidMillis",
                  share.requested_by as "requestedBy", share.approved_by as "approvedBy", share.paid_by as "paidBy"
             from partner_share as share
             join player on player.id = share.player_id
             join wallet on wallet.player_id = share.player_id and wallet.type = share.wallet
            where share.site_id = $1
              and ($2::bigint is null or share.player_id = $2)
              and share.id < $3
              and (${kinds.join(' or ')})
            order by share.id desc
            limit $4`,
          parameters,
        );
  return [...waiting, ...known].map(shown);
}

/** Of everything that is confirmed and not paid. */
export const sumUnpaidShares = (tx: Tx, site: SiteId): Promise<readonly CurrencyTotal[]> =>
  tx.query<CurrencyTotal>(
    `select wallet.currency, trim_scale(sum(share.amount))::text as amount,
            count(distinct share.player_id)::int as partners
       from partner_share as share
       join wallet on wallet.player_id = share.player_id and wallet.type = share.wallet
      where share.site_id = $1
        and share.paid_event is null
      group by wallet.currency
      order by wallet.currency`,
    [site],
  );

/** Who waits for any of it. */
export async function countUnpaidPartners(tx: Tx, site: SiteId): Promise<number> {
  const [row] = await tx.query<{ partners: number }>(
    `select count(distinct player_id)::int as partners
       from partner_share
      where site_id = $1
        and paid_event is null`,
    [site],
  );
  return row?.partners ?? 0;
}

// What a member has proven, as the tables keep it.
import type { Level } from '@maru/engine/cashier/levels';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Tx } from '../db/database.ts';

interface Owner {
  readonly site: SiteId;
  readonly player: PlayerId;
}

export interface ProvenIdentity {
  readonly name: string;
  readonly email: string | null;
  readonly emailVerifiedAt: Date | null;
  readonly phone: string | null;
  readonly phoneVerifiedAt: Date | null;
  readonly personVerifiedAt: Date | null;
  readonly hasOwnBank: boolean;
}

export async function findIdentity(tx: Tx, { site, player }: Owner): Promise<ProvenIdentity | undefined> {
  const [row] = await tx.query<ProvenIdentity>(
    `select name, email, email_verified_at as "emailVerifiedAt", phone, phone_verified_at as "phoneVerifiedAt",
            person_verified_at as "personVerifiedAt",
            exists (select from payout_account
                     where player_id = player.id and kind = 'BANK' and holder = player.name
                       and confirmed_ms is not null and removed_ms is null) as "hasOwnBank"
       from player
      where site_id = $1 and id = $2`,
    [site, player],
  );
  return row;
}

export function levelOf(proven: ProvenIdentity | undefined): Level {
  if (proven === undefined) return 0;
  if (proven.personVerifiedAt !== null) return proven.hasOwnBank ? 3 : 2;
  return proven.emailVerifiedAt !== null || proven.phoneVerifiedAt !== null ? 1 : 0;
}

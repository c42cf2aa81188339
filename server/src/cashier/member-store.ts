// What the cashier reads of its members: names that must be theirs, and who somebody is to staff.
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Tx } from '../db/database.ts';

export interface Member {
  readonly id: PlayerId;
  readonly username: string;
  readonly name: string;
  readonly phone: string | null;
  readonly nick: string;
  readonly role: 'PLAYER' | 'PARTNER' | 'STAFF';
}

const COLUMNS = 'id, username, name, phone, nick, role';

export async function findMember(
  tx: Tx,
  { site, player }: { readonly site: SiteId; readonly player: PlayerId },
): Promise<Member | undefined> {
  const [member] = await tx.query<Member>(`select ${COLUMNS} from player where site_id = $1 and id = $2`, [
    site,
    player,
  ]);
  return member;
}

export async function findMemberByName(tx: Tx, site: SiteId, username: string): Promise<Member | undefined> {
  const [member] = await tx.query<Member>(
    `select ${COLUMNS} from player where site_id = $1 and username = $2`,
    [site, username],
  );
  return member;
}

export async function findMembers(
  tx: Tx,
  site: SiteId,
  players: readonly PlayerId[],
): Promise<ReadonlyMap<PlayerId, Member>> {
  const rows = await tx.query<Member>(
    `select ${COLUMNS} from player where site_id = $1 and id = any($2::bigint[])`,
    [site, [...new Set(players)]],
  );
  return new Map(rows.map((member) => [member.id, member]));
}

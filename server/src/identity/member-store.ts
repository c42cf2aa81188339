// Whose a proven value is.
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import type { ValueKind } from './code-store.ts';

/** The columns of a value, and when its owner proved it. */
const COLUMN = {
  EMAIL: { value: 'email', verifiedAt: 'email_verified_at' },
  PHONE: { value: 'phone', verifiedAt: 'phone_verified_at' },
} as const;

interface OfSite {
  readonly site: SiteId;
  readonly kind: ValueKind;
  readonly value: string;
}

/** Staff do not come back by a code: a colleague lets them in again (S-35). */
export async function findOwnerNamed(
  tx: Tx,
  { site, kind, value, username }: OfSite & { readonly username: string },
): Promise<PlayerId | undefined> {
  const column = COLUMN[kind];
  const [row] = await tx.query<{ readonly id: PlayerId }>(
    `select id from player
      where site_id = $1 and username = $2 and role <> 'STAFF'
        and ${column.value} = $3 and ${column.verifiedAt} is not null`,
    [site, username, value],
  );
  return row?.id;
}

export interface Owner {
  readonly id: PlayerId;
  readonly username: string;
  readonly createdAt: Date;
}

/** At most one: a proven value is of one account. */
export async function listOwners(tx: Tx, { site, kind, value }: OfSite): Promise<readonly Owner[]> {
  const column = COLUMN[kind];
  return tx.query<Owner>(
    `select id, username, created_at as "createdAt" from player
      where site_id = $1 and role <> 'STAFF' and ${column.value} = $2 and ${column.verifiedAt} is not null`,
    [site, value],
  );
}

/** Whether somebody other than this player has proven the value. */
export async function isOfAnother(
  tx: Tx,
  { site, kind, value, player }: OfSite & { readonly player: PlayerId | null },
): Promise<boolean> {
  const column = COLUMN[kind];
  const rows = await tx.query(
    `select id from player
      where site_id = $1 and ${column.value} = $2 and ${column.verifiedAt} is not null
        and ($3::bigint is null or id <> $3)`,
    [site, value, player],
  );
  return rows.length > 0;
}

/** What the member has proven before. */
export async function findProvenValue(
  tx: Tx,
  { site, player, kind }: Pick<OfSite, 'site' | 'kind'> & { readonly player: PlayerId },
): Promise<string | undefined> {
  const column = COLUMN[kind];
  const [row] = await tx.query<{ readonly value: string }>(
    `select ${column.value} as value from player
      where site_id = $1 and id = $2 and ${column.verifiedAt} is not null`,
    [site, player],
  );
  return row?.value;
}

export async function updateContact(
  tx: Tx,
  { site, player, kind, value, now }: OfSite & { readonly player: PlayerId; readonly now: Millis },
): Promise<void> {
  const column = COLUMN[kind];
  await tx.query(
    `update player set ${column.value} = $3, ${column.verifiedAt} = $4 where site_id = $1 and id = $2`,
    [site, player, value, new Date(now)],
  );
}

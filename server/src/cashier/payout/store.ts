// Payout accounts as the tables keep them. A removed one stays: requests on their way name it.
import type { PlayerId, SiteId } from '@maru/engine/purse';
import { type Millis, millis } from '@maru/engine/time';
import type { Tx } from '../../db/database.ts';
import { insertRow } from '../../db/insert-row.ts';

export interface PayoutAccount {
  readonly id: number;
  readonly wallet: string;
  readonly kind: 'BANK' | 'CHAIN';
  readonly bankId: number | null;
  readonly account: string;
  readonly holder: string | null;
  readonly tag: string | null;
  readonly createdAt: number;
  readonly confirmedAt: number | null;
}

interface Owner {
  readonly site: SiteId;
  readonly player: PlayerId;
}

const COLUMNS = `id, wallet, kind, bank_id as "bankId", account, holder, tag, created_ms as "createdAt",
  confirmed_ms as "confirmedAt"`;

const MOST_PER_WALLET = 5;

/** The newest first. */
export const listPayouts = (
  tx: Tx,
  { site, player }: Owner,
  wallet?: string,
): Promise<readonly PayoutAccount[]> =>
  tx.query<PayoutAccount>(
    `select ${COLUMNS}
       from payout_account
      where site_id = $1
        and player_id = $2
        and ($3::text is null or wallet = $3)
        and removed_ms is null
      order by id desc
      limit 500`,
    [site, player, wallet ?? null],
  );

/** Also one that was removed: a history shows where money went. */
export const findPayouts = (
  tx: Tx,
  site: SiteId,
  ids: readonly number[],
): Promise<readonly PayoutAccount[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : tx.query<PayoutAccount>(
        `select ${COLUMNS} from payout_account where site_id = $1 and id = any($2::bigint[])`,
        [site, [...ids]],
      );

/** Locks the rows of the player, so that of many at once no more than allowed are added. */
export async function insertPayout(
  tx: Tx,
  payout: Owner & Omit<PayoutAccount, 'id' | 'confirmedAt' | 'createdAt'> & { readonly now: Millis },
): Promise<PayoutAccount | 'TOO_MANY'> {
  const { site, player, wallet, kind, bankId, account, holder, tag, now } = payout;
  await tx.query('select id from player where id = $1 for update', [player]);
  const own = await listPayouts(tx, { site, player }, wallet);
  const same = own.find((each) => each.kind === kind && each.account === account && each.tag === tag);
  if (same !== undefined) return same;
  if (own.length >= MOST_PER_WALLET) return 'TOO_MANY';
  const row = {
    ...{ site_id: site, player_id: player, wallet, kind, bank_id: bankId, account, holder, tag },
    created_ms: now,
  };
  const [inserted] = await insertRow<PayoutAccount>(tx, 'payout_account', row, `returning ${COLUMNS}`);
  return inserted as PayoutAccount;
}

const updateOwn = async (
  tx: Tx,
  column: 'confirmed_ms' | 'removed_ms',
  { site, player, id, now }: Owner & { readonly id: number; readonly now: Millis },
): Promise<PayoutAccount | undefined> => {
  const [updated] = await tx.query<PayoutAccount>(
    `update payout_account
        set ${column} = coalesce(${column}, $4)
      where site_id = $1 and player_id = $2 and id = $3 and removed_ms is null
     returning ${COLUMNS}`,
    [site, player, id, now],
  );
  return updated;
};

/** A repeated confirmation changes nothing: the waiting time is not lengthened. */
export const confirmPayoutRow = (tx: Tx, of: Parameters<typeof updateOwn>[2]) =>
  updateOwn(tx, 'confirmed_ms', of);

/** No request can name one that was never confirmed: its row goes at once, so that saving and removing leaves nothing. */
export async function removePayoutRow(
  tx: Tx,
  of: Parameters<typeof updateOwn>[2],
): Promise<PayoutAccount | undefined> {
  const { site, player, id } = of;
  const [deleted] = await tx.query<PayoutAccount>(
    `delete from payout_account
      where site_id = $1 and player_id = $2 and id = $3 and confirmed_ms is null
     returning ${COLUMNS}`,
    [site, player, id],
  );
  return deleted ?? updateOwn(tx, 'removed_ms', of);
}

/** When the password was last changed; undefined while it is the one of the sign-up. */
export async function passwordChangedAt(tx: Tx, { site, player }: Owner): Promise<Millis | undefined> {
  const [row] = await tx.query<{ at: Date }>(
    `select password_changed_at as at
       from player
      where site_id = $1 and id = $2 and password_changed_at > created_at`,
    [site, player],
  );
  return row && millis(row.at.getTime());
}

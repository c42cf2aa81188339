// How much each member of staff has approved or asked to grant on a day (docs/reliability.md T-110).
import { type Amount, parseUnits, toDecimal } from '@maru/engine/amount';
import type { SiteId } from '@maru/engine/purse';
import { koreanDate, type Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { insertRow } from '../db/insert-row.ts';

export interface Approval {
  readonly site: SiteId;
  readonly staff: number;
  /** What is approved: the same one counts once, however often it is sent. */
  readonly subject: string;
  readonly currency: string;
  readonly amount: Amount;
  readonly now: Millis;
}

/** `KNOWN`: it was counted before. Approvals of one member of staff are counted one after the other. */
export async function countApproval(
  tx: Tx,
  { site, staff, subject, currency, amount, now }: Approval,
  most: Amount,
): Promise<'COUNTED' | 'KNOWN' | 'ABOVE'> {
  await tx.query('select id from player where id = $1 for update', [staff]);
  const known = await tx.query('select 1 from staff_approval where staff_id = $1 and subject = $2', [
    staff,
    subject,
  ]);
  if (known.length > 0) return 'KNOWN';
  const day = koreanDate(now);
  const [before] = await tx.query<{ total: string }>(
    `select coalesce(sum(amount), 0)::text as total
       from staff_approval
      where staff_id = $1 and day = $2 and currency = $3`,
    [staff, day, currency],
  );
  if ((parseUnits(before?.total ?? '0') ?? 0n) + amount > most) return 'ABOVE';
  const row = { staff_id: staff, subject, site_id: site, day, currency, amount: toDecimal(amount) };
  await insertRow(tx, 'staff_approval', row);
  return 'COUNTED';
}

/** The desk has refused it: nothing moved. */
export async function uncountApproval(
  tx: Tx,
  { staff, subject }: Pick<Approval, 'staff' | 'subject'>,
): Promise<void> {
  await tx.query('delete from staff_approval where staff_id = $1 and subject = $2', [staff, subject]);
}

// Showing a half of a first password to the one of two people whom it waits for: once, and in the audit log.
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { type ChangeArea, insertStaffChange } from '../staff/changes.ts';
import { type Half, halfOf } from './first-password.ts';
import { type FirstPasswordRow, halfFor, noteShown } from './store.ts';

export async function revealHalf(
  tx: Tx,
  secret: string,
  {
    site,
    area,
    subject,
    row,
    by,
    now,
  }: {
    readonly site: SiteId;
    readonly area: ChangeArea;
    readonly subject: string;
    readonly row: FirstPasswordRow & { readonly id: number };
    readonly by: PlayerId;
    readonly now: Millis;
  },
): Promise<
  { readonly half: Half; readonly text: string; readonly untilMillis: number } | 'ALREADY_PROCESSED'
> {
  const { id } = row;
  const half = halfFor(row, by, now);
  if (half === null || row.nonce === null || row.passwordUntil === null) return 'ALREADY_PROCESSED';
  if (!(await noteShown(tx, { id, half, now }))) return 'ALREADY_PROCESSED';
  await insertStaffChange(tx, {
    ...{ site, area, action: 'REVEAL', subject, before: {}, after: { half } },
    by: { staff: by, now, reason: '' },
  });
  return {
    half,
    text: halfOf(secret, { player: id, nonce: row.nonce, half }),
    untilMillis: row.passwordUntil,
  };
}

// Requests as staff see them in every list.
import type { Tx } from '../db/database.ts';
import type { CashierSite } from './deps.ts';
import { findMembers } from './member-store.ts';
import type { CashierRow } from './row-store.ts';
import { DECIDED_BY_RULE } from './shadow/rows.ts';
import { namesOf, wireRow } from './wire.ts';

const needsTwo = (site: CashierSite, { type, amount: units, currency, createdAt }: CashierRow): boolean =>
  type === 'PB' || type === 'PM' || units >= site.money.twoFrom(currency, createdAt);

export async function officeRows(tx: Tx, site: CashierSite, rows: readonly CashierRow[]) {
  const names = await namesOf(tx, site.id, rows);
  const members = await findMembers(
    tx,
    site.id,
    rows.map(({ player }) => player),
  );
  return rows.map((row) => {
    const member = members.get(row.player);
    return {
      ...wireRow(row, names),
      playerId: row.player,
      username: member?.username ?? '',
      nick: member?.nick ?? '',
      takenBy: row.takenBy ?? null,
      confirmedBy: row.confirmedBy ?? null,
      decidedBy: row.decidedBy ?? null,
      askedBy: row.askedBy ?? null,
      needsTwo: needsTwo(site, row),
      isByRule: row.provider === DECIDED_BY_RULE,
    };
  });
}

// Nicknames for lists that have only numbers.
import type { SiteId } from '@maru/engine/purse';
import type { Tx } from '../db/database.ts';

export type Nicks = ReadonlyMap<number, string>;

/** People of a site by their numbers; those who are not of it are left out. */
export async function listNicks(tx: Tx, site: SiteId, ids: readonly number[]): Promise<Nicks> {
  if (ids.length === 0) return new Map();
  const rows = await tx.query<{ id: number; nick: string }>(
    'select id, nick from player where site_id = $1 and id = any($2::bigint[])',
    [site, [...new Set(ids)]],
  );
  return new Map(rows.map(({ id, nick }) => [id, nick]));
}

export const nickIn = (nicks: Nicks, id: number): string => nicks.get(id) ?? '';

/** Its first letter: a trader sees that followers are different people, and not who they are. */
export function maskedNick(nick: string): string {
  const [first = ''] = nick;
  return `${first}***`;
}

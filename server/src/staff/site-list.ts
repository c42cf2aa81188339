import type { SiteId } from '@maru/engine/purse';
import type { Tx } from '../db/database.ts';
import { MOST_LISTED } from '../http/paging.ts';

export interface SitePage {
  readonly site: SiteId;
  /** Only rows that come after this one in a list of the newest first. */
  readonly before?: number | undefined;
  readonly page: number;
  readonly size: number;
}

/** The rows of a site by their numbers, newest first, at most `MOST_LISTED` back from where the list begins. */
export async function listOfSite<Row>(
  tx: Tx,
  { table, columns }: { readonly table: string; readonly columns: string },
  { site, before = Number.MAX_SAFE_INTEGER, page, size }: SitePage,
): Promise<{ readonly rows: readonly Row[]; readonly total: number }> {
  const candidates = `
    select ${columns} from ${table} where site_id = $1 and id < $2 order by id desc limit ${MOST_LISTED}`;
  const rows = await tx.query<Row>(
    `select * from (${candidates}) as candidate order by id desc offset $3 limit $4`,
    [site, before, page * size, size],
  );
  const [count] = await tx.query<{ total: number }>(
    `select count(*) as total from (${candidates}) as candidate`,
    [site, before],
  );
  return { rows, total: count?.total ?? 0 };
}

// Notices as the tables keep them.
import type { SiteId } from '@maru/engine/purse';
import type { Tx } from '../db/database.ts';

export interface Notice {
  readonly id: number;
  readonly title: string;
  readonly content: string;
  readonly createdAt: number;
}

export async function findNotice(tx: Tx, site: SiteId, id: number): Promise<Notice | undefined> {
  const [notice] = await tx.query<Notice>(
    `select id, title, content, created_ms as "createdAt"
     from notice
     where site_id = $1 and id = $2`,
    [site, id],
  );
  return notice;
}

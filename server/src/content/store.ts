// Notices as the tables keep them.
import type { ReplyOf } from '@maru/contract/call';
import type { noticeById } from '@maru/contract/content';
import type { SiteId } from '@maru/engine/purse';
import type { Tx } from '../db/database.ts';

type Notice = ReplyOf<typeof noticeById>;

export async function findNotice(tx: Tx, site: SiteId, id: number): Promise<Notice | undefined> {
  const [notice] = await tx.query<Notice>(
    `select id, title, content, created_ms as "createdAt"
     from notice
     where site_id = $1 and id = $2`,
    [site, id],
  );
  return notice;
}

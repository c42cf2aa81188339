// Pictures of texts: uploaded by staff as files, attached to the text when a version with them is saved, and shown to
// everybody while the text is.
import { contentPicture } from '@maru/contract/content/calls';
import type { SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Database, Tx } from '../db/database.ts';
import type { FileFolder } from '../file/folder.ts';
import { type Route, serveFile } from '../http/serve.ts';

export const attachedTo = (id: number): string => `content ${id}`;

/** False when one of them is not a picture of this site's staff, or belongs to another text. */
export async function attachPictures(
  tx: Tx,
  {
    site,
    id,
    pictures,
  }: { readonly site: SiteId; readonly id: number; readonly pictures: readonly string[] },
): Promise<boolean> {
  if (pictures.length === 0) return true;
  const attached = await tx.query(
    `update file
     set attached_to = $3
     where id = any($1)
       and site_id = $2
       and player_id is null
       and (attached_to is null or attached_to = $3)
     returning id`,
    [pictures, site, attachedTo(id)],
  );
  return attached.length === pictures.length;
}

const NAME = /^[0-9a-f]{32}$/;

/** Undefined as well while its text is not shown to readers. */
async function findPicture(
  tx: Tx,
  { site, id, now }: { readonly site: SiteId; readonly id: string; readonly now: Millis },
): Promise<{ readonly name: string; readonly type: string } | undefined> {
  const [row] = await tx.query<{ name: string; type: string; to: string | null }>(
    'select name, type, attached_to as "to" from file where id = $1 and site_id = $2',
    [id, site],
  );
  const text = Number(/^content (\d{1,15})$/.exec(row?.to ?? '')?.[1] ?? 0);
  if (row === undefined || text === 0) return undefined;
  const open = await tx.query(
    `select from content
     where id = $1
       and site_id = $2
       and status = 'PUBLISHED'
       and from_ms <= $3
       and (to_ms is null or to_ms > $3)`,
    [text, site, now],
  );
  return open.length === 0 ? undefined : row;
}

export const pictureRoutes = ({
  database,
  folder,
}: {
  readonly database: Database;
  readonly folder: Pick<FileFolder, 'load'>;
}): readonly Route[] => [
  serveFile(contentPicture, async ({ query: { id }, site, now }) => {
    const found = NAME.test(id)
      ? await database.transaction((tx) => findPicture(tx, { site, id, now }))
      : undefined;
    const bytes = found && (await folder.load(id));
    if (found === undefined || bytes === undefined) return { ok: false, refusal: 'NOT_FOUND' };
    return { ok: true, reply: { bytes, type: found.type, name: found.name } };
  }),
];

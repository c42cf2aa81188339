// Letters as notifications, for the centre and for web pushes.
import type { WireNotification } from '@maru/contract/notification/calls';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Tx } from '../db/database.ts';

export interface LetterHead {
  readonly id: number;
  readonly site: SiteId;
  readonly player: PlayerId;
  readonly titleKo: string;
  readonly titleEn: string;
  readonly link: string | null;
  readonly createdAt: number;
}

export const LETTER_HEAD = `id, site_id as "site", player_id as "player", title_ko as "titleKo",
  title_en as "titleEn", link, created_ms as "createdAt"`;

export const letterNotification = ({
  id,
  titleKo,
  titleEn,
  link,
  createdAt,
}: LetterHead): WireNotification => ({
  id: `letter ${id}`,
  category: 'NOTICE',
  at: createdAt,
  path: link,
  content: { kind: 'LETTER', title: titleKo, titleEn },
});

/** After this moment, newest first. */
export function listNewestLetters(
  tx: Tx,
  of: Pick<LetterHead, 'site' | 'player'> & { readonly since: number; readonly most: number },
): Promise<readonly LetterHead[]> {
  return tx.query<LetterHead>(
    `select ${LETTER_HEAD}
     from message
     where site_id = $1 and player_id = $2 and created_ms > $3
     order by id desc
     limit $4`,
    [of.site, of.player, of.since, of.most],
  );
}

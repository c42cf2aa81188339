// A letter to a member, written in the transaction of what it tells about: if that is rolled back, there is no letter.
// The member's devices learn of it within a second (`tell.ts`).
import type { MessageKind } from '@maru/contract/message/calls';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { insertRow } from '../db/insert-row.ts';

export interface LetterText {
  readonly ko: string;
  readonly en: string;
}

export interface Letter {
  readonly kind: MessageKind;
  readonly title: LetterText;
  readonly body: LetterText;
  /** A page of the app. */
  readonly link?: string | undefined;
}

export interface PostedLetter extends Letter {
  readonly site: SiteId;
  readonly player: PlayerId;
  /** What it is about, for example `contact 5`: an unread letter of the same subject is replaced. */
  readonly subject?: string;
  readonly now: Millis;
}

/** A member has no more than these: the oldest make room. */
const MOST_LETTERS = 500;

export const letterColumns = ({ kind, title, body, link }: Letter) => ({
  ...{ kind, title_ko: title.ko, title_en: title.en, body_ko: body.ko, body_en: body.en, link },
});

export async function postMessage(tx: Tx, letter: PostedLetter): Promise<number> {
  const { site, player, subject, now } = letter;
  if (subject !== undefined) {
    await tx.query('delete from message where player_id = $1 and read_ms is null and subject = $2', [
      player,
      subject,
    ]);
  }
  const [row] = await insertRow<{ id: number }>(
    tx,
    'message',
    { site_id: site, player_id: player, ...letterColumns(letter), subject, created_ms: now },
    'returning id',
  );
  await tx.query(
    `delete from message
     where player_id = $1
       and id <= (select id from message where player_id = $1 order by id desc offset ${MOST_LETTERS} limit 1)`,
    [player],
  );
  return row?.id ?? 0;
}

/** What the letters are about was seen: they are read too, and the devices are told the new number. */
export async function readMessagesAbout(
  tx: Tx,
  player: PlayerId,
  subject: string,
  now: Millis,
): Promise<void> {
  await tx.query(
    `update message
     set read_ms = $3, is_told = false
     where player_id = $1 and read_ms is null and subject = $2`,
    [player, subject, now],
  );
}

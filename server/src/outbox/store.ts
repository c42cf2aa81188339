import type { Language } from '@maru/contract/refusals';
import type { SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { bySite } from '../shadow/of-shard.ts';
import type { Letter } from './delivery.ts';
import type { Channel } from './letters.ts';

interface LetterRow {
  readonly id: number;
  readonly channel: Channel;
  readonly recipient: string;
  readonly kind: string;
  readonly language: Language;
  readonly textKo: string;
  readonly textEn: string;
  readonly createdAt: Date;
  readonly deliveredAt: Date | null;
  readonly deliveredBy: string | null;
}

const LETTER = `id, channel, recipient, kind, language, text_ko as "textKo", text_en as "textEn",
                created_at as "createdAt", delivered_at as "deliveredAt", delivered_by as "deliveredBy"`;

export type StoredLetter = Omit<LetterRow, 'textKo' | 'textEn'> & Letter;

const letterOf = ({ textKo, textEn, ...row }: LetterRow): StoredLetter => ({
  ...row,
  text: row.language === 'ko' ? textKo : textEn,
});

export async function listLetters(
  tx: Tx,
  asked: {
    readonly site: SiteId;
    readonly recipient: string | undefined;
    readonly before: number | undefined;
    readonly size: number;
  },
): Promise<readonly StoredLetter[]> {
  const rows = await tx.query<LetterRow>(
    `select ${LETTER}
       from outbox
      where site_id = $1
        and not is_decoy
        and ($2::text is null or recipient = $2)
        and ($3::bigint is null or id < $3)
      order by id desc
      limit $4`,
    [asked.site, asked.recipient ?? null, asked.before ?? null, asked.size],
  );
  return rows.map(letterOf);
}

/** A letter that was refused so often is given up: a code has expired by then. */
const MOST_TRIES = 5;
const DELIVERED_AT_ONCE = 50;

export async function listUndelivered(tx: Tx, shard: number): Promise<readonly StoredLetter[]> {
  const rows = await tx.query<LetterRow>(
    `select ${LETTER}
       from outbox
      where delivered_at is null and not is_decoy and tries < ${MOST_TRIES}
        and ${bySite(shard, 'outbox')}
      order by id
      limit ${DELIVERED_AT_ONCE}`,
  );
  return rows.map(letterOf);
}

export async function noteDelivered(
  tx: Tx,
  {
    id,
    by,
    forgetText,
    now,
  }: { readonly id: number; readonly by: string; readonly forgetText: boolean; readonly now: Millis },
): Promise<void> {
  await tx.query(
    `update outbox
        set delivered_at = $2, delivered_by = $3, tries = tries + 1,
            text_ko = case when $4 then '' else text_ko end,
            text_en = case when $4 then '' else text_en end
      where id = $1`,
    [id, new Date(now), by, forgetText],
  );
}

export async function noteFailedDelivery(tx: Tx, id: number): Promise<void> {
  await tx.query('update outbox set tries = tries + 1 where id = $1', [id]);
}

export async function forgetOldLetters(tx: Tx, before: Millis): Promise<void> {
  await tx.query('delete from outbox where created_at < $1', [new Date(before)]);
}

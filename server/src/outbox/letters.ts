// E-mail and text messages as rows: written in the transaction of what they report, delivered afterwards.
import type { Language } from '@maru/contract/refusals';
import type { SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { insertRow } from '../db/insert-row.ts';

export type Channel = 'EMAIL' | 'SMS';

/** A `CODE` is a secret: its text is not kept once it has really been sent. */
type LetterKind = 'CODE' | 'FOUND_ID' | 'PASSWORD_FOUND' | 'CONTACT_CHANGED';

export interface NewLetter {
  readonly site: SiteId;
  readonly channel: Channel;
  readonly recipient: string;
  readonly kind: LetterKind;
  readonly language: Language;
  readonly text: Readonly<Record<Language, string>>;
  /** Never sent and never shown: written so that an answer takes as long as one that sends something. */
  readonly isDecoy?: boolean;
  readonly now: Millis;
}

export async function postLetter(tx: Tx, letter: NewLetter): Promise<void> {
  await insertRow(tx, 'outbox', {
    site_id: letter.site,
    channel: letter.channel,
    recipient: letter.recipient,
    kind: letter.kind,
    language: letter.language,
    text_ko: letter.text.ko,
    text_en: letter.text.en,
    is_decoy: letter.isDecoy === true,
    created_at: new Date(letter.now),
  });
}

// A text while it is written: what the editor holds, and when it is published.
import type { ReceivedReply } from '@maru/client/call';
import type { CATEGORIES } from '@maru/contract/content/item';
import type { KINDS, officeContent } from '@maru/contract/content/office';

export type Text = ReceivedReply<typeof officeContent>;
export type Kind = (typeof KINDS)[number];
export type Category = (typeof CATEGORIES)[number] | '';

export interface Draft {
  readonly kind: Kind;
  readonly name: string;
  readonly category: Category;
  readonly isForced: boolean;
  readonly isPushed: boolean;
  readonly isPinned: boolean;
  readonly audience: Text['audience'];
  readonly partnerCode: string;
  readonly ko: { readonly title: string; readonly content: string };
  readonly en: { readonly title: string; readonly content: string };
}

export const emptyDraft = (kind: Kind): Draft => ({
  ...{ kind, name: '', category: kind === 'notice' ? 'SYSTEM' : '' },
  ...{ isForced: false, isPushed: false, isPinned: false, audience: 'ALL', partnerCode: '' },
  ko: { title: '', content: '' },
  en: { title: '', content: '' },
});

export const draftOf = (text: Text): Draft => ({
  kind: text.kind,
  name: text.name ?? '',
  category: text.category ?? '',
  isForced: text.isForced,
  isPushed: text.isPushed,
  isPinned: text.isPinned,
  audience: text.audience,
  partnerCode: text.partnerCode ?? '',
  ko: { title: text.titleKo, content: text.contentKo },
  en: { title: text.titleEn, content: text.contentEn },
});

/** As the call that saves takes it. */
export function savedBody(draft: Draft, of: { readonly id: number; readonly version: number } | undefined) {
  const { kind, name, category, isForced, isPushed, isPinned, audience, partnerCode, ko, en } = draft;
  return {
    ...(of === undefined ? {} : { contentId: of.id, version: of.version }),
    kind,
    ...(kind === 'static' && of === undefined ? { name } : {}),
    ...(category === '' ? {} : { category }),
    ...{ isForced: kind === 'notice' && isForced, isPushed: kind === 'notice' && isPushed, isPinned },
    audience,
    ...(audience === 'PARTNER' ? { partnerCode: partnerCode.trim() } : {}),
    ko,
    ...(en.title.trim() === '' && en.content === '' ? {} : { en }),
  };
}

const KOREA = '+09:00';

/** A moment of a form, which is Korean time; undefined where there is none. */
export function millisOf(typed: string): number | undefined {
  const millis = Date.parse(`${typed}:00${KOREA}`);
  return Number.isNaN(millis) ? undefined : millis;
}

/** `2026-11-18T22:00`, as a form takes it. */
export const typedOf = (millis: number): string =>
  new Date(millis + 9 * 3_600_000).toISOString().slice(0, 16);

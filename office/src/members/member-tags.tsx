import type { MemberTag } from '@maru/contract/members/calls';
import { Tag, type Tone } from '../parts/facts.tsx';
import { words } from '../text/members.ts';
import { daysSince } from './figures.ts';

const TONES: Readonly<Record<MemberTag['tag'], Tone>> = {
  CLOSED: 'plain',
  BLOCKED: 'danger',
  LOCKED: 'danger',
  WAITING: 'brass',
  MARKED: 'warn',
  DEVICE_BLOCKED: 'danger',
  OTHER_NAME: 'danger',
  FIRST_WITHDRAWAL: 'warn',
  EXCLUDED: 'warn',
  RESTING: 'warn',
  PAYOUT_CHANGED: 'warn',
  SECURITY_CHANGED: 'warn',
  NEW_DEVICE: 'warn',
  PARTNER: 'brass',
};

const WITH_DAYS: readonly MemberTag['tag'][] = ['PAYOUT_CHANGED', 'SECURITY_CHANGED'];
const MOST_SHOWN = 2;

/** The most pressing ones; a member without any is fine. */
export function MemberTags({ tags, now }: { readonly tags: readonly MemberTag[]; readonly now: number }) {
  if (tags.length === 0) return <Tag>{words.normal}</Tag>;
  return tags.slice(0, MOST_SHOWN).map(({ tag, sinceMillis }) => (
    <Tag key={tag} tone={TONES[tag]}>
      {sinceMillis !== null && WITH_DAYS.includes(tag)
        ? words.days(words.tags[tag], daysSince(sinceMillis, now))
        : words.tags[tag]}
    </Tag>
  ));
}

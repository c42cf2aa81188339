// How a key's id, end and last use are written.
import { formatClock, formatDate, isSameDay } from '@maru/client/format-date';
import type { WireApiKey } from '@maru/contract/apikeys/calls';
import { DAY_MS, MINUTE_MS } from '@maru/engine/time';
import type { apikeysWords } from '../text/apikeys.ts';

type Words = (typeof apikeysWords)['ko'];

/** `mk_7Qd4 ··· w9Lx` */
export const shortKey = (key: string): string => `${key.slice(0, 7)} ··· ${key.slice(-4)}`;

/** `mk_Ht5c N2vK s81f 4mQe`: four characters at a time can be read out. */
export function spacedKey(key: string): string {
  const [head = '', ...rest] = key.slice(3).match(/.{1,4}/g) ?? [];
  return [`${key.slice(0, 3)}${head}`, ...rest].join(' ');
}

const SOON_DAYS = 7;

export function endOf({ expiresAt }: Pick<WireApiKey, 'expiresAt'>, now: number, words: Words) {
  const days = Math.floor((expiresAt - now) / DAY_MS);
  const date = formatDate(expiresAt);
  if (expiresAt <= now) return { state: 'EXPIRED', text: date } as const;
  const text = days === 0 ? words.endsToday(date) : words.daysLeft(date, String(days));
  return { state: days < SOON_DAYS ? 'SOON' : 'LATER', text } as const;
}

/** Of a use long ago only how long it is not used counts. */
export function lastUseText({ lastUsed }: Pick<WireApiKey, 'lastUsed'>, now: number, words: Words): string {
  if (lastUsed === null) return words.never;
  const { at, address } = lastUsed;
  const days = Math.floor((now - at) / DAY_MS);
  if (days >= SOON_DAYS) return words.unused(String(days));
  return `${momentText(at, now, words)} · ${address}`;
}

function momentText(at: number, now: number, words: Words): string {
  const minutes = Math.floor((now - at) / MINUTE_MS);
  if (minutes < 1) return words.now;
  if (minutes < 60) return words.minutesAgo(String(minutes));
  return isSameDay(at, now) ? words.today(formatClock(at)) : formatDate(at);
}

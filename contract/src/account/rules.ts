// Which usernames, nicknames, phone numbers and passwords are valid: the same rules for the form and for the server.
// Free of zod, for the browser.

/** Lowercase letters, digits, underscore, hyphen (spec 5). */
const USERNAME = /^[a-z0-9_-]{4,20}$/;

export const isUsername = (text: string): boolean => USERNAME.test(text);

/** Whole Hangul syllables, Latin letters, digits: no bidi mark and no Cyrillic look-alike is possible (T-102). */
const NICK = /^[가-힣A-Za-z0-9]{2,12}$/;

/** The nickname as it is stored, or undefined. Decomposed Hangul becomes syllables first. */
export function nickOf(text: string): string | undefined {
  if (text.length > 64) return undefined;
  const nick = text.normalize('NFC');
  return NICK.test(nick) ? nick : undefined;
}

const LOOK_ALIKES: readonly (readonly [RegExp, string])[] = [
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/0/g, 'o'],
  [/[1i]/g, 'l'],
  [/5/g, 's'],
  [/8/g, 'b'],
];

/** Two nicknames that a reader may mistake for each other fold to the same text. */
export function foldNick(nick: string): string {
  let folded = nick.normalize('NFC').toLowerCase();
  for (const [look, alike] of LOOK_ALIKES) folded = folded.replace(look, alike);
  return folded;
}

const RESERVED = [
  'admin',
  'operator',
  'official',
  'manager',
  'master',
  'support',
  'staff',
  'system',
  'maru',
  'helpdesk',
  '관리자',
  '운영자',
  '운영진',
  '운영팀',
  '고객센터',
  '고객지원',
  '상담원',
  '공식',
  '시스템',
  '마루',
  '어드민',
  '매니저',
  '스태프',
].map(foldNick);

/** No nickname may look like the platform's own. */
export function isReservedNick(nick: string): boolean {
  const folded = foldNick(nick);
  return RESERVED.some((word) => folded.includes(word));
}

export const isSameName = ({ username, nick }: { readonly username: string; readonly nick: string }) =>
  nick.normalize('NFC').toLowerCase() === username;

/** 02-###-####, 02-####-####, ###-###-####, ###-####-#### (spec 5). */
const KOREAN_PHONE = /^(02\d{7,8}|01[016789]\d{7,8}|0[3-9]\d\d{7,8})$/;
const WRITTEN_PHONE = /^\+?\d[\d -]{6,18}\d$/;

/** Digits only, with the leading zero: the one form in which a number is compared. */
export function phoneOf(text: string): string | undefined {
  if (!WRITTEN_PHONE.test(text)) return undefined;
  const digits = text.replace(/[ -]/g, '').replace(/^\+?82-?0?/, '0');
  return KOREAN_PHONE.test(digits) ? digits : undefined;
}

/** No quotes, no line breaks, nothing that could become a mail header. */
const EMAIL = /^[a-z0-9._%+-]{1,64}@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,24}$/;

export function emailOf(text: string): string | undefined {
  const email = text.toLowerCase();
  return text.length <= 254 && EMAIL.test(email) ? email : undefined;
}

const PERSON = /^\p{L}[\p{L}\p{M} .'·-]{0,39}$/u;

export function personNameOf(text: string): string | undefined {
  const name = text.length <= 120 ? text.normalize('NFC').trim() : '';
  return PERSON.test(name) ? name : undefined;
}

const PASSWORD_MIN = 8;
const PASSWORD_MAX = 128;

/** Any characters, never trimmed; only the length counts here (S-30). */
export const isPasswordLength = (password: string): boolean =>
  [...password].length >= PASSWORD_MIN && password.length <= PASSWORD_MAX && password.isWellFormed();

// "로그인 상태 유지" switched off: the tokens last as long as the browser does. A cookie without an age lives exactly
// that long and is shared by every tab, which session storage is not.

const KEY = 'keepSignedIn';
const COOKIE = 'signed_in_here=1';

interface Places {
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  readonly prefix: string;
  readonly cookies: { read(): string; write(cookie: string): void };
}

export function keepSignedIn({ storage, prefix, cookies }: Places, keep: boolean): void {
  if (keep) storage.removeItem(`${prefix}${KEY}`);
  else storage.setItem(`${prefix}${KEY}`, 'no');
  cookies.write(`${COOKIE}; path=/; SameSite=Lax`);
}

/** Before anything else at start-up: a browser that was closed since has nothing to restore. */
export function forgetEndedSignIn({ storage, prefix, cookies }: Places): void {
  if (storage.getItem(`${prefix}${KEY}`) !== 'no' || cookies.read().includes(COOKIE)) return;
  for (const name of ['accessToken', 'refreshToken', 'expiresAt']) storage.removeItem(`${prefix}${name}`);
}

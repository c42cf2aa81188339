// "로그인 상태 유지" switched off: the tokens last as long as the browser is open. A cookie without an age lasts exactly that
// long and is shared by every tab, which session storage is not.

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

/** Called before anything else at start-up: if the browser was closed since, the tokens are removed. */
export function forgetEndedSignIn({ storage, prefix, cookies }: Places): void {
  if (storage.getItem(`${prefix}${KEY}`) !== 'no' || cookies.read().includes(COOKIE)) return;
  for (const name of ['accessToken', 'refreshToken', 'expiresAt']) storage.removeItem(`${prefix}${name}`);
}

// Staff for tests: an account of the office with a second factor, signed in with everything that a head may do.
import type { SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Listed } from '../http/testing.ts';
import { codeAt } from '../security/code-testing.ts';

/** Sends a POST and returns the body of the answer, which must be a success. */
export type Send = (path: string, body: object, token?: string) => Promise<unknown>;

export interface Factor {
  readonly secret: string;
  readonly codes: Listed<string>;
}

export interface OfficeSignedIn {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly me: { readonly id: number; readonly stepUpUntilMillis: number | null };
}

interface Who {
  readonly username: string;
  readonly password: string;
  readonly siteInfoId?: SiteId;
}

/** Sets up an authenticator app; `under` is the folder of the calls, of the office or of the app. */
export async function setUpCodes(
  send: Send,
  { under, token, password, now }: { under: string; token: string; password: string; now: Millis },
): Promise<Factor> {
  const { secret } = (await send(`${under}/totp/begin`, { password }, token)) as { secret: string };
  const code = codeAt(secret, now);
  const done = await send(`${under}/totp/confirm`, { code }, token);
  return { secret, codes: (done as { recoveryCodes: Listed<string> }).recoveryCodes };
}

/**
 * The first sign-in of somebody who has no second factor yet: sets up codes, which counts as giving one, so the token may
 * be used for everything from here on. Later sign-ins take `codeAt(secret, now)`.
 */
export async function enterOffice(
  send: Send,
  who: Who,
  now: Millis,
): Promise<OfficeSignedIn & { readonly factor: Factor }> {
  const signed = (await send('/api/office/login', who)) as OfficeSignedIn;
  const { accessToken: token } = signed;
  const { password } = who;
  const factor = await setUpCodes(send, { under: '/api/office/security', token, password, now });
  return { ...signed, factor };
}

/** `enterOffice` of a platform that listens at this address. */
export async function officeTokenAt(address: string, username: string, password: string): Promise<string> {
  const send: Send = async (path, body, token) => {
    const answer = await fetch(`${address}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} was refused: ${await answer.text()}`);
    return answer.json();
  };
  return (await enterOffice(send, { username, password }, Date.now() as Millis)).accessToken;
}

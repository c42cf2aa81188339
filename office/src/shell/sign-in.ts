// How a session of the office begins and is renewed.
import type { Caller } from '@maru/client/call';
import { signIn } from '@maru/contract/account/calls';

export const renewOfficeSession = (
  call: Caller,
  held: { readonly refreshToken: string; readonly deviceKey: string },
) => call(signIn, { body: held });

export const signInWithPassword = (
  call: Caller,
  given: {
    readonly username: string;
    readonly password: string;
    readonly code?: string;
    readonly deviceKey: string;
  },
) => call(signIn, { body: given });

export const giveSecondFactor = async (_call: Caller, _code: string) =>
  ({ ok: false, message: '준비중입니다.' }) as const;

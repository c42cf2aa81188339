// How a session of the office begins and is renewed, and how the second factor is given again.
import type { Caller } from '@maru/client/call';
import { officeSignIn, officeStepUp } from '@maru/contract/staff/sign-in';

export const renewOfficeSession = (
  call: Caller,
  held: { readonly refreshToken: string; readonly deviceKey: string },
) => call(officeSignIn, { body: held });

export const signInWithPassword = (
  call: Caller,
  given: {
    readonly username: string;
    readonly password: string;
    readonly code?: string;
    readonly deviceKey: string;
  },
) => call(officeSignIn, { body: given });

export const giveSecondFactor = (call: Caller, code: string) => call(officeStepUp, { body: { code } });

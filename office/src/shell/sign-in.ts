// How a session of the office begins and is renewed, and how the second factor is given again.
import type { Caller } from '@maru/client/call';
import {
  officePasskeyChallenge,
  officePasskeySignIn,
  officeSignIn,
  officeStepUp,
} from '@maru/contract/staff/sign-in';
import { signWithPasskey } from './passkeys.ts';

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

/** Undefined when the question of the device was closed, or it has no passkey. */
async function credentialOf(call: Caller) {
  const asked = await call(officePasskeyChallenge, { body: {} });
  if (!asked.ok) return asked;
  const credential = await signWithPasskey(asked.reply.options);
  return credential && ({ ok: true, credential } as const);
}

export async function signInWithPasskey(call: Caller, deviceKey: string) {
  const made = await credentialOf(call);
  if (made === undefined || !made.ok) return made;
  return call(officePasskeySignIn, { body: { credential: made.credential, deviceKey } });
}

export async function giveSecondFactorByPasskey(call: Caller) {
  const made = await credentialOf(call);
  if (made === undefined || !made.ok) return made;
  return call(officeStepUp, { body: { credential: made.credential } });
}

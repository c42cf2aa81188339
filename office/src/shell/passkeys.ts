// Passkeys of the browser, with the library that knows what browsers do differently; fetched when one is wanted.
import type { Sent } from '@maru/client/call';
import type { officeAddPasskey } from '@maru/contract/security/office';
import type { officePasskeySignIn } from '@maru/contract/staff/sign-in';

type Options = Readonly<Record<string, unknown>>;
type Made = Sent<typeof officeAddPasskey>['body']['credential'];
type Signed = Sent<typeof officePasskeySignIn>['body']['credential'];

/** Undefined when the question of the device was closed, or it keeps no passkeys. */
async function answered<Value>(asked: Promise<Value>): Promise<Value | undefined> {
  try {
    return await asked;
  } catch (fault) {
    if (fault instanceof Error) return undefined;
    throw fault;
  }
}

export async function makePasskey(options: Options): Promise<Made | undefined> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'];
  const made = await answered(startRegistration({ optionsJSON }));
  if (made === undefined) return undefined;
  const { clientDataJSON, attestationObject } = made.response;
  return { id: made.id, rawId: made.rawId, type: made.type, response: { clientDataJSON, attestationObject } };
}

export async function signWithPasskey(options: Options): Promise<Signed | undefined> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'];
  const made = await answered(startAuthentication({ optionsJSON }));
  if (made === undefined) return undefined;
  const { clientDataJSON, authenticatorData, signature, userHandle } = made.response;
  const response = { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) };
  return { id: made.id, rawId: made.rawId, type: made.type, response };
}

// The browser makes a passkey, with the library that knows what browsers do differently.
import type { Sent } from '@maru/client/call';
import type { addPasskey } from '@maru/contract/security/calls';

type Credential = Sent<typeof addPasskey>['body']['credential'];

export interface MadeCredential {
  readonly credential: Credential;
  /** What its owner will recognise it by, until they give it another name. */
  readonly name: string;
}

const NAMES: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows PC'],
  [/Mac/, 'Mac'],
];

/** Undefined when the member closed the question, or the device keeps no passkeys. */
export async function makeCredential(
  options: Readonly<Record<string, unknown>>,
): Promise<MadeCredential | undefined> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  try {
    const optionsJSON = options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'];
    const { id, rawId, type, response, authenticatorAttachment } = await startRegistration({ optionsJSON });
    const { clientDataJSON, attestationObject } = response;
    const device = NAMES.find(([mark]) => mark.test(navigator.userAgent))?.[1] ?? 'Passkey';
    const name = authenticatorAttachment === 'cross-platform' ? 'USB' : device;
    return { credential: { id, rawId, type, response: { clientDataJSON, attestationObject } }, name };
  } catch (fault) {
    if (fault instanceof Error) return undefined;
    throw fault;
  }
}

// Signing in with a passkey: fetched when somebody taps it, because most sign-ins need none of this.
import type { Refused } from '@maru/client/call';
import { passkeyChallenge, passkeySignIn } from '@maru/contract/account/calls';
import type { usePlatform } from '../shell/platform.tsx';

type Platform = Pick<ReturnType<typeof usePlatform>, 'call' | 'signInBy'>;

/** Undefined when the member closed the question of the device, or has no passkey here. */
export async function signInWithPasskey({
  call,
  signInBy,
}: Platform): Promise<{ readonly ok: true } | Refused | undefined> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const asked = await call(passkeyChallenge, { body: {} });
  if (!asked.ok) return asked;
  const optionsJSON = asked.reply.options as unknown as Parameters<
    typeof startAuthentication
  >[0]['optionsJSON'];
  const made = await startAuthentication({ optionsJSON }).catch((fault: unknown) => {
    if (fault instanceof Error) return undefined;
    throw fault;
  });
  if (made === undefined) return undefined;
  const { id, rawId, type } = made;
  const { clientDataJSON, authenticatorData, signature, userHandle } = made.response;
  const response = { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) };
  return signInBy((device) =>
    call(passkeySignIn, { body: { credential: { id, rawId, type, response }, ...device } }),
  );
}

import type { Caller } from '@maru/client/call';
import { officeAddPasskey, officeBeginPasskey } from '@maru/contract/security/office';
import { makePasskey } from '../shell/passkeys.ts';
import { words } from '../text/security.ts';

/** The sentence of what went wrong; undefined when the passkey is registered. */
export async function addOwnPasskey(
  call: Caller,
  proof: { readonly password: string; readonly code?: string },
): Promise<string | undefined> {
  const begun = await call(officeBeginPasskey, { body: proof });
  if (!begun.ok) return begun.message;
  const credential = await makePasskey(begun.reply.options);
  if (credential === undefined) return words.passkeyFailed;
  const added = await call(officeAddPasskey, { body: { name: words.passkeyName, credential } });
  return added.ok ? undefined : added.message;
}

// A member's own passkeys. Signing in with one is in `account/passkey-sign-in.ts`.
import { addPasskey, beginPasskey, removePasskey, renamePasskey } from '@maru/contract/security/calls';
import { findProfile } from '../account/store.ts';
import { type Route, serve } from '../http/serve.ts';
import type { SecurityDeps } from './deps.ts';
import { tellChange } from './letters.ts';
import {
  deletePasskey,
  insertPasskey,
  listPasskeys,
  MOST_PASSKEYS,
  renamePasskeyRow,
} from './passkey-store.ts';
import { wirePasskey } from './state.ts';
import { loadSecurity, saveSecurity } from './store.ts';

export function passkeyRoutes({
  database,
  confirmOwner,
  passkeys,
  siteTerms,
}: SecurityDeps): readonly Route[] {
  return [
    serve(beginPasskey, async ({ body, principal, host, now }) => {
      const unconfirmed = await confirmOwner(principal, body);
      if (unconfirmed !== undefined) return unconfirmed;
      const found = await database.transaction(async (tx) => ({
        profile: await findProfile(tx, principal.site, principal.player),
        known: await listPasskeys(tx, principal),
        lockedAt: (await loadSecurity(tx, principal)).lockedAt,
      }));
      const { profile, known, lockedAt } = found;
      if (profile === undefined) return { ok: false, refusal: 'ACCOUNT_NOT_FOUND' };
      if (lockedAt !== null) return { ok: false, refusal: 'ACCOUNT_LOCKED' };
      if (known.length >= MOST_PASSKEYS) return { ok: false, refusal: 'TOO_MANY_PASSKEYS' };
      const siteName = siteTerms(principal.site)?.name ?? 'Maru';
      const member = { ...principal, username: profile.username, siteName, known };
      const options = passkeys.registerOptions({ host, now }, member);
      if (options === undefined) return { ok: false, refusal: 'PASSKEYS_NEED_HTTPS' };
      return { ok: true, reply: { options: { ...options } } };
    }),
    serve(addPasskey, async ({ body: { name, credential }, principal, host, now }) => {
      const made = await passkeys.verifyNew({ host, now }, principal, credential);
      if (made === undefined) return { ok: false, refusal: 'PASSKEY_REFUSED' };
      const { site, player } = principal;
      const saved = await database.transaction(async (tx) => {
        if ((await loadSecurity(tx, principal)).lockedAt !== null) return 'LOCKED';
        const passkey = await insertPasskey(tx, { site, player, ...made, name, now });
        if (typeof passkey !== 'string') await tellChange(tx, principal, { change: 'PASSKEY_ADDED', now });
        return passkey;
      });
      if (saved === 'LOCKED') return { ok: false, refusal: 'ACCOUNT_LOCKED' };
      if (saved === 'TOO_MANY') return { ok: false, refusal: 'TOO_MANY_PASSKEYS' };
      if (saved === 'EXISTS') return { ok: false, refusal: 'PASSKEY_REFUSED' };
      return { ok: true, reply: wirePasskey(saved) };
    }),
    serve(renamePasskey, async ({ body: { id, name }, principal: { site, player } }) => {
      const renamed = await database.transaction((tx) => renamePasskeyRow(tx, { site, player, id, name }));
      return renamed === undefined
        ? { ok: false, refusal: 'PASSKEY_NOT_FOUND' }
        : { ok: true, reply: wirePasskey(renamed) };
    }),
    serve(removePasskey, async ({ body: { id, ...proof }, principal, now }) => {
      const { site, player } = principal;
      const own = await database.transaction((tx) => listPasskeys(tx, principal));
      if (!own.some((each) => each.id === id)) return { ok: false, refusal: 'PASSKEY_NOT_FOUND' };
      const unconfirmed = await confirmOwner(principal, proof);
      if (unconfirmed !== undefined) return unconfirmed;
      await database.transaction(async (tx) => {
        if (!(await deletePasskey(tx, { site, player, id }))) return;
        await saveSecurity(tx, principal, { passkey_ms: now });
        await tellChange(tx, principal, { change: 'PASSKEY_REMOVED', now });
      });
      return { ok: true, reply: {} };
    }),
  ];
}

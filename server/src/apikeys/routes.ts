// Making, listing, changing and deleting API keys. None of these calls can be made with a key. What gives a key rights
// takes the password and the second factor; another name and the end of a key give none, and ending one must be fast.
import {
  apiKeyList,
  changeApiKeyAddresses,
  deleteApiKey,
  MOST_API_KEYS,
  makeApiKey,
  renameApiKey,
  type WireApiKey,
} from '@maru/contract/apikeys/calls';
import { type ApiScope, apiScopes, type BodyOf } from '@maru/contract/call';
import { DAY_MS, later, type Millis } from '@maru/engine/time';
import type { Database, Tx } from '../db/database.ts';
import type { FeatureParts } from '../feature/server-feature.ts';
import { type AnswerOf, type Principal, type Route, serve } from '../http/serve.ts';
import { addressesOf } from './addresses.ts';
import type { Keys } from './keys.ts';
import type { LastUses } from './last-uses.ts';
import { tellKey } from './letters.ts';
import { newKeyId, newSecret } from './new-key.ts';
import type { Seal } from './seal.ts';
import * as store from './store.ts';

export interface KeyRouteParts {
  readonly database: Database;
  readonly confirmOwner: FeatureParts['confirmOwner'];
  readonly keys: Pick<Keys, 'forget' | 'revoke'>;
  readonly lastUses: Pick<LastUses, 'unsaved'>;
  readonly seal: Seal;
  readonly random: (bytes: number) => Uint8Array;
  /** Closes the connections whose key has changed or does not count any more. */
  readonly recheck: (player: Principal['player']) => void;
}

/** No control character, no mark that changes the direction of a text. */
const NAME = /^[^\p{C}\p{Zl}\p{Zp}]{1,20}$/u;

function nameOf(text: string): string | undefined {
  const name = text.normalize('NFC').trim();
  return NAME.test(name) ? name : undefined;
}

/** In the order of the list, each once. */
const scopesOf = (asked: readonly ApiScope[]): readonly ApiScope[] =>
  apiScopes.filter((scope) => asked.includes(scope));

type Checked =
  | {
      readonly ok: true;
      readonly name: string;
      readonly scopes: readonly ApiScope[];
      readonly addresses: readonly string[];
    }
  | Extract<AnswerOf<typeof makeApiKey>, { readonly ok: false }>;

function check(body: BodyOf<typeof makeApiKey>): Checked {
  const name = nameOf(body.name);
  if (name === undefined) return { ok: false, refusal: 'API_KEY_NAME_INVALID', field: 'name' };
  const scopes = scopesOf(body.scopes);
  if (scopes.length === 0) return { ok: false, refusal: 'API_KEY_NEEDS_SCOPE', field: 'scopes' };
  const addresses = addressesOf(body.addresses);
  if (addresses === undefined) return { ok: false, refusal: 'API_KEY_ADDRESS_INVALID', field: 'addresses' };
  if (scopes.includes('TRADE') && addresses.length === 0)
    return { ok: false, refusal: 'API_KEY_NEEDS_ADDRESS', field: 'addresses' };
  return { ok: true, name, scopes, addresses };
}

export function apikeyRoutes(parts: KeyRouteParts): readonly Route[] {
  const { database, keys, lastUses, seal, random, recheck, confirmOwner } = parts;

  function wireOf(key: Omit<store.StoredKey, 'role'>): WireApiKey {
    const { id, name, scopes, addresses, createdAt, expiresAt, usedAt, usedFrom } = key;
    const saved = usedAt === null ? null : { at: usedAt, address: usedFrom ?? '' };
    const lastUsed = lastUses.unsaved(id) ?? saved;
    return { key: id, name, scopes: [...scopes], addresses: [...addresses], createdAt, expiresAt, lastUsed };
  }

  async function listed(tx: Tx, principal: Principal) {
    const found = await store.listKeys(tx, principal, principal.session);
    return { ok: true, reply: { content: found.map(wireOf), most: MOST_API_KEYS } } as const;
  }

  async function make(
    principal: Principal,
    body: BodyOf<typeof makeApiKey>,
    now: Millis,
  ): Promise<AnswerOf<typeof makeApiKey>> {
    const checked = check(body);
    if (!checked.ok) return checked;
    const { name, scopes, addresses } = checked;
    const { site, player, session } = principal;
    const hasRoom = async (tx: Tx): Promise<boolean> =>
      (await store.listKeys(tx, principal, session)).filter(({ expiresAt }) => expiresAt > now).length <
      MOST_API_KEYS;
    // Before the proof, so that no code is used up in vain.
    if (!(await database.transaction(hasRoom))) return { ok: false, refusal: 'TOO_MANY_API_KEYS' };
    const fault = await confirmOwner(principal, body);
    if (fault !== undefined) return fault;
    const id = newKeyId(random);
    const secret = newSecret(random);
    const sealedSecret = seal.seal(secret, { id, site, player });
    const expiresAt = later(now, body.days * DAY_MS);
    const key = {
      id,
      site,
      player,
      session,
      name,
      scopes,
      addresses,
      sealedSecret,
      createdAt: now,
      expiresAt,
    };
    const isMade = await database.transaction(async (tx) => {
      if (!(await store.lockOwner(tx, principal))) return false;
      await store.deleteEndedKeys(tx, principal, { session, now });
      if (!(await hasRoom(tx))) return false;
      await store.insertKey(tx, key);
      await tellKey(tx, key, { change: 'MADE', now });
      return true;
    });
    if (!isMade) return { ok: false, refusal: 'TOO_MANY_API_KEYS' };
    return { ok: true, reply: { ...wireOf({ ...key, usedAt: null, usedFrom: null }), secret } };
  }

  async function changeAddresses(
    principal: Principal,
    body: BodyOf<typeof changeApiKeyAddresses>,
    now: Millis,
  ): Promise<AnswerOf<typeof changeApiKeyAddresses>> {
    const addresses = addressesOf(body.addresses);
    if (addresses === undefined) return { ok: false, refusal: 'API_KEY_ADDRESS_INVALID', field: 'addresses' };
    const found = await database.transaction((tx) => store.listKeys(tx, principal, principal.session));
    const key = found.find(({ id }) => id === body.key);
    if (key === undefined) return { ok: false, refusal: 'NOT_FOUND' };
    if (key.scopes.includes('TRADE') && addresses.length === 0)
      return { ok: false, refusal: 'API_KEY_NEEDS_ADDRESS', field: 'addresses' };
    const fault = await confirmOwner(principal, body);
    if (fault !== undefined) return fault;
    const answer = await database.transaction(async (tx) => {
      if (!(await store.replaceAddresses(tx, principal, body.key, addresses))) return undefined;
      await tellKey(tx, key, { change: 'ADDRESSES', now });
      return listed(tx, principal);
    });
    keys.forget(body.key);
    recheck(principal.player);
    return answer ?? { ok: false, refusal: 'NOT_FOUND' };
  }

  return [
    serve(apiKeyList, ({ principal }) => database.transaction((tx) => listed(tx, principal))),
    serve(makeApiKey, ({ principal, body, now }) => make(principal, body, now)),
    serve(renameApiKey, ({ principal, body }) =>
      database.transaction(async (tx) => {
        const name = nameOf(body.name);
        if (name === undefined) return { ok: false, refusal: 'API_KEY_NAME_INVALID', field: 'name' };
        if (!(await store.renameKey(tx, principal, body.key, name)))
          return { ok: false, refusal: 'NOT_FOUND' };
        return listed(tx, principal);
      }),
    ),
    serve(changeApiKeyAddresses, ({ principal, body, now }) => changeAddresses(principal, body, now)),
    serve(deleteApiKey, async ({ principal, body }) => {
      const answer = await database.transaction(async (tx) =>
        (await store.deleteKey(tx, principal, body.key)) ? listed(tx, principal) : undefined,
      );
      if (answer === undefined) return { ok: false, refusal: 'NOT_FOUND' };
      keys.revoke(body.key);
      recheck(principal.player);
      return answer;
    }),
  ];
}

// Who is signed in on this device: the token pair in local storage, its expiry, and the one refresh at a time.
import type { Refused, TokenSource } from './call.ts';
import { createStore, type Watched } from './store.ts';

export interface TokenPair {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Seconds. */
  readonly expiresIn: number;
}

/** `ended` is the text to show when the session was not ended by the user's own sign-out. */
export type SessionState =
  | { readonly kind: 'signed-in' }
  | { readonly kind: 'guest'; readonly ended?: string };

export interface Session extends TokenSource {
  readonly state: Watched<SessionState>;
  signIn(tokens: TokenPair): void;
  signOut(): void;
  /** The session ended for a reason that the user must read. */
  endWith(text: string): void;
  /** A secret of this device that is sent with every sign-in: a stolen refresh token is worth nothing without it. */
  deviceKey(): string;
}

export interface SessionEdges {
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** Keys in local storage have the site's prefix (spec 3). */
  readonly prefix: string;
  readonly now: () => number;
  readonly newKey: () => string;
  /** POST /api/login with the refresh token, sent as a guest. */
  readonly refresh: (held: {
    readonly refreshToken: string;
    readonly deviceKey: string;
  }) => Promise<{ readonly ok: true; readonly reply: TokenPair } | Refused>;
  /** Only one tab may use a refresh token: it can be used once, and a second use looks like theft. */
  readonly exclusively: <Value>(name: string, run: () => Promise<Value>) => Promise<Value>;
  /** Calls back when another tab wrote to the storage. */
  readonly onOtherTab?: (listen: () => void) => void;
}

interface StoredTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresAt: number;
}

/** A token is renewed a little early, so that it does not expire while a call is under way. */
const MARGIN_MS = 10_000;

/** Not a refusal: the network, a server error, or too many requests. The tokens stay. */
export const isTransient = (refused: Refused): boolean =>
  refused.status === 0 || refused.status >= 500 || refused.status === 429;

export function createSession(edges: SessionEdges): Session {
  const { storage, prefix, now } = edges;
  const keyOf = (name: keyof StoredTokens): string => `${prefix}${name}`;
  /** Identifies one sign-in, through all its renewals: by it a tab detects another member in another tab. */
  const visitKey = `${prefix}visit`;
  let visit = storage.getItem(visitKey);

  function read(): StoredTokens | undefined {
    const accessToken = storage.getItem(keyOf('accessToken'));
    const refreshToken = storage.getItem(keyOf('refreshToken')) ?? '';
    const expiresAt = Number(storage.getItem(keyOf('expiresAt')));
    return accessToken ? { accessToken, refreshToken, expiresAt } : undefined;
  }

  function storeTokens(tokens: TokenPair): StoredTokens {
    const stored = { ...tokens, expiresAt: now() + tokens.expiresIn * 1_000 };
    storage.setItem(keyOf('accessToken'), stored.accessToken);
    storage.setItem(keyOf('refreshToken'), stored.refreshToken);
    storage.setItem(keyOf('expiresAt'), String(stored.expiresAt));
    return stored;
  }

  function forget(ended?: string): void {
    for (const name of ['accessToken', 'refreshToken', 'expiresAt'] as const) storage.removeItem(keyOf(name));
    storage.removeItem(visitKey);
    visit = null;
    state.set(ended === undefined ? { kind: 'guest' } : { kind: 'guest', ended });
  }

  /** Kept after a sign-out: it identifies the device, not the person. */
  function deviceKey(): string {
    const stored = storage.getItem(`${prefix}deviceKey`);
    if (stored) return stored;
    const made = edges.newKey();
    storage.setItem(`${prefix}deviceKey`, made);
    return made;
  }

  const isFresh = (stored: StoredTokens): boolean =>
    Number.isFinite(stored.expiresAt) && now() < stored.expiresAt - MARGIN_MS;

  const state = createStore<SessionState>(read() ? { kind: 'signed-in' } : { kind: 'guest' });
  let refreshing: Promise<string | undefined | 'unreachable'> | undefined;

  /** Returns at once when another tab already fetched a pair that is newer than the stale one. */
  async function refreshAlone(stale: string): Promise<string | undefined | 'unreachable'> {
    const stored = read();
    if (!stored) return undefined;
    if (stored.accessToken !== stale && isFresh(stored)) return stored.accessToken;
    if (stored.refreshToken === '') {
      forget();
      return undefined;
    }
    const outcome = await edges.refresh({ refreshToken: stored.refreshToken, deviceKey: deviceKey() });
    // The user signed out, or signed in as somebody else, while the request was under way.
    if (read()?.refreshToken !== stored.refreshToken) return read()?.accessToken;
    if (outcome.ok) return storeTokens(outcome.reply).accessToken;
    if (isTransient(outcome)) return 'unreachable';
    forget(outcome.message);
    return undefined;
  }

  function renew(stale: string): Promise<string | undefined | 'unreachable'> {
    refreshing ??= edges
      .exclusively(`${prefix}refresh`, () => refreshAlone(stale))
      .finally(() => {
        refreshing = undefined;
      });
    return refreshing;
  }

  edges.onOtherTab?.(() => {
    const here = state.get().kind;
    const stored = read();
    const before = visit;
    visit = storage.getItem(visitKey);
    const isSomebodyElse = stored !== undefined && before !== visit;
    if (here === 'signed-in' && (!stored || isSomebodyElse)) state.set({ kind: 'guest' });
    if (stored && (here === 'guest' || isSomebodyElse)) state.set({ kind: 'signed-in' });
  });

  return {
    state,
    signIn(tokens) {
      if (state.get().kind === 'guest') {
        visit = edges.newKey();
        storage.setItem(visitKey, visit);
      }
      storeTokens(tokens);
      state.set({ kind: 'signed-in' });
    },
    signOut: () => forget(),
    endWith: (text) => forget(text),
    deviceKey,
    end(refused, token) {
      // The answer to a call of an earlier member must not end the session of the current one.
      if (read()?.accessToken === token) forget(refused.message);
    },
    async accessToken() {
      // A token that the server refused may not have expired yet; the new one is being fetched.
      if (refreshing) return await refreshing;
      const stored = read();
      if (!stored) return undefined;
      return isFresh(stored) ? stored.accessToken : await renew(stored.accessToken);
    },
    renew,
  };
}

/** Why a user may not sign in although the password was right (spec 4, session restore). */
export type Barrier = 'ACCOUNT_BLOCKED' | 'DEVICE_BLOCKED';

export function barrierFor(
  user: { readonly status: string; readonly etcJson?: unknown },
  isMobile: boolean,
): Barrier | undefined {
  if (user.status === 'DENY') return 'ACCOUNT_BLOCKED';
  return isMobile && blockedDevices(user.etcJson).includes('M') ? 'DEVICE_BLOCKED' : undefined;
}

function blockedDevices(etc: unknown): string {
  const blocked = typeof etc === 'object' && etc !== null && 'blockDevice' in etc ? etc.blockDevice : '';
  return Array.isArray(blocked) ? blocked.join(',') : String(blocked ?? '');
}

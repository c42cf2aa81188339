// Checks requests and connections that are signed with an API key (docs/wire.md 11).
import { createHmac, createSecretKey, hash, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { ApiScope } from '@maru/contract/call';
import type { RefusalCode } from '@maru/contract/refusals';
import { later, type Millis } from '@maru/engine/time';
import { createRateLimit } from '../http/rate-limit.ts';
import type { Principal } from '../http/serve.ts';
import type { NotAdmitted, Signing } from '../http/signed.ts';
import type { Keys, OpenKey } from './keys.ts';
import type { LastUses } from './last-uses.ts';
import type { Replays } from './replays.ts';

/** The member, as an API key of theirs acts. */
interface KeyPrincipal extends Principal {
  readonly apiKey: string;
  readonly expiresAt: Millis;
}

interface ConnectedPrincipal extends KeyPrincipal {
  /** Of the key as it was when its addresses were compared. */
  readonly stamp: number;
}

const KEY = /^mk_[A-Za-z0-9]{16}$/;
/** Epoch milliseconds, and after a semicolon how much later the request may arrive. */
const TIME = /^(\d{13})(?:;(\d{1,5}))?$/;
const SIGNATURE = /^[0-9a-f]{64}$/;
/** The token of a connection: key, time and signature. */
const CONNECT = /^(mk_[A-Za-z0-9]{16})\.(\d{13})\.([0-9a-f]{64})$/;
const CONNECT_SIGNED = `CONNECT/ws${hash('sha256', '', 'hex')}`;

const WINDOW_MS = 5_000;
const MOST_WINDOW_MS = 60_000;
/** How far the signer's clock may be ahead of ours. */
const AHEAD_MS = 1_000;

/** Of each key, and of all keys of a member together. The member's own allowance is another one. */
const keyPaces = {
  read: { burst: 60, refillMs: 3_000 },
  write: { burst: 20, refillMs: 2_000 },
  memberRead: { burst: 120, refillMs: 3_000 },
  memberWrite: { burst: 40, refillMs: 2_000 },
};

interface Head {
  readonly id: string;
  /** As it was sent: it is signed so. */
  readonly time: string;
  readonly at: Millis;
  readonly windowMs: number;
  readonly signature: string;
}

function readHead(headers: IncomingHttpHeaders): Head | undefined {
  const id = headers['maru-key'];
  const time = headers['maru-time'];
  const signature = headers['maru-sign'];
  if (typeof id !== 'string' || typeof time !== 'string' || typeof signature !== 'string') return undefined;
  const [, at, window] = TIME.exec(time) ?? [];
  if (at === undefined || !KEY.test(id) || !SIGNATURE.test(signature)) return undefined;
  const windowMs = window === undefined ? WINDOW_MS : Number(window);
  if (windowMs < 1 || windowMs > MOST_WINDOW_MS) return undefined;
  return { id, time, at: Number(at) as Millis, windowMs, signature };
}

const isInTime = ({ at, windowMs }: Pick<Head, 'at' | 'windowMs'>, now: Millis): boolean =>
  at <= later(now, AHEAD_MS) && now <= later(at, windowMs);

export function createSigning({
  keys,
  replays,
  lastUses,
  isCurrent,
  isSignedIn,
  random,
  clock,
}: {
  readonly keys: Keys;
  readonly replays: Replays;
  readonly lastUses: LastUses;
  /** Whether the account is open and its sign-ins of this version have not ended. */
  readonly isCurrent: (principal: Principal) => Promise<boolean>;
  /** The same, as far as it is known now. */
  readonly isSignedIn: (principal: Principal) => boolean;
  readonly random: (bytes: number) => Uint8Array;
  readonly clock: () => Millis;
}): Signing {
  const openedAt = clock();
  const nobody = createSecretKey(random(20));
  const reads = { key: createRateLimit(keyPaces.read), member: createRateLimit(keyPaces.memberRead) };
  const writes = { key: createRateLimit(keyPaces.write), member: createRateLimit(keyPaces.memberWrite) };

  function isRight(secret: KeyObject, signed: string, signature: string): boolean {
    const expected = createHmac('sha256', secret).update(signed).digest();
    return timingSafeEqual(expected, Buffer.from(signature, 'hex'));
  }

  /**
   * The table is read once for every wrong signature, whether the key exists, is in memory or neither, so that the time
   * of the answer does not tell.
   */
  async function signerOf(id: string, signed: string, signature: string): Promise<OpenKey | undefined> {
    const known = keys.known(id);
    if (isRight(known?.secret ?? nobody, signed, signature)) return known;
    const read = await keys.read(id);
    return isRight(read?.secret ?? nobody, signed, signature) ? read : undefined;
  }

  const principalOf = ({ id, site, player, role, session, expiresAt }: OpenKey): KeyPrincipal => ({
    ...{ site, player, role, session, expiresAt },
    apiKey: id,
  });

  /** What a key that signed rightly may still be refused for. */
  async function faultOf(
    key: OpenKey,
    address: string,
    scope: ApiScope | undefined,
  ): Promise<RefusalCode | undefined> {
    if (clock() >= key.expiresAt || !(await isCurrent(principalOf(key)))) return 'API_KEY_ENDED';
    if (!key.mayUse(address)) return 'API_KEY_ADDRESS';
    return scope !== undefined && key.scopes.includes(scope) ? undefined : 'API_KEY_SCOPE';
  }

  function noteOnce({ signature, at, windowMs }: Omit<Head, 'id' | 'time'>): RefusalCode | undefined {
    // Signatures from before the start are not known here, and one of them may have counted already.
    if (at < openedAt) return 'SIGNATURE_TIME';
    const noted = replays.note(signature, later(at, windowMs), clock());
    return noted === 'USED' ? 'SIGNATURE_USED' : noted === 'FULL' ? 'TRY_AGAIN' : undefined;
  }

  function countUse(key: OpenKey, isRead: boolean, cost: number): NotAdmitted | undefined {
    if (cost === 0) return undefined;
    const limits = isRead ? reads : writes;
    const over = limits.key.count(key.id, clock(), cost) ?? limits.member.count(key.player, clock(), cost);
    return over && { code: 'TOO_MANY_REQUESTS', retryAfterSeconds: over.retryAfterSeconds };
  }

  async function connect(
    [id = '', time = '', signature = '']: readonly string[],
    address: string,
  ): Promise<ConnectedPrincipal | undefined> {
    const head = { at: Number(time) as Millis, windowMs: WINDOW_MS, signature };
    if (!isInTime(head, clock())) return undefined;
    const stamp = keys.stampOf(id);
    const key = await signerOf(id, `${time}${CONNECT_SIGNED}`, signature);
    if (key === undefined || (await faultOf(key, address, 'READ')) !== undefined) return undefined;
    if (noteOnce(head) !== undefined || countUse(key, true, 1) !== undefined) return undefined;
    lastUses.note(key.id, { at: clock(), address });
    return { ...principalOf(key), stamp };
  }

  return {
    isSigned: (headers) =>
      headers['maru-key'] !== undefined ||
      headers['maru-sign'] !== undefined ||
      headers['maru-time'] !== undefined,
    headFault(headers, now) {
      const head = readHead(headers);
      if (head === undefined) return 'SIGNATURE_WRONG';
      return isInTime(head, now) ? undefined : 'SIGNATURE_TIME';
    },
    async prove({ call, headers, url, bodyHash, address }) {
      const head = readHead(headers);
      if (head === undefined) return 'SIGNATURE_WRONG';
      const signed = `${head.time}${call.method}${url}${bodyHash}`;
      const key = await signerOf(head.id, signed, head.signature);
      if (key === undefined) return 'SIGNATURE_WRONG';
      const fault = await faultOf(key, address, call.api?.scope);
      if (fault !== undefined) return fault;
      return {
        principal: principalOf(key),
        admit(cost) {
          const over = countUse(key, call.method === 'GET', cost);
          if (over !== undefined) return over;
          if (keys.isRevoked(key.id)) return { code: 'SIGNATURE_WRONG' };
          // A read may be repeated: whoever could would have to know the signature, and gets what they got.
          const used = call.method === 'GET' ? undefined : noteOnce(head);
          if (used !== undefined) return { code: used };
          lastUses.note(key.id, { at: clock(), address });
          return undefined;
        },
      };
    },
    connect(token, address) {
      const parts = CONNECT.exec(token)?.slice(1);
      return parts && connect(parts, address);
    },
    isValid(principal) {
      const { apiKey, expiresAt, stamp } = principal as Partial<ConnectedPrincipal>;
      const isOpen = apiKey === undefined || (keys.stampOf(apiKey) === stamp && clock() < (expiresAt ?? 0));
      return isOpen && isSignedIn(principal);
    },
  };
}

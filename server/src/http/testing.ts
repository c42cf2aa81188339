// An HTTP server for tests, callers, and its answers, typed by the call at the path.
import type { AnyCall, ReplyOf } from '@maru/contract/call';
import { type PlayerId, playerId, siteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { FastifyInstance } from 'fastify';
import { silentLog } from '../log/log.ts';
import { createHttp, type HttpOptions } from './http.ts';
import type { Principal, StaffStanding } from './serve.ts';

/** The calls among what modules of the contract export. */
type CallsOf<Modules> = { [Name in keyof Modules]: Extract<Modules[Name], AnyCall> }[keyof Modules];

type WithoutQuery<Path> = Path extends `${infer Bare}?${string}` ? Bare : Path;

/** A test may use the first items of a list, and fields that may be null, without a check: a missing one fails it. */
export type Listed<Each> = readonly Each[] & { readonly 0: Each; readonly 1: Each; readonly 2: Each };
type Present<Value> = Extract<Value, object> extends never ? Value : Exclude<Value, null>;
type Seen<Value> = Value extends readonly (infer Each)[]
  ? Listed<Seen<Each>>
  : Value extends object
    ? { readonly [Name in keyof Value]: Seen<Present<Value[Name]>> }
    : Value;

export interface Refused {
  readonly code?: string;
  readonly message?: string;
  readonly field?: string;
}

/** The answer of the call at this path; a refusal also has its code. */
export type BodyAt<Modules, Method extends string, Path extends string> = Seen<
  ReplyOf<Extract<CallsOf<Modules>, { readonly method: Method; readonly path: WithoutQuery<Path> }>>
> &
  Refused;

export interface HttpReply<Body> {
  readonly status: number;
  readonly body: Body;
}

export interface Person {
  readonly id: PlayerId;
  readonly role: Principal['role'];
}
export const person = (id: number, role: Person['role']): Person => ({ id: playerId(id), role });
export const OWNER = person(1, 'PLAYER');
export const STRANGER = person(2, 'PLAYER');
export const PARTNER = person(3, 'PARTNER');
export const STAFF = person(4, 'STAFF');
export const COLLEAGUE = person(5, 'STAFF');
export const PEOPLE = [OWNER, STRANGER, PARTNER, STAFF, COLLEAGUE];

export const SITE = siteId(1);

/** Of a head who has just given the second factor, whatever the time. */
export const HEAD: StaffStanding = {
  ...{ role: 'HEAD', level: 2, home: SITE, mustChangePassword: false },
  factorAt: Number.MAX_SAFE_INTEGER as Millis,
};

export const principalOf = ({ id, role }: Person): Principal => ({
  player: id,
  site: SITE,
  role,
  session: 1,
  ...(role === 'STAFF' ? { standing: HEAD } : {}),
});

const tokenOf = ({ id, role }: Person): string => `${id}.${role}`;

/** A token contains the player and the role it is made for. */
export const openTestHttp = ({
  paces = 'OFF',
  ...options
}: Pick<HttpOptions, 'routes' | 'clock'> &
  Partial<Omit<HttpOptions, 'paces'>> & { readonly paces?: 'OFF' | 'USUAL' | undefined }) =>
  createHttp({
    authenticate: async (token) => {
      const [id, role] = token.split('.');
      return principalOf(person(Number(id), role as Person['role']));
    },
    siteOf: () => SITE,
    log: silentLog,
    ...(paces === 'OFF' ? { paces } : {}),
    checkReplies: true,
    health: () => ({ ready: true }),
    metrics: () => '',
    ...options,
  });

/** Requests to the calls that these modules of the contract export. */
export interface Asks<Modules> {
  get<Path extends string>(path: Path, by?: Person): Promise<HttpReply<BodyAt<Modules, 'GET', Path>>>;
  post<Path extends string>(
    path: Path,
    body: unknown,
    by?: Person,
    key?: string,
  ): Promise<HttpReply<BodyAt<Modules, 'POST', Path>>>;
}

/** `settled` is awaited before an answer is returned. */
export function asksOf<Modules>(http: FastifyInstance, settled?: () => Promise<void>): Asks<Modules> {
  async function ask(
    method: 'GET' | 'POST',
    path: string,
    {
      by,
      payload,
      key,
    }: { readonly by?: Person | undefined; readonly payload?: unknown; readonly key?: string | undefined },
  ): Promise<HttpReply<never>> {
    const response = await http.inject({
      method,
      url: path,
      headers: {
        ...(by === undefined ? {} : { authorization: `Bearer ${tokenOf(by)}` }),
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
    });
    await settled?.();
    // A list waits for the tables, and on a busy machine it may answer TRY_AGAIN.
    if (method === 'GET' && response.statusCode === 503) return ask(method, path, { by });
    return { status: response.statusCode, body: response.json() as never };
  }
  return {
    get: (path, by) => ask('GET', path, { by }),
    post: (path, payload, by, key) => ask('POST', path, { by, payload, key }),
  };
}

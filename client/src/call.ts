// The one way to call the server: takes a call of the contract, returns its reply or its refusal as a value. Only the
// contract's types are imported here, so its schemas stay out of the browser.
import type { AnyCall, RefusalOf } from '@maru/contract/call';
import { pause, type Timers } from './timers.ts';

type QuerySent<C extends AnyCall> = C['query']['_zod']['input'];
type BodySent<C extends AnyCall> = C['body']['_zod']['input'];
export type ReceivedReply<C extends AnyCall> = C['reply']['_zod']['output'];

type Nothing = Record<never, never>;
type Part<Name extends string, Value> = Nothing extends Value
  ? { readonly [Key in Name]?: Value }
  : { readonly [Key in Name]: Value };

export type Sent<C extends AnyCall> = Part<'query', QuerySent<C>> &
  Part<'body', BodySent<C>> & {
    /** The Idempotency-Key of a money call; one is made when none is given. */
    readonly key?: string;
  };

/** `status` is 0 when no answer arrived: then only the code is known. */
export interface Refused<Code extends string = string> {
  readonly ok: false;
  readonly status: number;
  readonly code: Code;
  readonly message: string;
  readonly field?: string;
  /** Only with ARCHIVED: the earliest moment that can be asked for. */
  readonly sinceMillis?: number;
  /** Until when it is refused, where that is known. */
  readonly untilMillis?: number;
}

export type Outcome<C extends AnyCall> =
  | { readonly ok: true; readonly reply: ReceivedReply<C> }
  | Refused<RefusalOf<C> | 'UNEXPECTED'>;

export type Caller = <C extends AnyCall>(
  call: C,
  ...sent: Nothing extends Sent<C> ? [sent?: Sent<C>] : [sent: Sent<C>]
) => Promise<Outcome<C>>;

export interface CallEdges {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly timers: Timers;
  readonly newKey: () => string;
  readonly language: () => 'ko' | 'en';
  /** Every GET has the site id, as soon as it is known (spec 7). */
  readonly siteInfoId?: () => number | undefined;
  /** Shown when no answer arrived: for a GET, and for a money call whose result is not known yet. */
  readonly texts: () => { readonly tryAgain: string; readonly resultUnknown: string };
}

/** Where the caller gets its tokens from: the session. */
export interface TokenSource {
  /** A token that is valid now; undefined for a guest; `unreachable` when it expired and cannot be renewed yet. */
  accessToken(): Promise<string | undefined | 'unreachable'>;
  /** The server refused this token: returns a newer one, or undefined when there is none. */
  renew(refusedToken: string): Promise<string | undefined | 'unreachable'>;
  /** The server ended the session of this token. */
  end(refused: Refused, token: string): void;
}

const TIMEOUT_MS = 10_000;
const RETRIES = 2;
const RETRY_AFTER_MS = 500;

interface Request {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly body: string | undefined;
  readonly key: string | undefined;
  readonly language: string;
}

type Answer = { readonly ok: true; readonly reply: unknown } | Refused;

function urlOf(path: string, query: unknown): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined) parameters.set(name, String(value));
  const text = parameters.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** A refusal in the shape of docs/wire.md 1, or undefined when a proxy answered instead of our server. */
function readRefusal(status: number, body: unknown): Refused | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const { code, message, field, sinceMillis, untilMillis } = body as Record<string, unknown>;
  if (typeof code !== 'string' || typeof message !== 'string') return undefined;
  return {
    ok: false,
    status,
    code,
    message,
    ...(typeof field === 'string' ? { field } : {}),
    ...(typeof sinceMillis === 'number' ? { sinceMillis } : {}),
    ...(typeof untilMillis === 'number' ? { untilMillis } : {}),
  };
}

/** A later request may succeed. `TRY_AGAIN` means that nothing happened: a money call is then left to the user. */
const isLater = ({ code }: Refused, method: Request['method']): boolean =>
  code === 'RESULT_UNKNOWN' || (code === 'TRY_AGAIN' && method === 'GET');

/** Without tokens the caller sends every call as a guest, which is how a session is renewed. */
export function createCaller(edges: CallEdges, tokens?: TokenSource): Caller {
  /** One request; undefined when no answer of our server arrived. */
  async function attempt(request: Request, token: string | undefined): Promise<Answer | undefined> {
    const abort = new AbortController();
    const stopWaiting = edges.timers.after(TIMEOUT_MS, () => abort.abort());
    try {
      const response = await edges.fetch(request.url, {
        method: request.method,
        headers: {
          accept: 'application/json',
          'accept-language': request.language,
          ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(request.key === undefined ? {} : { 'idempotency-key': request.key }),
        },
        ...(request.body === undefined ? {} : { body: request.body }),
        credentials: 'omit',
        cache: 'no-store',
        signal: abort.signal,
      });
      const body: unknown = await response.json();
      return response.ok ? { ok: true, reply: body } : readRefusal(response.status, body);
    } catch {
      // A transient error: the network, or an answer that is not JSON. The caller decides whether a retry is safe.
      return undefined;
    } finally {
      stopWaiting();
    }
  }

  /** A retry is safe for a GET, and for a money call because the key makes it the same command. */
  async function persist(request: Request, token: string | undefined): Promise<Answer | undefined> {
    const mayRepeat = request.method === 'GET' || request.key !== undefined;
    for (let retry = 0; ; retry++) {
      const answer = await attempt(request, token);
      const isKnown = answer !== undefined && (answer.ok || !isLater(answer, request.method));
      if (isKnown || !mayRepeat || retry === RETRIES) return answer;
      await pause(edges.timers, RETRY_AFTER_MS);
    }
  }

  const noAnswer = (money: boolean): Refused => {
    const { tryAgain, resultUnknown } = edges.texts();
    return money
      ? { ok: false, status: 0, code: 'RESULT_UNKNOWN', message: resultUnknown }
      : { ok: false, status: 0, code: 'TRY_AGAIN', message: tryAgain };
  };

  /** The plain files beside the calls have no site id. */
  const siteFor = (call: AnyCall): number | undefined =>
    call.path.startsWith('/api/') ? edges.siteInfoId?.() : undefined;

  async function ask(call: AnyCall, sent: Partial<Sent<AnyCall>> = {}): Promise<Answer> {
    const money = call.money === true;
    const request: Request = {
      url: urlOf(
        call.path,
        call.method === 'GET'
          ? { siteInfoId: siteFor(call), ...(sent.query as object | undefined) }
          : sent.query,
      ),
      method: call.method,
      body: call.method === 'POST' ? JSON.stringify(sent.body ?? {}) : undefined,
      key: money ? (sent.key ?? edges.newKey()) : undefined,
      language: edges.language(),
    };
    const isForGuests = call.access === 'public' && call.knowsMember !== true;
    if (isForGuests || !tokens) return (await persist(request, undefined)) ?? noAnswer(money);

    const token = await tokens.accessToken();
    // Nothing was sent, so nothing can have happened, not even to money.
    if (token === 'unreachable') return noAnswer(false);
    const answer = (await persist(request, token)) ?? noAnswer(money);
    if (answer.ok || token === undefined) return answer;
    if (answer.code === 'SESSION_ENDED' || answer.code === 'ACCOUNT_BLOCKED') tokens.end(answer, token);
    if (answer.code !== 'TOKEN_EXPIRED' && answer.code !== 'LOGIN_REQUIRED') return answer;

    const renewed = await tokens.renew(token);
    if (renewed === 'unreachable') return noAnswer(false);
    if (renewed === undefined) return answer;
    return (await persist(request, renewed)) ?? noAnswer(money);
  }

  return ((call: AnyCall, sent?: Partial<Sent<AnyCall>>) => ask(call, sent)) as Caller;
}

/** 32 hexadecimal digits. `crypto.randomUUID` exists only on secure pages, this everywhere. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

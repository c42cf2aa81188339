// Calls and live prices for a program with an API key (docs/wire.md 11): Node, or whatever has fetch, WebSocket and
// WebCrypto. Every request is signed anew, also when it is sent again.
import { type Caller, createCaller, newKey } from './call.ts';
import { createRealtime, type Realtime } from './realtime.ts';
import { openBrowserSocket } from './sockets.ts';
import { browserTimers } from './timers.ts';

export interface ApiAccess {
  /** `https://maru.example`, without a path. */
  readonly url: string;
  /** `mk_…` */
  readonly key: string;
  /** `sk_…` */
  readonly secret: string;
  readonly language?: 'ko' | 'en';
}

export interface ApiClient {
  /** One of the calls of `@maru/contract`; an order has an idempotency key of its own. */
  readonly call: Caller;
  /** Prices and the member's own pushes, after `live.open()`. */
  readonly live: Realtime;
}

const hex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

const bytesOf = (text: string) => new TextEncoder().encode(text);

async function sign(secret: string, time: number, what: string, body: string): Promise<string> {
  const bodyHash = hex(await crypto.subtle.digest('SHA-256', bytesOf(body)));
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytesOf(secret), hmac, false, ['sign']);
  return hex(await crypto.subtle.sign('HMAC', key, bytesOf(`${time}${what}${bodyHash}`)));
}

export function createApiClient({ url, key, secret, language = 'en' }: ApiAccess): ApiClient {
  const timers = browserTimers;
  const call = createCaller({
    async fetch(path, init) {
      const time = timers.now();
      const body = typeof init.body === 'string' ? init.body : '';
      const signature = await sign(secret, time, `${init.method}${path}`, body);
      const headers = new Headers(init.headers);
      headers.set('maru-key', key);
      headers.set('maru-time', String(time));
      headers.set('maru-sign', signature);
      return fetch(`${url}${path}`, { ...init, headers });
    },
    timers,
    newKey,
    language: () => language,
    texts: () => ({ tryAgain: 'no answer, try again', resultUnknown: 'no answer, the result is not known' }),
  });
  const accessToken = async () => {
    const time = timers.now();
    return `${key}.${time}.${await sign(secret, time, 'CONNECT/ws', '')}`;
  };
  const live = createRealtime({
    openSocket: openBrowserSocket(url),
    // A refused key stays refused: there is nothing to renew it with.
    tokens: { accessToken, renew: async () => undefined },
    timers,
    random: Math.random,
  });
  return { call, live };
}

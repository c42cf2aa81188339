// The paths below /ws. SockJS names a server and a session in the path; only what we serve is listed here.
import { SOCKJS_PATH, WEBSOCKET_PATH } from '@maru/contract/realtime';
import { pathOf } from '../http/query.ts';

export type Place =
  | { readonly kind: 'greeting' | 'info' | 'websocket' | 'unknown' }
  | { readonly kind: 'sockjs-websocket' | 'xhr' | 'xhr_streaming' | 'xhr_send'; readonly session: string };

const UNKNOWN: Place = { kind: 'unknown' };
/** sockjs-protocol: any text without dots names a server or a session. It is compared as it is, never decoded. */
const SESSION = /^\/ws\/[^/.]{1,64}\/([^/.]{1,64})\/(websocket|xhr|xhr_streaming|xhr_send)$/;

/** The only method that each place accepts. */
export const methodOf = (kind: Place['kind']): 'GET' | 'POST' =>
  kind === 'xhr' || kind === 'xhr_streaming' || kind === 'xhr_send' ? 'POST' : 'GET';

/** Undefined when the path is not ours at all. */
export function placeOf(url: string): Place | undefined {
  const path = pathOf(url);
  if (path !== SOCKJS_PATH && !path.startsWith(`${SOCKJS_PATH}/`)) return undefined;
  if (path === SOCKJS_PATH || path === `${SOCKJS_PATH}/`) return { kind: 'greeting' };
  if (path === `${SOCKJS_PATH}/info`) return { kind: 'info' };
  if (path === WEBSOCKET_PATH) return { kind: 'websocket' };
  const match = SESSION.exec(path);
  if (match === null) return UNKNOWN;
  const session = match[1]!;
  const last = match[2] as 'websocket' | 'xhr' | 'xhr_streaming' | 'xhr_send';
  return { kind: last === 'websocket' ? 'sockjs-websocket' : last, session };
}

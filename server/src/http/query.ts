// Reads a query string. A repeated key is refused: two readers would pick different values.
import { POISON } from './strict-json.ts';

export type Query = { [name: string]: string };
export type QueryRead =
  | { readonly ok: true; readonly query: Query }
  | { readonly ok: false; readonly field: string };

const MOST_KEYS = 100;
const PLAIN_NAME = /^[\w.-]{1,64}$/;

/** Field names in answers are only ever plain names, never an echo of what was sent. */
export const isPlainName = (name: string): boolean => PLAIN_NAME.test(name);
export const shownField = (name: string): string => (isPlainName(name) ? name : 'query');

/** The path of a request as it was sent, without the query. */
export function pathOf(url = ''): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

export function readQuery(text: string): QueryRead {
  const query: Query = {};
  if (text === '') return { ok: true, query };
  const pairs = text.split('&', MOST_KEYS + 1);
  if (pairs.length > MOST_KEYS) return { ok: false, field: 'query' };
  for (const pair of pairs) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const key = decode(equals === -1 ? pair : pair.slice(0, equals));
    const value = decode(equals === -1 ? '' : pair.slice(equals + 1));
    if (key === undefined || POISON.has(key)) return { ok: false, field: 'query' };
    if (value === undefined || Object.hasOwn(query, key)) return { ok: false, field: shownField(key) };
    query[key] = value;
  }
  return { ok: true, query };
}

/** Undefined for broken escapes, broken UTF-8 and NUL, which PostgreSQL cannot store. */
function decode(text: string): string | undefined {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    const decoded = decodeURIComponent(spaced);
    return decoded.includes('\0') ? undefined : decoded;
  } catch {
    return undefined;
  }
}

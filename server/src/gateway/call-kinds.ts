// Which calls may be sent twice. A gateway knows of a call only its path, and what the desk has told of the paths.
import { idempotencyKey } from '../http/headers.ts';
import type { About, Headers } from './messages.ts';

export type IsRepeatable = (method: string, path: string, headers: Headers) => boolean;

/** Before a desk has told anything, nothing is repeated. */
export const NOTHING_REPEATED: IsRepeatable = () => false;

export function repeatable({ writes, keyed }: Pick<About, 'writes' | 'keyed'>): IsRepeatable {
  const isWrite = matching(writes);
  const isKeyed = matching(keyed);
  return (method, path, headers) => {
    if (method !== 'POST') return !isWrite(path);
    const key = idempotencyKey(headers);
    return key !== undefined && key !== 'MALFORMED' && isKeyed(path);
  };
}

function matching(paths: readonly string[]): (path: string) => boolean {
  const fixed = new Set(paths.filter((path) => !path.includes('{')));
  const patterns = paths
    .filter((path) => path.includes('{'))
    .map((path) => new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{[^}]+\}/g, '[^/]+')}$`));
  return (path) => fixed.has(path) || patterns.some((pattern) => pattern.test(path));
}

// `siteInfoId` in query or body is only a claim and gives no access (docs/wire.md 5).
import type { JsonValue } from './strict-json.ts';

const ID = /^[1-9]\d{0,15}$/;

/** The claimed site, undefined when none is named, `MALFORMED` when it is no id or two places disagree. */
export function readSite(inQuery: string | undefined, body: JsonValue): number | 'MALFORMED' | undefined {
  const fromQuery = inQuery === undefined ? undefined : readId(inQuery);
  const fromBody =
    isObject(body) && body['siteInfoId'] !== undefined ? readId(body['siteInfoId']) : undefined;
  if (fromQuery === 'MALFORMED' || fromBody === 'MALFORMED') return 'MALFORMED';
  if (fromQuery !== undefined && fromBody !== undefined && fromQuery !== fromBody) return 'MALFORMED';
  return fromQuery ?? fromBody;
}

const isObject = (value: JsonValue): value is { [key: string]: JsonValue } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function readId(value: JsonValue): number | 'MALFORMED' {
  const id = typeof value === 'string' && ID.test(value) ? Number(value) : value;
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : 'MALFORMED';
}

// The documentation of the API as one page without scripts, made from the OpenAPI text that the server itself answers
// and from the examples that are run as tests.
import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Language } from '@maru/contract/refusals';
import { docsWords } from './docs-words.ts';

interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

interface Operation {
  readonly summary: string;
  readonly 'x-api'?: { readonly scope: 'READ' | 'TRADE'; readonly ko: string };
  readonly parameters?: readonly {
    readonly name: string;
    readonly required?: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<
    Record<string, { readonly 'x-refusals'?: readonly Readonly<Record<'code' | Language, string>>[] }>
  >;
}

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Field {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
}

const EXAMPLES = join(import.meta.dirname, '../../../client/examples');
const FILES = [
  ['curl', 'order.sh'],
  ['TypeScript', 'order.ts'],
  ['Python', 'order.py'],
] as const;

const STYLE = `
:root { color-scheme: light dark; --bg: #fafaf7; --s: #fff; --tx: #16181b; --tx2: #5d636b; --line: #e3e3dd; }
@media (prefers-color-scheme: dark) {
  :root { --bg: #0a0b0d; --s: #15171a; --tx: #f3f2ec; --tx2: #9aa0a8; --line: #2a2d32; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 24px 20px 64px; max-width: 880px; background: var(--bg); color: var(--tx);
  font: 16px/1.6 Pretendard, system-ui, sans-serif; overflow-wrap: anywhere; word-break: keep-all; }
header { display: flex; justify-content: space-between; align-items: baseline; gap: 16px; }
h1 { font-size: 28px; } h2 { margin-top: 40px; font-size: 22px; } h3 { margin-top: 28px; font-size: 17px; }
a { color: inherit; } dt { font-weight: 700; } dd { margin: 0 0 12px; color: var(--tx2); } li { margin: 6px 0; }
pre, details { background: var(--s); border: 1px solid var(--line); border-radius: 12px; }
pre { padding: 16px; overflow-x: auto; overflow-wrap: normal; font: 13px/1.5 ui-monospace, monospace; }
.formula { white-space: pre-wrap; overflow-wrap: anywhere; }
details { margin: 8px 0; padding: 0 16px; } summary { padding: 12px 0; cursor: pointer; }
summary span { display: block; } code { font: 14px ui-monospace, monospace; }
.lead, .refusals { color: var(--tx2); } .scope { float: right; font-size: 13px; color: var(--tx2); }
table { width: 100%; border-collapse: collapse; margin-bottom: 16px; font-size: 14px; }
td, th { padding: 6px 8px 6px 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top; }
`;

export const docsPolicy = `default-src 'none'; style-src 'sha256-${hash('sha256', STYLE, 'base64')}'; frame-ancestors 'none'; base-uri 'none'`;

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);

function typeOf(schema: Schema): string {
  if (schema.enum !== undefined) return schema.enum.map(String).join(' | ');
  if (schema.const !== undefined) return String(schema.const);
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.map(typeOf))].join(' | ');
  return schema.type === 'array' ? `${typeOf(schema.items ?? {})}[]` : (schema.type ?? '');
}

/** The site follows from the key: it need not be sent. */
const isToldBySignature = (name: string): boolean => name === 'siteInfoId';

function fieldsOf({ parameters = [], requestBody }: Operation): readonly Field[] {
  const body = requestBody?.content['application/json']?.schema ?? {};
  const inBody = Object.entries(body.properties ?? {}).map(([name, schema]) => ({
    name,
    type: typeOf(schema),
    isRequired: body.required?.includes(name) === true,
  }));
  const beside = parameters.map(({ name, schema, required }) => ({
    name,
    type: typeOf(schema),
    isRequired: required === true,
  }));
  return [...beside, ...inBody].filter(({ name }) => !isToldBySignature(name));
}

/** The calls of one product have the first part of their path in common. */
const groupOf = (path: string): string => path.split('/').slice(0, 3).join('/');

function callHtml(language: Language, method: string, path: string, operation: Operation): string {
  const words = docsWords[language];
  const api = operation['x-api'];
  if (api === undefined) return '';
  const rows = fieldsOf(operation).map(
    ({ name, type, isRequired }) =>
      `<tr><td><code>${escaped(name)}</code></td><td>${escaped(type)}</td><td>${isRequired ? words.required : ''}</td></tr>`,
  );
  const refusals = Object.values(operation.responses)
    .flatMap((response) => response['x-refusals'] ?? [])
    .map((refusal) => `<li><code>${escaped(refusal.code)}</code> ${escaped(refusal[language])}</li>`);
  return `<details><summary><span class="scope">${words.scope[api.scope]}</span><code>${method.toUpperCase()} ${escaped(path)}</code>
<span>${escaped(language === 'ko' ? api.ko : operation.summary)}</span></summary>
${rows.length === 0 ? '' : `<h4>${words.sent}</h4><table><tr><th>${words.name}</th><th>${words.type}</th><th></th></tr>${rows.join('')}</table>`}
<h4>${words.refusals}</h4><ul class="refusals">${refusals.join('')}</ul></details>`;
}

function groupsHtml(language: Language, { paths }: OpenApi): string {
  const groups = new Map<string, string[]>();
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const html = callHtml(language, method, path, operation);
      if (html === '') continue;
      const group = groupOf(path);
      groups.set(group, [...(groups.get(group) ?? []), html]);
    }
  }
  return [...groups].map(([group, calls]) => `<h3>${escaped(group)}</h3>${calls.join('')}`).join('');
}

export async function makeDocsPage(language: Language, openApi: OpenApi): Promise<string> {
  const words = docsWords[language];
  const other = language === 'ko' ? 'en' : 'ko';
  const examples = await Promise.all(
    FILES.map(async ([name, file]) => {
      const text = await readFile(join(EXAMPLES, file), 'utf8');
      return `<h3>${name} · ${file}</h3><pre>${escaped(text)}</pre>`;
    }),
  );
  const headers = words.headers.map(
    ([name, text]) => `<dt><code>${name}</code></dt><dd>${escaped(text)}</dd>`,
  );
  const notes = words.notes.map((note) => `<li>${escaped(note)}</li>`);
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${words.title}</title><style>${STYLE}</style></head><body>
<nav><a href="/more/api-keys">← ${words.back}</a></nav>
<header><h1>${words.title}</h1><a href="/docs/api?lang=${other}" hreflang="${other}">${words.other}</a></header>
<p class="lead">${escaped(words.lead)}</p>
<h2>${words.signing}</h2><p>${words.signingLead}</p><dl>${headers.join('')}</dl>
<pre class="formula">${escaped('HMAC-SHA256(secret, time + method + path?query + sha256(body))')}</pre><ul>${notes.join('')}</ul>
<h2>${words.examples}</h2>${examples.join('')}
<h2>${words.calls}</h2><p><a href="/api/openapi.json">${words.everything}: /api/openapi.json</a></p>
${groupsHtml(language, openApi)}
</body></html>
`;
}

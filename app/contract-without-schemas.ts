// The app needs only the method and the path of a call, not its schemas: the server validates requests. So Node reads
// the contract once during the build, and the browser gets one line of code per call.
import type { Plugin } from 'vite';

const CONTRACT = /[\\/]contract[\\/]src[\\/](?:[\w-]+[\\/])?[\w-]+\.ts$/;

interface CallFacts {
  readonly method: string;
  readonly path: string;
  readonly access: string;
  readonly knowsMember?: boolean;
  readonly money?: boolean;
  readonly right?: string;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isCall = (value: unknown): value is CallFacts =>
  isObject(value) && 'method' in value && 'path' in value && 'access' in value;
/** A schema, or fields that several schemas share. */
const isSchema = (value: unknown): boolean =>
  isObject(value) &&
  ('_zod' in value || (Object.values(value).length > 0 && Object.values(value).every(isSchema)));

/** Values that can be written as source text: strings, numbers, and lists of them. */
const isPlain = (value: unknown): boolean =>
  ['string', 'number', 'boolean'].includes(typeof value) || (Array.isArray(value) && value.every(isPlain));

function lineFor(name: string, value: unknown): string | undefined {
  if (isSchema(value)) return undefined;
  if (isCall(value)) {
    const { method, path, access, knowsMember, money, right } = value;
    return `export const ${name} = ${JSON.stringify({ method, path, access, knowsMember, money, right })};`;
  }
  if (isPlain(value)) return `export const ${name} = ${JSON.stringify(value)};`;
  throw new Error(`${name} is neither a call nor a plain value: put it into a file without schemas`);
}

export function contractWithoutSchemas(): Plugin {
  return {
    name: 'maru-contract-without-schemas',
    enforce: 'pre',
    async transform(code, id) {
      const [file = ''] = id.split('?');
      if (
        !CONTRACT.test(file) ||
        !/from 'zod'|from '\.{1,2}\/(members\/)?(define-call|view-of).ts'/.test(code)
      )
        return undefined;
      const exported = (await import(/* @vite-ignore */ file)) as Readonly<Record<string, unknown>>;
      const lines = Object.entries(exported).map(([name, value]) => lineFor(name, value));
      return { code: lines.filter((line) => line !== undefined).join('\n'), map: null };
    },
  };
}

// The version of everything that is deployed together, server and app: the one in the project's package.json.
import { readFileSync } from 'node:fs';

const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

export const VERSION = (manifest as { readonly version: string }).version;

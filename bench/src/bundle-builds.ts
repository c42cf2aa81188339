// Two builds beside the app's own: the same sources with Vite's manifest, and a page that holds React and nothing else.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root, runNode } from './served-app.ts';

const VITE = join(root, 'node_modules', 'vite', 'bin', 'vite.js');

interface ManifestChunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
  readonly isEntry?: boolean;
  readonly isDynamicEntry?: boolean;
}

type Manifest = Readonly<Record<string, ManifestChunk>>;

export interface Built {
  /** The entry with all it imports, and the same for every lazy chunk among `fetched`. */
  neededFor(fetched: readonly string[]): readonly string[];
  gzipOf(path: string): number;
  /** Scripts that no page needs at once. */
  lazyFiles(): readonly string[];
}

/** Packages resolve from here as they do for the app. */
function buildFolder(): string {
  const cache = join(root, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  return mkdtempSync(join(cache, 'bundle-'));
}

export async function buildWithManifest(): Promise<Built> {
  const folder = buildFolder();
  try {
    await runNode([
      VITE,
      'build',
      'app',
      '--manifest',
      '--outDir',
      folder,
      '--emptyOutDir',
      '--logLevel',
      'warn',
    ]);
    const manifest = JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8')) as Manifest;
    const sizes = new Map(
      Object.values(manifest)
        .flatMap(({ file, css = [] }) => [file, ...css])
        .map((file) => [`/${file}`, gzipSync(readFileSync(join(folder, file))).byteLength]),
    );
    const page = readFileSync(join(folder, 'index.html'), 'utf8');
    const asked = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, file]) => file);
    return readBuilt(manifest, sizes, asked);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Starts from what the page itself requests: an entry that is empty has no line in the manifest. */
function readBuilt(
  manifest: Manifest,
  sizes: ReadonlyMap<string, number>,
  asked: readonly (string | undefined)[],
): Built {
  function collect(key: string, into: Set<string>): void {
    const chunk = manifest[key];
    if (chunk === undefined || into.has(`/${chunk.file}`)) return;
    for (const file of [chunk.file, ...(chunk.css ?? [])]) into.add(`/${file}`);
    for (const imported of chunk.imports ?? []) collect(imported, into);
  }
  const keys = Object.keys(manifest);
  const entries = keys.filter((key) => manifest[key]?.isEntry || asked.includes(manifest[key]?.file));
  return {
    neededFor(fetched) {
      const into = new Set<string>();
      for (const key of entries) collect(key, into);
      const lazy = keys.filter((key) => manifest[key]?.isDynamicEntry);
      for (const key of lazy) if (fetched.includes(`/${manifest[key]?.file}`)) collect(key, into);
      return [...into];
    },
    gzipOf: (path) => sizes.get(path) ?? 0,
    lazyFiles() {
      const into = new Set<string>();
      for (const key of entries) collect(key, into);
      return [...sizes.keys()].filter((path) => !into.has(path));
    },
  };
}

const REACT_ALONE = [
  "import { createElement } from 'react';",
  "import { createRoot } from 'react-dom/client';",
  "createRoot(document.getElementById('root')).render(createElement('p'));",
].join('\n');

/** What every page made with React pays before its first own line: the floor under our figure. */
export async function buildReactAlone(): Promise<number> {
  const folder = buildFolder();
  try {
    writeFileSync(join(folder, 'main.js'), REACT_ALONE);
    writeFileSync(
      join(folder, 'index.html'),
      '<!doctype html><div id="root"></div><script type="module" src="/main.js"></script>',
    );
    await runNode([VITE, 'build', folder, '--logLevel', 'warn']);
    const assets = join(folder, 'dist', 'assets');
    const scripts = readdirSync(assets).filter((file) => file.endsWith('.js'));
    return scripts.reduce((total, file) => total + gzipSync(readFileSync(join(assets, file))).byteLength, 0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

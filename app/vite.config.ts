import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type HtmlTagDescriptor, type Plugin, type Rolldown } from 'vite';
import { contractWithoutSchemas } from './contract-without-schemas.ts';
import { signInHtml } from './sign-in-html.ts';

const { version: VERSION } = JSON.parse(
  await readFile(new URL('../package.json', import.meta.url), 'utf8'),
) as { readonly version: string };

const inApp = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The first screen of a new visitor: in the same file as the entry. */
const DOOR = 'src/door-screen.tsx';
/** Further chunks that are cached for a start without a network. */
const KEPT_SCREENS = ['quick-order-screen.tsx', 'home-layout.tsx', 'stomp-client.ts'];
/** Unhashed files that the page itself requests. */
const BESIDE_THE_PAGE = ['before-app.js', 'manifest.webmanifest', 'icon.svg'];
const BUILD_MARK = '<meta name="build" content="" />';

const chunksOf = (bundle: Rolldown.OutputBundle): readonly Rolldown.OutputChunk[] =>
  Object.values(bundle).filter((file) => file.type === 'chunk');

/** The entry, these screens, and their static imports, with the styles of all of them. */
function filesFor(
  bundle: Rolldown.OutputBundle,
  screens: readonly string[],
): {
  scripts: readonly string[];
  styles: readonly string[];
} {
  const chunks = new Map(chunksOf(bundle).map((chunk) => [chunk.fileName, chunk]));
  const found = new Set<string>();
  const follow = (fileName: string): void => {
    if (found.has(fileName)) return;
    found.add(fileName);
    for (const imported of chunks.get(fileName)?.imports ?? []) follow(imported);
  };
  // The entry itself only sets the order; the page requests all that it will import at once.
  for (const chunk of chunks.values())
    if (chunk.isEntry) [...chunk.imports, ...chunk.dynamicImports].forEach(follow);
  for (const screen of screens) {
    const chunk = [...chunks.values()].find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${screen}`));
    if (chunk === undefined)
      throw new Error(`${screen} is no longer fetched by itself: correct the list of screens`);
    follow(chunk.fileName);
  }
  const scripts = [...found];
  const styles = scripts.flatMap((name) => [...(chunks.get(name)?.viteMetadata?.importedCss ?? [])]);
  return { scripts, styles: [...new Set(styles)] };
}

let doorModules: ReadonlySet<string> | undefined;

/** Is the module imported statically from the entry or from the sign-in screen? */
function atTheDoor(id: string, graph: Rolldown.ChunkingContext): boolean {
  doorModules ??= reachedFrom(['src/main.tsx', DOOR].map(inApp), graph);
  return doorModules.has(id);
}

function reachedFrom(starts: readonly string[], graph: Rolldown.ChunkingContext): ReadonlySet<string> {
  const reached = new Set<string>();
  const follow = (id: string): void => {
    if (reached.has(id)) return;
    reached.add(id);
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) follow(imported);
  };
  for (const start of starts) follow(start);
  return reached;
}

/** The page itself requests everything that the entry imports, styles first. */
function doorAtOnce(): Plugin {
  return {
    name: 'maru-door-at-once',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (bundle === undefined) return html;
        const { scripts, styles } = filesFor(bundle, []);
        const linkTo = (name: string, rel: string): HtmlTagDescriptor => ({
          tag: 'link',
          attrs: { rel, crossorigin: true, href: `/${name}` },
          injectTo: 'head',
        });
        return [
          ...styles.filter((name) => !html.includes(name)).map((name) => linkTo(name, 'stylesheet')),
          ...scripts.filter((name) => !html.includes(name)).map((name) => linkTo(name, 'modulepreload')),
        ];
      },
    },
  };
}

/** A script of its own beside the app's, under a fixed name. */
async function buildAlone(
  outDir: string,
  input: string,
  fileName: string,
  define: Readonly<Record<string, string>> = {},
): Promise<void> {
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define,
    build: {
      outDir,
      emptyOutDir: false,
      target: 'es2022',
      rolldownOptions: { input, output: { format: 'iife', entryFileNames: fileName } },
    },
  });
}

/** Builds /sw.js after everything else, because it contains the names of the files to cache. */
function serviceWorker(): Plugin {
  return {
    name: 'maru-service-worker',
    apply: 'build',
    transformIndexHtml: (html) => html.replace('</head>', `  ${BUILD_MARK}\n  </head>`),
    async writeBundle({ dir = inApp('dist') }, bundle) {
      const { scripts, styles } = filesFor(bundle, KEPT_SCREENS);
      const fonts = Object.keys(bundle).filter((name) => name.includes('pretendard-first'));
      const page = await readFile(join(dir, 'index.html'), 'utf8');
      const beside = await Promise.all(BESIDE_THE_PAGE.map((name) => readFile(inApp(`public/${name}`))));
      const hash = createHash('sha256').update(page);
      for (const bytes of beside) hash.update(bytes);
      const version = hash.digest('hex').slice(0, 12);
      await writeFile(
        join(dir, 'index.html'),
        page.replace(BUILD_MARK, BUILD_MARK.replace('""', `"${version}"`)),
      );

      const shell = ['index.html', ...BESIDE_THE_PAGE, ...scripts, ...styles, ...fonts].map(
        (name) => `/${name}`,
      );
      const assets = Object.keys(bundle)
        .filter((name) => name.startsWith('assets/'))
        .map((name) => `/${name}`);
      await buildAlone(dir, inApp('src/service-worker.ts'), 'sw.js', {
        __SHELL_BUILD__: JSON.stringify({ version, shell, assets }),
      });
      // Without the comments of its source: the first paint waits for this file.
      await buildAlone(dir, inApp('public/before-app.js'), 'before-app.js');
    },
  };
}

export default defineConfig({
  plugins: [react(), contractWithoutSchemas(), doorAtOnce(), serviceWorker(), signInHtml()],
  // sockjs-client, our fallback, expects Node's name for the global object.
  define: { global: 'globalThis', __VERSION__: JSON.stringify(VERSION) },
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    // The page allows no inline data, so nothing is inlined.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Changes with a dependency only, so a release of ours leaves it in the cache. Vite's own helper for
            // imports is with it, so that the first script needs nothing of the `door` chunk.
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler)[\\/]|vite\/preload-helper/,
              priority: 2,
            },
            // All that the sign-in screen needs is one file: each further file costs a slow phone a round trip.
            { debugName: 'door', name: (id, graph) => (atTheDoor(id, graph) ? 'door' : null), priority: 1 },
            // The other UI components, and the small hooks of the shell, some of which every screen needs: one file,
            // not one for each part. The name of each file that is imported later is in the `door` chunk.
            {
              name: 'ui',
              test: /[\\/]app[\\/]src[\\/](ui[\\/]|shell[\\/]((connection|device)[\\/]|routing[\\/]entry-state|[\w-]+\.ts$))/,
            },
            // What every list and head of an instrument needs: its names, its live price, and whether it is a favourite.
            {
              name: 'market',
              test: /[\\/]app[\\/]src[\\/]market[\\/](prices[\\/]|instruments[\\/](instrument-|star|use-|saved|last))/,
            },
            // The parts of the layouts.
            {
              name: 'layouts',
              test: /[\\/]app[\\/]src[\\/]shell[\\/]layouts[\\/](footer|frame|home-header|member|messages|page-frame|titled)/,
            },
            // Shared by the histories of all products.
            {
              name: 'history',
              test: /[\\/]app[\\/]src[\\/]receipt[\\/](paged-list|use-pages|trade-row|summary-facts|filter-choice)/,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': { target: 'http://127.0.0.1:3000' },
      '/ws': { target: 'http://127.0.0.1:3000', ws: true },
    },
  },
});

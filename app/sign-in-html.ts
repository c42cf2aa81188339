// After the build: writes the page of /signin with the sign-in form already in it. A slow phone shows the form and
// accepts typing before any script of ours runs. The rest of the page is that of index.html.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';
import { contractWithoutSchemas } from './contract-without-schemas.ts';

const inApp = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const TITLE = /<title>[^<]*<\/title>/;
const PLACE = /(<div id="root">)[\s\S]*?(<\/div>\s*<noscript>)/;

async function drawSignIn(): Promise<string> {
  // Inside the project, because the code built there imports React from the project's own packages.
  const folder = await mkdtemp(inApp('.sign-in-'));
  try {
    await build({
      root: inApp('.'),
      configFile: false,
      publicDir: false,
      logLevel: 'warn',
      plugins: [react(), contractWithoutSchemas()],
      build: { ssr: inApp('src/sign-in-page.tsx'), outDir: folder, target: 'node24' },
    });
    const built = (await import(pathToFileURL(join(folder, 'sign-in-page.js')).href)) as {
      readonly signInPage: () => string;
    };
    return built.signInPage();
  } finally {
    await rm(folder, { recursive: true });
  }
}

export function signInHtml(): Plugin {
  let folder = inApp('dist');
  return {
    name: 'maru-sign-in-html',
    apply: 'build',
    configResolved: ({ root, build: { outDir } }) => {
      folder = resolve(root, outDir);
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const page = await readFile(join(folder, 'index.html'), 'utf8');
        if (!PLACE.test(page)) throw new Error('index.html has no place for the sign-in form');
        const drawn = await drawSignIn();
        await writeFile(
          join(folder, 'signin.html'),
          page
            // The title is already in the head.
            .replace(PLACE, (_, before, after) => `${before}${drawn.replace(TITLE, '')}${after}`)
            // The form is already in the page, so it needs its styles and fonts before the scripts.
            .replaceAll('<script type="module"', '<script type="module" fetchpriority="low"')
            .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"'),
        );
      },
    },
  };
}

// The compiler is the first check of the import table, so these tests show that it refuses. Each case is a file that a
// room's own settings must, or must not, let through.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './sources.ts';

const cache = join(root, 'node_modules', '.cache');

interface RoomSettings {
  readonly references?: readonly { readonly path: string }[];
}

/** The compiler's output for this text as a file of this room. */
function compile(room: string, text: string): string {
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'arrow-'));
  try {
    const settings: RoomSettings = JSON.parse(readFileSync(join(root, room, 'tsconfig.json'), 'utf8'));
    const project = {
      extends: join(root, room, 'tsconfig.json'),
      // Nothing is written out: the output of a wrongly imported file would be written beside its source.
      compilerOptions: {
        rootDir: folder,
        tsBuildInfoFile: join(folder, 'info'),
        noEmit: true,
        emitDeclarationOnly: false,
      },
      files: ['tried.ts'],
      include: [],
      references: (settings.references ?? []).map(({ path }) => ({ path: join(root, room, path) })),
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(project));
    writeFileSync(join(folder, 'tried.ts'), text);
    const tsc = join(root, 'node_modules', '.bin', 'tsc');
    const { stdout } = spawnSync(tsc, ['-b', folder, '--pretty', 'false'], { cwd: root, encoding: 'utf8' });
    return stdout
      .split('\n')
      .filter((line) => line.includes('tried.ts'))
      .join('\n');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const importing = (specifier: string) => `import * as room from '${specifier}';\nexport const used = room;\n`;

test.each([
  ['engine', '@maru/contract/refusals'],
  ['engine', '@maru/server/db/database'],
  ['contract', '@maru/server/db/database'],
  ['client', '@maru/server/db/database'],
  ['app', '@maru/server/db/database'],
])('%s does not compile with %s', (room, specifier) => {
  expect(compile(room, importing(specifier))).toMatch(/error TS(6059|6307)/);
});

test.each([
  ['contract', '@maru/engine/amount'],
  ['server', '@maru/contract/refusals'],
])('%s compiles with %s', (room, specifier) => {
  expect(compile(room, importing(specifier))).toBe('');
});

test.each([
  'setTimeout(() => {}, 1)',
  'console.log(1)',
  'process.exit(1)',
  'fetch("x")',
  'document.title',
  'new URL("x")',
])('the engine does not compile with %s', (machine) => {
  expect(compile('engine', `${machine};\nexport const used = 1;\n`)).toMatch(/error TS(2304|2584|2591|2580)/);
});

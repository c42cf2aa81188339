import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

// The simulator drains the microtask queue itself, which needs a flag of V8: so each run is a process of its own.
const main = fileURLToPath(new URL('./main.ts', import.meta.url));
const regressions = readdirSync(new URL('../regressions/', import.meta.url)).filter((name) =>
  name.endsWith('.json'),
);

function sim(...asked: readonly string[]): Promise<{ readonly code: number; readonly last: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, ['--allow-natives-syntax', main, ...asked], (_fault, output) => {
      resolve({ code: child.exitCode ?? -1, last: output.trim().split('\n').at(-1) ?? '' });
    });
  });
}

describe('the simulator', { timeout: 60_000 }, () => {
  test('the same seed ends with the same line every time', async () => {
    const [first, second] = await Promise.all([sim('--seed', '7'), sim('--seed', '7')]);
    expect(first.code).toBe(0);
    expect(first.last).toMatch(/^seed 7 hash [0-9a-f]{16} steps \d+ /);
    expect(second.last).toBe(first.last);
  });

  // `npm test` runs two hundred in a stage of their own.
  test('a few seeds hold every invariant', async () => {
    expect((await sim('--seeds', '2')).code).toBe(0);
  });

  test('a reply that leaves before the sync is found', async () => {
    const found = await sim('--seeds', '20', '--mutant', 'reply before sync');
    expect(found.code).toBe(1);
    expect(found.last).toContain('--seed');
  });

  test('a planted bug that no longer fits its source is an error and not a survivor', async () => {
    expect((await sim('--seed', '1', '--mutant', 'no such bug')).code).not.toBe(0);
  });

  test.each(regressions)('a run that once failed passes: %s', async (name) => {
    expect((await sim('--regression', name)).code).toBe(0);
  });
});

import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { useMemoryForTemporaryFiles } from './scripts/memory-folder.mjs';

useMemoryForTemporaryFiles();

// Many tests start threads and servers, which read the same modules over and over; the server keeps them here, too.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(
  new URL('./node_modules/.cache/compiled', import.meta.url),
);

/**
 * Engine and contract are pure; server tests bring up real databases; tidy reads the sources; app and office run in a light
 * DOM.
 * Files share a process and its modules; those of app and office a window too, which each file finds empty.
 */
export default defineConfig({
  test: {
    // One more than there are cores: tests that start servers or write to disks mostly wait for them.
    maxWorkers: availableParallelism() + 1,
    maxConcurrency: 2,
    projects: [
      {
        test: {
          name: 'rules',
          include: [
            'engine/src/**/*.test.ts',
            'sim/src/**/*.test.ts',
            'contract/src/**/*.test.ts',
            'bench/src/**/*.test.ts',
          ],
          environment: 'node',
          isolate: false,
          // Property tests do not measure speed: a busy machine may be slow.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts', 'scripts/postgres.test.ts'],
          environment: 'node',
          isolate: false,
          globalSetup: ['scripts/vitest-postgres.ts', 'server/src/db/prepare-testing.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'tidy',
          include: ['scripts/*.test.ts'],
          exclude: ['scripts/postgres.test.ts'],
          environment: 'node',
          isolate: false,
          testTimeout: 60_000,
        },
      },
      {
        define: { __VERSION__: JSON.stringify('1.2.3') },
        test: {
          name: 'app',
          include: ['app/src/**/*.test.{ts,tsx}', 'client/src/**/*.test.ts'],
          environment: 'happy-dom',
          pool: 'threads',
          isolate: false,
          setupFiles: ['app/src/fresh-page-double.ts'],
          testTimeout: 60_000,
        },
      },
      {
        resolve: { alias: { '@maru/app/ui': fileURLToPath(new URL('./app/src/ui', import.meta.url)) } },
        test: {
          name: 'office',
          include: ['office/src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          pool: 'threads',
          isolate: false,
          setupFiles: ['app/src/fresh-page-double.ts'],
          testTimeout: 60_000,
        },
      },
    ],
  },
});

import { defineConfig } from 'vitest/config';

/** Engine and contract are pure; server tests bring up real databases; tidy reads the sources; app runs in a light DOM. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'rules',
          include: ['engine/src/**/*.test.ts', 'engine/sim/src/**/*.test.ts', 'contract/src/**/*.test.ts'],
          environment: 'node',
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts', 'scripts/postgres.test.ts'],
          environment: 'node',
          globalSetup: ['scripts/vitest-postgres.ts'],
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
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'app',
          include: ['app/src/**/*.test.{ts,tsx}', 'client/src/**/*.test.ts'],
          environment: 'happy-dom',
          setupFiles: ['app/src/patience-double.ts'],
          testTimeout: 30_000,
        },
      },
    ],
  },
});

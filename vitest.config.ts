import { defineConfig } from 'vitest/config';

/** Engine and contract are pure; server tests bring up real databases; app tests run in a light DOM. */
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
          include: ['server/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['scripts/vitest-postgres.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'app',
          include: ['app/src/**/*.test.{ts,tsx}', 'client/src/**/*.test.ts'],
          environment: 'happy-dom',
        },
      },
    ],
  },
});

import { defineConfig, devices } from '@playwright/test';
import { prepareDatabase } from './scripts/journey-database.mjs';
import { useMemoryForTemporaryFiles } from './scripts/memory-folder.mjs';
import { ensureInstalled, findHeadlessChromium } from './scripts/system.mjs';

useMemoryForTemporaryFiles();
await ensureInstalled('headless-chromium', 'korean-font');
await prepareDatabase();

// Debian's own Chromium, because no npm package brings one for both processors. It must not phone home during tests.
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const hasPictures =
  process.env['DESIGN_PICTURES'] !== undefined || process.env['README_PICTURES'] !== undefined;

/** Journeys through the real thing, on a phone; they share one world (server and data folder) unless they break it. */
export default defineConfig({
  testDir: 'e2e/journeys',
  testMatch: '**/*.ts',
  timeout: 60_000,
  // A busy machine draws later; what is right is right all the same.
  expect: { timeout: 20_000 },
  // Each has a world of its own. Half of a journey's time is spent waiting for rounds, sessions and timers, so three keep
  // two processors busy.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  outputDir: 'test-results',
  use: {
    ...devices['Pixel 7'],
    // Boxes and lines of text are the same to the fraction of a pixel, and drawing seven times as many takes a tenth of a
    // journey's time: only pictures that somebody looks at are as sharp as on a phone.
    deviceScaleFactor: hasPictures ? 2 : 1,
    locale: 'ko-KR',
    timezoneId: 'Asia/Seoul',
    actionTimeout: 15_000,
    // A failed journey prints its page and its calls. Its steps (`--trace on`) take processor time even where they
    // are thrown away, and a film a quarter of a journey's time.
    trace: 'off',
    launchOptions: { executablePath: findHeadlessChromium() as string, args },
  },
});

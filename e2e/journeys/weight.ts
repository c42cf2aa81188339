import { gzipSync } from 'node:zlib';
import { expect } from '@playwright/test';
import { test } from '../journey.ts';

const KB = 1_024;

test('the first screen is light: no chart, no schema library and no sockjs in it', async ({ page }) => {
  const scripts: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.body());
  });
  await page.goto('/signin');
  await expect(page.getByRole('textbox', { name: '아이디' })).toBeEditable();

  const texts = await Promise.all(scripts);
  const packed = texts.reduce((sum, text) => sum + gzipSync(text).byteLength, 0);
  expect(packed).toBeGreaterThan(0);
  expect(packed).toBeLessThan(120 * KB);
  const whole = texts.map((text) => text.toString()).join('');
  expect(whole).not.toMatch(/ZodError|invalid_union|sockjs-node|iframe-eventsource|candle_pane/i);
});

import { gzipSync } from 'node:zlib';
import { expect } from '@playwright/test';
import { live, signInAs, test } from '../journey.ts';

const KB = 1_024;

test('the first load is light: no schema library and no sockjs in it', async ({ page, trader }) => {
  const scripts: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.body());
  });
  await signInAs(page, trader);
  await expect(live(page)).toBeVisible();

  const texts = await Promise.all(scripts);
  const packed = texts.reduce((sum, text) => sum + gzipSync(text).byteLength, 0);
  expect(packed).toBeGreaterThan(0);
  expect(packed).toBeLessThan(110 * KB);
  const whole = texts.map((text) => text.toString()).join('');
  expect(whole).not.toMatch(/ZodError|invalid_union|sockjs-node|iframe-eventsource/i);
});

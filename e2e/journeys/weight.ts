import { gzipSync } from 'node:zlib';
import { expect, type Response } from '@playwright/test';
import { test } from '../journey.ts';

const KB = 1_024;

test('the first screen loads no chart, no schema library, no sockjs and no STOMP', async ({ page }) => {
  const fetched: Response[] = [];
  const kinds: ReadonlySet<string> = new Set(['document', 'script', 'stylesheet']);
  page.on('response', (response) => {
    if (kinds.has(response.request().resourceType())) fetched.push(response);
  });
  await page.goto('/signin');
  await expect(page.getByRole('textbox', { name: '아이디' })).toBeEditable();
  await expect(page.locator('html[data-app="running"]')).toBeAttached();

  // Only what the page itself names counts; the live connection, sounds and updates are loaded afterwards.
  const document = await (await page.request.get('/signin')).text();
  const first = fetched.filter((response) => {
    const { pathname } = new URL(response.url());
    return pathname === '/signin' || document.includes(`"${pathname}"`);
  });
  const texts = await Promise.all(first.map((response) => response.body()));
  const packed = texts.reduce((sum, text) => sum + gzipSync(text).byteLength, 0);
  expect(packed).toBeGreaterThan(100 * KB);
  expect(packed).toBeLessThan(115 * KB);
  const whole = texts.map((text) => text.toString()).join('');
  expect(whole).not.toMatch(/ZodError|invalid_union|sockjs-node|iframe-eventsource|candle_pane|heart-beat/i);
});

test('the sign-in form can be read, filled in and submitted before the app has loaded', async ({ page }) => {
  let letIn = () => {};
  const held = new Promise<void>((resolve) => {
    letIn = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/signin', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1, name: /마루/ })).toBeVisible();
  await page.getByRole('textbox', { name: '아이디' }).fill('demo');
  await page.getByRole('textbox', { name: '비밀번호' }).fill('not the password');
  await page.getByRole('button', { name: '로그인', exact: true }).click();
  expect(new URL(page.url()).search).toBe('');

  letIn();
  await expect(page.getByRole('alertdialog', { name: '알림' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: '아이디' })).toHaveValue('demo');
  await expect(page).toHaveURL(/\/signin$/);
});

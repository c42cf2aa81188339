import { expect, type Page } from '@playwright/test';
import { fillSignIn, go, test, title } from '../journey.ts';
import { type SpecRoute, specRoutes } from '../spec-routes.ts';

// It answers for the pages of an app that was open before.
test.use({ hasServiceWorker: true });

const at = (page: Page, path: string) => expect(page).toHaveURL((url) => url.pathname === path);

async function menuOf(page: Page): Promise<string> {
  const cookies = await page.context().cookies();
  return decodeURIComponent(cookies.find(({ name }) => name === 'menu')?.value ?? '');
}

test('every row of the table redirects a guest as specified', async ({ page }) => {
  await page.goto('/signin');
  await expect(page.getByRole('textbox', { name: '아이디' })).toBeVisible();
  for (const { path, guest } of specRoutes) {
    await test.step(path, async () => {
      await go(page, '/register');
      await at(page, '/register');
      await go(page, path);
      await at(page, guest);
      expect(await menuOf(page)).not.toBe('');
    });
  }
});

test('every row of the table shows a member what is specified', async ({ memberPage: page }) => {
  await page.goto('/more');
  await expect(title(page)).toHaveText('더보기');
  for (const row of specRoutes) {
    await test.step(row.path, async () => {
      await go(page, '/more');
      await expect(title(page)).toHaveText('더보기');
      await go(page, row.path);
      await at(page, row.member ?? row.path);
      if (row.member === undefined) await isAsItsRowSays(page, row);
    });
  }
});

async function isAsItsRowSays(page: Page, row: SpecRoute): Promise<void> {
  if (row.title !== undefined) await expect(title(page)).toHaveText(row.title);

  const footer = page.getByRole('navigation', { name: '주 메뉴' });
  await expect(footer).toHaveCount(row.tab === undefined ? 0 : 1);
  const marked = footer.locator('[aria-current="page"]');
  if (row.tab !== undefined) await expect(marked).toHaveText([row.tab]);
  if (row.menu !== undefined) await expect.poll(() => menuOf(page)).toBe(row.menu);

  // Only rows with a title have our header; the other screens have a header of their own.
  if (row.title === undefined) return;
  const ways = { 뒤로: row.back, 닫기: row.close };
  for (const [name, to] of Object.entries(ways)) {
    const button = page.getByRole('banner').getByRole('button', { name, exact: true });
    if (to === undefined) await expect(button).toHaveCount(0);
    else {
      await button.click();
      await at(page, to);
    }
  }
}

test('the root path leads to the sign-in page, and an unknown one to the root path', async ({ page }) => {
  await page.goto('/');
  await at(page, '/signin');
  await page.goto('/nowhere');
  await at(page, '/signin');
});

test('a guest who opened a protected path gets there after signing in', async ({ page, trader }) => {
  await page.goto('/more/terms');
  await at(page, '/signin');
  await fillSignIn(page, trader);
  await at(page, '/more/terms');
  await expect(title(page)).toHaveText('이용약관');
});

test('a new page is scrolled to its top and has its own title', async ({ memberPage: page }) => {
  await page.goto('/more/terms');
  await expect(title(page)).toHaveText('이용약관');
  // The title is shown before the text is loaded, and a page without its text cannot be scrolled.
  await expect
    .poll(() =>
      page.evaluate(() => {
        scrollTo(0, document.documentElement.scrollHeight);
        return scrollY;
      }),
    )
    .toBeGreaterThan(0);
  await go(page, '/more/privacy');
  await expect(title(page)).toHaveText('개인정보 처리방침');
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await expect(page).toHaveTitle('개인정보 처리방침 · 마루');
});

test('the menu cookie lasts for a day', async ({ page, context }) => {
  await page.goto('/signin');
  await expect.poll(() => menuOf(page)).not.toBe('');
  const cookie = (await context.cookies()).find(({ name }) => name === 'menu');
  const seconds = (cookie?.expires ?? 0) - Date.now() / 1_000;
  expect(Math.abs(seconds - 86_400)).toBeLessThan(600);
});

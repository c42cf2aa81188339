// The app on a wide screen with mouse and keyboard: a bar above every page, trade screens in columns, all others in the
// phone's column. Nothing is clipped, unreachable by keyboard, or without a hover style.
import { devices, expect, type Locator, type Page } from '@playwright/test';
import { audit } from '../audit.ts';
import { hoverComplaints } from '../audit-hover.ts';
import { becomeTrader, copiesOf, followPastApp } from '../copytrade.ts';
import { orderPastApp } from '../futures.ts';
import { arriveAt, dock, newTrader, test, title } from '../journey.ts';
import { type Appearance, applyAppearance, type Size, takePicture } from '../pictures.ts';

const WIDE: Size = { width: 1_440, height: 900 };
// Without the name of the browser: a worker that is asked for one does not share its world with other journeys.
const { defaultBrowserType: _, ...desktop } = devices['Desktop Chrome'];
test.use({ ...desktop, viewport: WIDE });
test.describe.configure({ mode: 'parallel' });

const APPEARANCES: readonly Appearance[] = ['dark', 'light'];

/** The page is no wider than the window, and a trade screen no higher. */
async function expectNoOverflow(page: Page, isTrade: boolean): Promise<void> {
  const { across, down } = await page.evaluate(() => ({
    across: document.documentElement.scrollWidth - innerWidth,
    down: document.documentElement.scrollHeight - innerHeight,
  }));
  expect.soft(across).toBeLessThanOrEqual(0);
  if (isTrade) expect.soft(down).toBeLessThanOrEqual(0);
}

async function auditPaths(page: Page, paths: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, path] of Object.entries(paths)) {
    await test.step(path, async () => {
      await arriveAt(page, path);
      // Everything is loaded, or shows that it is not.
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      for (const appearance of APPEARANCES) {
        await applyAppearance(page, appearance);
        await takePicture(page, { name, appearance, size: WIDE });
      }
      await expectNoOverflow(page, (await page.locator('.wide-grid').count()) > 0);
      await applyAppearance(page, 'dark');
      await audit(page, { at: `${path} at 1440`, axe: 'nothing', pointer: 'mouse', keyboard: true });
      expect.soft(await hoverComplaints(page), `${path} under the mouse`).toEqual([]);
    });
  }
}

test('a guest finds nothing clipped, unreachable or without a hover style at 1440 px', async ({ page }) => {
  test.setTimeout(180_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/signin');
  await page.getByRole('textbox', { name: '아이디' }).waitFor();
  await auditPaths(page, {
    'wide-signin': '/signin',
    'wide-signup': '/register',
    'wide-home-guest': '/overseaView',
    'wide-oversea-guest': '/overseaView/304',
    'wide-futures-guest': '/futureView/BTCUSDT',
    'wide-options-guest': '/exchangeView',
  });
});

test('a member finds nothing clipped, unreachable or without a hover style at 1440 px', async ({
  memberPage: page,
}) => {
  test.setTimeout(240_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/oversea');
  await page.getByRole('main').first().waitFor();
  await auditPaths(page, {
    'wide-home': '/oversea',
    'wide-more': '/more',
    'wide-setting': '/more/setting',
    'wide-mypage': '/more/mypage',
    'wide-history': '/wallet/history',
    'wide-password': '/more/change_password',
    'wide-options': '/exchange',
    'wide-search': '/search/oversea',
    'wide-receipts': '/wallet/receipts',
    'wide-rounds': '/wallet/rounds',
    'wide-solvency': '/wallet/solvency',
    'wide-terms': '/more/terms',
  });
});

const CASHIER = {
  'wide-dnw': '/dnw',
  'wide-wallets': '/balances/list',
  'wide-convert': '/wallet/convert/USDT_BTC',
  'wide-coin-deposit': '/wallet/deposit/XRP',
  'wide-coin-withdraw': '/wallet/withdraw/BTC',
  'wide-coin-buy': '/wallet/buy/BTC',
  'wide-transfer': '/wallet/transfer/BINARY',
  'wide-p2p': '/wallet/p2p',
  'wide-dnw-history': '/wallet/dnw_history',
  'wide-payouts': '/wallet/payouts',
} as const;

test('the cashier keeps the phone’s column on a wide screen, without its number pad', async ({
  memberPage: page,
}) => {
  test.setTimeout(240_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/oversea');
  await page.getByRole('main').first().waitFor();
  await auditPaths(page, CASHIER);
  for (const width of [1_024, WIDE.width]) {
    await page.setViewportSize({ ...WIDE, width });
    for (const path of Object.values(CASHIER)) {
      await arriveAt(page, path);
      await expect(page).toHaveURL(path);
      const box = await page.getByRole('main').first().boundingBox();
      expect.soft(box?.width, `${path} at ${width}`).toBeLessThanOrEqual(480);
      const pad = page.getByRole('group', { name: '숫자판' });
      if (width === WIDE.width) await expect(pad).toHaveCount(0);
    }
  }
});

test('a member finds nothing clipped, unreachable or without a hover style on the trade screens', async ({
  memberPage: page,
}) => {
  test.setTimeout(240_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/oversea');
  await page.getByRole('main').first().waitFor();
  await auditPaths(page, {
    'wide-oversea': '/oversea/304',
    'wide-futures': '/future/BTCUSDT',
    'wide-binary': '/exchange/102',
    'wide-bitball': '/exchange/108',
  });
});

/** The columns of a trade screen are fetched when they are first shown. */
const ticket = (page: Page) => page.getByRole('region', { name: '주문서' });

/** A trade screen in columns, the name of a column, and what only the phone's page has. */
const TRADES = [
  { name: '41-desktop-futures', path: '/future/BTCUSDT', column: '호가', tab: '포지션' },
  { name: '41b-desktop-oversea', path: '/oversea/304', column: '호가 주문', tab: '포지션' },
  { name: '41c-desktop-binary', path: '/exchange/102', column: '회차', tab: undefined },
] as const;

for (const { name, path, column, tab } of TRADES)
  test(`${path} stands in columns from 1200 px on`, async ({ memberPage: page }) => {
    test.setTimeout(120_000);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(path);
    await ticket(page).waitFor();
    for (const width of [1_200, WIDE.width]) {
      const size = { ...WIDE, width };
      await page.setViewportSize(size);
      await expect(page.getByRole('region', { name: column })).toBeVisible();
      for (const appearance of APPEARANCES) {
        await applyAppearance(page, appearance);
        await takePicture(page, { name, appearance, size });
        await expectNoOverflow(page, true);
        const isFirst = appearance === 'dark';
        await audit(page, {
          at: `${path} at ${width}, ${appearance}`,
          axe: isFirst ? 'everything' : 'contrast',
          layout: isFirst,
          pointer: 'mouse',
        });
      }
    }
    await page.setViewportSize({ ...WIDE, width: 1_199 });
    await expect(ticket(page)).toBeHidden();
    await expect(dock(page)).toBeVisible();
    if (tab !== undefined) await expect(page.getByRole('tab', { name: tab })).toBeVisible();
  });

test('B orders what the button orders, and / moves to the search', async ({ memberPage: page }) => {
  await page.goto('/oversea/304');
  await ticket(page).getByRole('radio', { name: '시장가' }).click();
  await expect(dock(page).getByRole('button', { name: /^매수/ })).toBeEnabled();
  await page.keyboard.press('b');
  await page.getByRole('dialog').getByRole('button', { name: '매수 1계약 주문' }).click();
  // Its exits may close it at any moment; the fill stays.
  const fills = page.getByRole('list', { name: '체결' });
  await expect(fills.getByRole('link', { name: /매수 MNQ 1계약/ }).first()).toBeVisible();

  await page.keyboard.press('/');
  await page.keyboard.type('골드');
  await page.getByRole('option', { name: /골드/ }).waitFor();
  await page.keyboard.press('Enter');
  await expect(title(page)).toHaveText('골드');
});

test('B orders a coin future as the button does, and its position is closed from the table', async ({
  memberPage: page,
}) => {
  await page.goto('/future/BTCUSDT');
  await ticket(page).getByRole('radio', { name: '시장가' }).click();
  await ticket(page).getByRole('textbox', { name: '수량 BTC' }).fill('0.01');
  await page.getByRole('textbox', { name: '수량 BTC' }).blur();
  await expect(dock(page).getByRole('button', { name: /^매수/ })).toBeEnabled();
  await page.keyboard.press('b');
  await page.getByRole('dialog').getByRole('button', { name: '매수·롱 0.010 BTC 주문' }).click();
  const held = page.getByRole('region', { name: '내 코인선물' });
  await expect(held.getByRole('row', { name: /BTCUSDT 교차 20x 0\.010 BTC/ })).toBeVisible();

  await held.getByRole('button', { name: 'BTCUSDT 청산' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '0.010 BTC 청산' }).click();
  await expect(held.getByText('열린 포지션이 없습니다')).toBeVisible();
});

/** What a control says of itself while the mouse, or the focus, is on it; it is over again when it is left. */
async function expectReason(page: Page, control: Locator, why: RegExp): Promise<void> {
  const hint = page.getByRole('tooltip', { name: why });
  await expect(control).toHaveAttribute('aria-disabled', 'true');
  await expect(control).toHaveAccessibleDescription(why);
  await control.hover();
  await expect(hint).toBeVisible();
  await page.mouse.move(0, 0);
  await expect(hint).toBeHidden();
}

/** Tab goes through all of them in this order, and each says why it is closed. */
async function expectReasonsByKeyboard(page: Page, controls: readonly Locator[], why: RegExp): Promise<void> {
  const [first, ...others] = controls;
  await first?.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  for (const [place, control] of [first, ...others].entries()) {
    for (let step = 0; step < 12 && place > 0; step += 1) {
      await page.keyboard.press('Tab');
      if ((await control?.evaluate((element) => element === document.activeElement)) === true) break;
    }
    await expect(control!).toBeFocused();
    await expect(page.getByRole('tooltip', { name: why })).toBeVisible();
  }
  await page.keyboard.press('Escape');
  await expect(page.getByRole('tooltip')).toHaveCount(0);
}

const checkbox = (page: Page, name: string) => ticket(page).getByRole('checkbox', { name, exact: true });
const sideOf = (page: Page, word: string) =>
  dock(page).getByRole('button', { name: new RegExp(`^${word}, `) });

test('what copy trading closes to a follower says why, under the mouse and by keyboard', async ({
  memberPage: page,
  world,
  trader,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const lead = await newTrader(world);
  await becomeTrader(world, lead);
  await followPastApp(world, trader, lead);
  await orderPastApp(world, lead);
  await expect.poll(async () => (await copiesOf(world, trader)).copies).toHaveLength(1);
  await page.goto('/future/BTCUSDT');
  const why = /주문·청산·레버리지 변경은 카피 탭에서/;
  const closed = [
    ticket(page).getByRole('button', { name: /^마진 유형 / }),
    ticket(page).getByRole('button', { name: /^레버리지 / }),
    checkbox(page, '익절·손절'),
    checkbox(page, '포지션 줄이기만'),
    sideOf(page, '매수·롱'),
    sideOf(page, '매도·숏'),
  ];
  for (const control of closed) await expectReason(page, control, why);
  await expectReasonsByKeyboard(page, closed, why);
  // Neither a click nor its key orders anything, and the way to where it is done is there.
  await sideOf(page, '매수·롱').click({ force: true });
  await page.keyboard.press('b');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('link', { name: '카피 탭 열기' })).toHaveAttribute('href', '/copytrade/mine');
  // Names, colours and boxes of it are judged where its screens are compared with the designs.
  const at = 'coin futures of a follower at 1440';
  await audit(page, { at, axe: 'nothing', layout: false, keyboard: true });
  expect.soft(await hoverComplaints(page), `${at}, under the mouse`).toEqual([]);
});

test('what copy trading closes to a trader says why, under the mouse and by keyboard', async ({
  memberPage: page,
  world,
  trader,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await becomeTrader(world, trader);
  await orderPastApp(world, trader);
  await page.goto('/future/BTCUSDT');
  const why = /익절·손절과 반대 주문은 낼 수 없습니다/;
  const closed = [checkbox(page, '익절·손절'), checkbox(page, '포지션 줄이기만'), sideOf(page, '매도·숏')];
  for (const control of closed) await expectReason(page, control, why);
  await expectReasonsByKeyboard(page, closed, why);
  await expect(sideOf(page, '매수·롱')).not.toHaveAttribute('aria-disabled');
  const held = page.getByRole('region', { name: '내 코인선물' });
  await expect(held.getByRole('link', { name: '카피 탭에서 청산' })).toHaveAttribute(
    'href',
    '/copytrade/trading',
  );
});

test('the arrow up stakes on a round as the button does', async ({ memberPage: page }) => {
  await page.goto('/exchange/107');
  const up = dock(page).getByRole('button', { name: /^상승/ });
  await expect(up).toBeVisible();
  // A round takes no orders in its last seconds.
  await expect(up).toBeEnabled({ timeout: 45_000 });
  await page.keyboard.press('ArrowUp');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^상승 .*주문$/ })
    .click();
  const bets = page.getByRole('region', { name: '내 주문' });
  await expect(bets.getByRole('row', { name: /BTC/ })).toBeVisible();
});

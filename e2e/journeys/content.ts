// What staff publish: a forced notice in the middle of an order, and the screens beside their designs.
import { publishContent, saveContent, withdrawContent } from '@maru/contract/content/office';
import { expect } from '@playwright/test';
import { ask } from '../ask.ts';
import { captureAtBothSizes } from '../capture.ts';
import { go } from '../journey.ts';
import { officeToken } from '../office-sign-in.ts';
import { FIRST, openTrade, placeOrder, test } from '../oversea.ts';
import { type Appearance, SIZES } from '../pictures.ts';
import type { World } from '../world.ts';

const PLAIN: readonly Appearance[] = ['dark', 'light'];
const HOSTILE =
  '<script>window.hacked = 1</script><img src="/x" onerror="window.hacked = 2"><a href="javascript:window.hacked=3">누르기</a>' +
  '<svg onload="window.hacked = 4"></svg><iframe srcdoc="<script>parent.hacked = 5</script>"></iframe>';
const MAINTENANCE =
  '<p>더 빠른 체결을 위해 서버를 점검합니다. 점검 중에는 로그인과 주문을 쓸 수 없습니다.</p>' +
  '<table><tr><th>일시</th><td>11월 15일(토) 06:00 – 07:00</td></tr><tr><th>대상</th><td>해외선물 · 코인선물 · 바이너리</td></tr>' +
  '<tr><th>영향</th><td>입출금 신청은 07:00부터 처리</td></tr></table>' +
  '<h3>열린 포지션이 있다면</h3><p>점검 전에 익절·손절을 확인해 주세요. 점검 중에도 가격이 움직이면 로스컷이 실행될 수 있습니다.</p>';

/** Returns the number of the notice. */
async function force(world: World, title: string, content: string): Promise<number> {
  const token = await officeToken(world, world.operator);
  const { id } = await ask(world, saveContent, {
    body: { kind: 'notice', category: 'SYSTEM', isForced: true, ko: { title, content } },
    token,
  });
  await ask(world, publishContent, { body: { contentId: id, version: 1 }, token });
  return id;
}

async function withdraw(world: World, contentId: number): Promise<void> {
  await ask(world, withdrawContent, { body: { contentId }, token: await officeToken(world, world.operator) });
}

test.beforeEach(async ({ prices }) => {
  await prices.setPrice(FIRST);
});

test('a forced notice comes over an order that is being typed, runs no script, and leaves the order as it was', async ({
  memberPage: page,
  world,
  pageFaults,
}) => {
  await openTrade(page);
  const wanted = { type: '지정가', price: '24900' } as const;
  await page.getByRole('radio', { name: wanted.type, exact: true }).click();
  const price = page.getByRole('spinbutton', { name: '주문 가격' });
  await price.fill(wanted.price);
  // As if the server had not cleaned it: what is stored must not run either.
  await page.route('**/api/content/notice?*', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      json: { ...(await answer.json()), content: `${HOSTILE}<p>서버를 점검합니다.</p>` },
    });
  });
  const title = '<img src=x onerror="window.hacked=6">점검 안내';
  const contentId = await force(world, title, `${HOSTILE}<p>서버를 점검합니다.</p>`);
  const notice = page.getByRole('alertdialog', { name: title });
  await expect(notice).toContainText('서버를 점검합니다.');
  await expect(notice.locator('script, iframe, svg[onload], [onerror], a')).toHaveCount(0);
  // Neither Escape nor a tap beside it closes it.
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await expect(notice).toBeVisible();
  await notice.getByRole('button', { name: '닫기' }).click();
  await expect(notice).toBeHidden();
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  // What was past the server was refused by the policy while it was parsed, and nothing else went wrong.
  for (const fault of pageFaults.splice(0))
    expect(fault).toMatch(/violates the following Content Security Policy/);

  await expect(page.getByRole('radio', { name: wanted.type, exact: true })).toBeChecked();
  expect((await price.inputValue()).replaceAll(',', '')).toMatch(/^24900(\.00)?$/);
  await placeOrder(page, '매수', wanted);
  await expect(page.getByRole('tab', { name: /미체결/ })).toContainText('1');

  // It was read: the next visit does not show it again, and the list knows it.
  await page.unrouteAll({ behavior: 'wait' });
  await go(page, '/more/notice');
  await expect(page.getByRole('link', { name: /점검 안내/ })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('link', { name: /점검 안내/ })).toBeVisible();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);

  // Withdrawn, it is shown to nobody who comes later.
  await withdraw(world, contentId);
  await page.reload();
  await expect(page.getByRole('link', { name: /마루 지수 100·50·25/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /점검 안내/ })).toHaveCount(0);
});

test.describe('pictures', () => {
  test('the notices and the economic calendar are as designed', async ({ memberPage: page, world }) => {
    test.setTimeout(240_000);
    await page.setViewportSize(SIZES[0]);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/oversea');
    await page.getByRole('button', { name: '전체 메뉴' }).waitFor();
    const title = '11월 15일(토) 시스템 점검 안내';
    let forced = 0;
    await captureAtBothSizes(page, [
      {
        name: '14b-notice-dialog',
        appearances: PLAIN,
        async open() {
          forced = await force(world, title, MAINTENANCE);
          await expect(page.getByRole('alertdialog', { name: title })).toBeVisible();
        },
        async leave() {
          await page.getByRole('button', { name: '닫기' }).click();
          // The members of later journeys in this world are not to meet it.
          await withdraw(world, forced);
        },
      },
      {
        name: '14-notice-list',
        appearances: PLAIN,
        async open() {
          await go(page, '/more/notice');
          await expect(page.getByRole('link', { name: /마루 지수 100·50·25/ })).toBeVisible();
        },
      },
      {
        name: '14-notice',
        appearances: PLAIN,
        async open() {
          await page.getByRole('link', { name: /새 출금 계좌/ }).click();
          await expect(page.getByText('기다림')).toBeVisible();
        },
      },
      {
        name: '17-economic',
        appearances: PLAIN,
        async open() {
          await go(page, '/more/economic');
          await expect(page.getByText(/^예시 자료입니다/)).toBeVisible();
        },
      },
      {
        name: '14-questions',
        appearances: PLAIN,
        async open() {
          await go(page, '/support/more/faq');
          await page.getByText('출금은 왜 바로 되지 않나요?').click();
          await expect(page.getByText(/24시간을 기다립니다/)).toBeVisible();
        },
      },
    ]);
  });
});

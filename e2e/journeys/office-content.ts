// Two browsers: staff write a notice that everybody must see, and a trader with an order on the way gets it on the trade
// screen, when the order is answered and not before.
import { placeOverseaOrder } from '@maru/contract/oversea/calls';
import { expect } from '@playwright/test';
import { openOfficePage } from '../office-pages.ts';
import { FIRST, openTrade, placeOrder, sideButton, test } from '../oversea.ts';

// A site may force two notices a week, and another journey does.
test.use({ ownWorld: 'office-content' });

test('a notice that staff force comes over a trade screen, after the order that is under way', async ({
  memberPage: trader,
  browser,
  world,
  prices,
}) => {
  await prices.setPrice(FIRST);
  await openTrade(trader);
  const { page: office, faults } = await openOfficePage(browser, world, {
    who: world.operator,
    path: '/content',
  });
  await office.getByRole('button', { name: '새 글' }).click();
  const title = '오늘 밤 시스템 점검 안내';
  await office.getByRole('textbox', { name: '제목' }).fill(title);
  await office.getByRole('textbox', { name: '내용' }).click();
  await office.keyboard.type('더 빠른 체결을 위해 서버를 점검합니다.');
  await office.getByRole('button', { name: '표', exact: true }).click();
  await office.getByRole('switch', { name: '강제 공지' }).click();
  const phone = office.getByRole('complementary', { name: '회원 화면' });
  await expect(phone).toContainText(title);
  await expect(phone).toContainText('더 빠른 체결을 위해 서버를 점검합니다.');
  await expect(office.getByText('주문 화면을 보는 회원')).toBeVisible();
  await expect(office.getByRole('list', { name: '쓰기 점검' })).toContainText('보상 안내 없음');

  // The trader's order is answered only when the journey lets it.
  let answer: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await trader.route(`**${placeOverseaOrder.path}`, async (route) => {
    const answered = await route.fetch();
    await held;
    await route.fulfill({ response: answered });
  });
  const sent = trader.waitForRequest(`**${placeOverseaOrder.path}`);
  await placeOrder(trader, '매수', { type: '지정가', price: '24900' });
  await sent;

  await office.getByRole('button', { name: '게시', exact: true }).click();
  const reason = office.getByRole('dialog', { name: '게시' });
  await reason.getByRole('textbox').fill('정기 점검');
  const told = trader.waitForResponse((response) => response.url().includes('/api/content/notice?'));
  await reason.getByRole('button', { name: '게시', exact: true }).click();
  await expect(office.getByRole('button', { name: '고친 내용 게시' })).toBeVisible();
  await told;
  const notice = trader.getByRole('alertdialog', { name: title });
  await expect(notice).toBeHidden();
  answer();
  await expect(notice).toContainText('더 빠른 체결을 위해 서버를 점검합니다.');
  await notice.getByRole('button', { name: '닫기' }).click();
  await expect(sideButton(trader, '매수')).toBeEnabled();

  await office.getByRole('button', { name: '내리기' }).click();
  const ending = office.getByRole('dialog', { name: '내리기' });
  await ending.getByRole('button', { name: '기간이 끝남' }).click();
  await ending.getByRole('button', { name: '내리기', exact: true }).click();
  await expect(office.getByRole('button', { name: '내리기' })).toHaveCount(0);
  expect(faults).toEqual([]);
  await office.context().close();
});

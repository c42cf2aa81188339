// Conversion at a held rate, P2P with its escrow, a coin's own address, and coupons.
import { expect } from '@playwright/test';
import { letTimePass, typeAmount } from '../cashier.ts';
import { go, test, toast } from '../journey.ts';
import { openOffice } from '../office.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

test.beforeEach(() => test.setTimeout(120_000));

test('a quote that ran out cannot be taken: a new one is asked for by a tap', async ({
  memberPage: page,
  world,
}) => {
  await page.goto('/wallet/convert/BINARY_USDT');
  await typeAmount(page, '100000');
  const take = page.getByRole('button', { name: /USDT 받기$/ });
  await expect(take).toBeVisible();
  await letTimePass(world, page, 11 * SECOND_MS);
  await expect(take).toBeHidden();
  await page.getByRole('button', { name: '새 환율 받기' }).click();
  await take.click();
  await expect(toast(page)).toContainText('전환했습니다');
  await expect(page.getByText('해외선물 보유 9,900,000원')).toBeVisible();
});

test('a purchase from a counterpart is paid and confirmed; another one is disputed and rejected', async ({
  memberPage: page,
  world,
  trader,
}) => {
  const office = await openOffice(world);
  async function buy() {
    await page.getByRole('button', { name: '+100만' }).click();
    await page.getByRole('button', { name: /USDT 구매 신청$/ }).click();
    await expect(page.getByText(/USDT를 보관하고 있습니다/)).toBeVisible();
    return office.openRequest(trader.id);
  }
  await page.goto('/wallet/p2p');
  const first = await buy();
  await expect(page.getByRole('timer')).toHaveText(/^29:5\d$|^30:00$/);
  await page.getByRole('textbox', { name: '메시지 쓰기' }).fill('지금 보냅니다.');
  await page.getByRole('button', { name: '보내기' }).click();
  await expect(page.getByText('지금 보냅니다.')).toBeVisible();
  await office.writeAsCounterpart(first, '이름을 꼭 확인해 주세요.');
  await expect(page.getByText('이름을 꼭 확인해 주세요.')).toBeVisible();
  await page.getByRole('button', { name: '1,000,000원 보냈습니다' }).click();
  await expect(page.getByText('입금을 확인하고 있습니다')).toBeVisible();
  await office.approveRequest(first);
  await expect(page.getByText(/USDT가 내 지갑에 들어왔습니다/)).toBeVisible();

  await page.getByRole('button', { name: '새로 신청' }).click();
  const second = await buy();
  await page.getByRole('button', { name: '1,000,000원 보냈습니다' }).click();
  await expect(page.getByText('입금을 확인하고 있습니다')).toBeVisible();
  await expect(page.getByRole('button', { name: '분쟁 열기' })).toBeHidden();
  await letTimePass(world, page, 15 * MINUTE_MS + SECOND_MS);
  await page.getByRole('button', { name: '분쟁 열기' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '분쟁 열기' }).click();
  await expect(page.getByText('분쟁을 확인하고 있습니다')).toBeVisible();
  await office.rejectRequest(second, '입금을 찾지 못했습니다.');
  await expect(page.getByText('거절되었습니다')).toBeVisible();
  await expect(page.getByText(/입금을 찾지 못했습니다/)).toBeVisible();
});

test('a coin arrives at the member’s own address when its network has confirmed it', async ({
  memberPage: page,
}) => {
  await page.goto('/wallet/deposit/XRP');
  await expect(page.getByRole('img', { name: '입금 주소 QR 코드' })).toBeVisible();
  await expect(page.getByText('모의 주소입니다.')).toBeVisible();
  await page.getByRole('button', { name: /^연습 입금/ }).click();
  await expect(page.getByRole('region', { name: '들어오는 중' })).toContainText('반영됨', {
    timeout: 30_000,
  });
});

test('a coupon gives its bonus once', async ({ memberPage: page, world }) => {
  const office = await openOffice(world);
  const code = await office.issueCoupon('30000', Date.now() + world.aheadMs() + DAY_MS);
  await page.goto('/balances/list?coupon');
  const sheet = page.getByRole('dialog', { name: '쿠폰 등록' });
  await sheet.getByRole('textbox', { name: '쿠폰 코드' }).fill(code);
  await sheet.getByRole('button', { name: '쿠폰 사용' }).click();
  await expect(toast(page)).toContainText('보너스를 받았습니다');
  await expect(page.getByText('10,030,000원')).toBeVisible();
  await page.getByRole('button', { name: '쿠폰 등록' }).click();
  await sheet.getByRole('textbox', { name: '쿠폰 코드' }).fill(code);
  await sheet.getByRole('button', { name: '쿠폰 사용' }).click();
  await expect(sheet.getByText('이미 사용한 코드입니다.')).toBeVisible();
  await sheet.getByRole('button', { name: '닫기' }).click();
  await go(page, '/wallet/dnw_history');
  await expect(page.getByRole('button', { name: /^보너스/ })).toHaveCount(2);
});

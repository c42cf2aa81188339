// Finding instruments: on a Sunday as a new visitor, and by search under every name that an instrument has.
import { expect, type Page } from '@playwright/test';
import { dock, newPerson, test, toast } from '../journey.ts';
import { untilTimeLeft } from '../rounds.ts';
import type { World } from '../world.ts';

const SUNDAY = Date.parse('2026-11-15T14:20:00+09:00');
/** Each takes a person about three seconds, so this is a minute. */
const STEPS_MOST = 20;

test.use({ worldSettings: { beginsAt: SUNDAY } });

/** On a slow machine the betting time must not end between two taps. */
async function roundWithTime(page: Page, world: World): Promise<void> {
  const offer = Number(new URL(page.url()).pathname.split('/').at(-1));
  await untilTimeLeft(world, offer, { ms: 12_000, timeout: 40_000 });
}

const row = (page: Page, name: RegExp) => page.getByRole('main').getByRole('link', { name }).first();
const openMarkets = (page: Page) => page.getByRole('region', { name: '지금 열린 시장' });

test('a new visitor on a Sunday finds an open market, signs up and trades in a few steps, and finds the receipt', async ({
  page,
  world,
}) => {
  test.setTimeout(120_000);
  const person = newPerson();
  let steps = 0;
  const step = async (does: Promise<unknown>): Promise<void> => {
    steps += 1;
    await does;
  };
  const write = (name: string, value: string) =>
    step(page.getByRole('textbox', { name, exact: true }).fill(value));
  const press = (name: string) => step(page.getByRole('button', { name, exact: true }).click());

  await step(page.goto('/'));
  await step(page.getByRole('link', { name: '로그인 없이 시세 둘러보기' }).click());
  await expect(openMarkets(page)).toContainText('일요일에도 거래합니다');
  await expect(openMarkets(page)).toContainText('이더리움');
  const monday = page.getByRole('region', { name: '월요일 열리는 시장' });
  await expect(monday.getByRole('button', { name: /^미국 선물.*08:00 개장/ })).toBeVisible();
  await step(row(page, /비트코인/).click());
  await expect(page).toHaveURL(/\/exchangeView\/\d+/);

  await step(page.getByRole('link', { name: '회원가입' }).click());
  await write('아이디', person.username);
  await write('비밀번호', person.password);
  await write('비밀번호 확인', person.password);
  await write('닉네임', person.nick);
  await press('다음');
  await write('이름', person.name);
  await step(page.getByRole('textbox', { name: '휴대폰 번호' }).pressSequentially(person.phone));
  await write('이메일', person.email);
  await press('다음');
  await step(page.getByRole('checkbox', { name: '모두 동의' }).check());
  await press('가입 신청');
  await press('연습 시작');

  await step(row(page, /비트코인/).click());
  await expect(page).toHaveURL(/\/exchange\/\d+/);
  await roundWithTime(page, world);
  await step(
    dock(page)
      .getByRole('button', { name: /^상승 / })
      .click(),
  );
  await step(
    page
      .getByRole('dialog', { name: '상승 주문을 넣을까요?' })
      .getByRole('button', { name: /^상승 .* 주문$/ })
      .click(),
  );
  await expect(toast(page)).toContainText('주문을 접수했습니다');
  expect(steps).toBeLessThanOrEqual(STEPS_MOST);

  await page.goto('/more');
  await page.getByRole('button', { name: '거래 내역' }).click();
  await page.getByRole('radio', { name: '바이너리' }).check({ force: true });
  await page.getByRole('button', { name: '진행 중' }).click();
  await row(page, /비트코인/).click();
  await expect(page.getByRole('heading', { level: 1, name: '거래 상세' })).toBeVisible();
  await page.getByRole('button', { name: '닫기', exact: true }).click();
  await expect(page).toHaveURL(/\/wallet\/history$/);
  await expect(page.getByRole('button', { name: '진행 중' })).toHaveAttribute('aria-pressed', 'true');

  await page.getByRole('link', { name: '영수증·검증' }).click();
  await row(page, /상승.*비트코인/).click();
  await page.getByRole('button', { name: '닫기', exact: true }).click();
  await expect(page).toHaveURL(/\/wallet\/receipts$/);
  await page.getByRole('link', { name: '회차 결과' }).click();
  await expect(page.getByRole('region', { name: '회차 결과' })).toBeVisible();
});

test('search finds by name, code, initials, English and nickname, in every product', async ({
  memberPage: page,
}) => {
  await page.goto('/search');
  const field = page.getByRole('searchbox', { name: '종목 검색' });
  const results = page.getByRole('region', { name: /^종목 \d/ });
  for (const [typed, name, product] of [
    ['이더리움', '이더리움', '바이너리'],
    ['gc', '골드', '빠른주문'],
    ['ㅅㅅㅈㅈ', '삼성전자', '바이너리'],
    ['crude', '크루드오일', '빠른주문'],
    ['금', '골드', '빠른주문'],
    ['원유', '크루드오일', '빠른주문'],
    ['삼전', '삼성전자', '바이너리'],
    ['비트', '비트코인', '바이너리'],
  ] as const) {
    await test.step(typed, async () => {
      await field.fill(typed);
      await expect(results.getByRole('listitem').first()).toContainText(name);
      await expect(results.getByRole('listitem').first()).toContainText(product);
    });
  }
  // The product's own screen, and back to the search results.
  await page.getByRole('tab', { name: /^비트볼/ }).click();
  await results.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/exchange\/\d+/);
  await expect(page.getByText('비트볼').first()).toBeVisible();
  await page.goBack();
  await expect(field).toHaveValue('비트');

  await page.getByRole('tab', { name: /^전체/ }).click();
  await results.getByRole('button', { name: '비트코인 즐겨찾기' }).click();
  await page.getByRole('navigation', { name: '주 메뉴' }).getByRole('link', { name: '빠른주문' }).click();
  await expect(page.getByRole('list', { name: '즐겨찾기' })).toContainText('비트코인');
});

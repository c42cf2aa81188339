// The screens of own limits that are compared with their design, and the card of a result.
import { setLimit } from '@maru/contract/limits/calls';
import { expect, type Page } from '@playwright/test';
import { ask } from './ask.ts';
import { go, signedIn, type Trader, toast } from './journey.ts';
import { accountOf, NASDAQ, orderPastApp } from './oversea.ts';
import type { Appearance } from './pictures.ts';
import type { PushedPrices } from './pushed-prices.ts';
import { closeDialog, type Scene } from './scenes.ts';
import type { World } from './world.ts';

const PLAIN: readonly Appearance[] = ['dark', 'light'];
const WITH_PRICES: readonly Appearance[] = ['dark', 'light', 'kr'];

interface Stand {
  readonly world: World;
  readonly trader: Trader;
  readonly prices: PushedPrices;
}

/** One trade that won and one that lost, counted by limits that were set before. */
export async function tradeWithLimits({ world, trader, prices }: Stand): Promise<void> {
  const token = await signedIn(world, trader);
  for (const [kind, value] of [
    ['LOSS', '2000000'],
    ['STAKE', '1000000'],
    ['DEPOSIT', '5000000'],
    ['TIME', '120'],
  ])
    await ask(world, setLimit, { body: { kind, value }, token });
  for (const [from, to] of [
    ['25000', '25008'],
    ['25008', '24979.75'],
  ] as const) {
    await prices.setPrice(from);
    await orderPastApp(world, trader);
    await prices.setPrice(to);
    await orderPastApp(world, trader, { tradeType: 'SHORT' });
  }
  await ask(world, setLimit, { body: { kind: 'LOSS', value: '3000000' }, token });
}

const RECORD = /^한도를 지킨 오늘의 기록입니다/;

/** The mark of practice money covers the last line of the screen: the page is scrolled to its very end. */
const endOfPage = (page: Page) =>
  page.getByRole('button', { name: RECORD }).evaluate((card) => {
    for (let part = card.parentElement; part !== null; part = part.parentElement)
      part.scrollTop = part.scrollHeight;
  });

export function limitsScenes({ world, trader }: Stand): readonly Scene[] {
  async function openClosing(page: Page, isMeant: (net: number) => boolean): Promise<void> {
    const { fills } = await accountOf(world, trader);
    const fill = fills.find(
      (each) => each.overseaOptionId === NASDAQ && isMeant(Number(each.net)) && Number(each.net) !== 0,
    );
    await go(page, `/wallet/history/oversea/${fill?.id}`);
    await page.getByRole('button', { name: '결과 카드' }).click();
    await expect(page.getByRole('img', { name: /나스닥/ })).toBeVisible();
  }
  return [
    {
      name: '37-limits',
      appearances: PLAIN,
      async open(page) {
        await expect(toast(page)).toBeHidden();
        await go(page, '/more/limits');
        await expect(page.getByText('오늘 더 잃을 수 있는 금액')).toBeVisible();
      },
    },
    {
      name: '37-limits.end',
      appearances: PLAIN,
      isWalkedElsewhere: true,
      open: endOfPage,
    },
    {
      name: '37-limits.record',
      appearances: PLAIN,
      async open(page) {
        await page.getByRole('button', { name: RECORD }).click();
        await expect(page.getByRole('dialog', { name: '오늘의 기록' })).toBeVisible();
      },
      leave: closeDialog('오늘의 기록'),
    },
    {
      name: '37-limits.counting',
      appearances: PLAIN,
      async open(page) {
        await page.getByRole('button', { name: '한도를 세는 방법' }).click();
        await expect(page.getByRole('dialog', { name: '한도를 세는 방법' })).toBeVisible();
      },
      leave: closeDialog('한도를 세는 방법'),
    },
    {
      name: '37-limits.value',
      appearances: PLAIN,
      async open(page) {
        await page.getByRole('button', { name: /^한 번 주문.*한도 바꾸기$/ }).click();
        await expect(page.getByRole('dialog', { name: '한 번 주문' })).toBeVisible();
      },
      leave: closeDialog('한 번 주문'),
    },
    {
      name: '37-limits.exclude',
      appearances: PLAIN,
      async open(page) {
        await page.getByRole('button', { name: /^이용 제한 신청/ }).click();
        await expect(page.getByRole('dialog', { name: '이용 제한 신청' })).toBeVisible();
      },
    },
    {
      name: '37-limits.exclude-sure',
      appearances: PLAIN,
      async open(page) {
        await page.getByRole('button', { name: '다음' }).click();
        await expect(page.getByRole('dialog', { name: '한 번 더 확인합니다' })).toBeVisible();
      },
      leave: closeDialog('한 번 더 확인합니다'),
    },
    {
      name: '37-limits.break',
      appearances: PLAIN,
      async open(page) {
        await page.getByRole('button', { name: '24시간 쉬기' }).click();
        await expect(page.getByRole('alertdialog')).toBeVisible();
      },
      async leave(page) {
        await page.getByRole('alertdialog').getByRole('button', { name: '24시간 쉬기' }).click();
        await expect(page.getByText(/쉬어 가는 중 · /)).toBeVisible();
      },
    },
    {
      name: '37-limits.resting',
      appearances: PLAIN,
      isWalkedElsewhere: true,
      open: endOfPage,
    },
    {
      name: 'share-card',
      appearances: WITH_PRICES,
      open: (page) => openClosing(page, (net) => net > 0),
    },
    {
      name: 'share-card.hidden',
      appearances: PLAIN,
      async open(page) {
        await page.getByRole('switch', { name: '금액 숨기기' }).click();
        await expect(page.getByRole('img', { name: /금액은 숨겼습니다/ })).toBeVisible();
      },
      leave: closeDialog('결과 카드'),
    },
    {
      name: 'share-card.loss',
      appearances: WITH_PRICES,
      open: (page) => openClosing(page, (net) => net < 0),
      leave: closeDialog('결과 카드'),
    },
  ];
}

// Copy trading in the office: an application that waits, a trader with followers, and copies of which one was missed.
import { followTrader } from '@maru/contract/copytrade/follows';
import {
  approveTrader,
  copyJobs,
  setOfficeTrader,
  traderApplications,
} from '@maru/contract/copytrade/office';
import { applyAsTrader } from '@maru/contract/copytrade/traders';
import { placeFuturesOrder } from '@maru/contract/futures/calls';
import { expect } from '@playwright/test';
import { ask } from './ask.ts';
import { BITCOIN, ETHER } from './futures.ts';
import { newTrader, signedIn } from './journey.ts';
import { showOffice } from './office-pages.ts';
import type { OfficeScene } from './office-scenes.ts';
import { officeToken } from './office-sign-in.ts';
import type { World } from './world.ts';

const PAIRS = [BITCOIN, ETHER];

/** Returns who asked, with a token. */
async function apply(world: World, intro: string) {
  const trader = await newTrader(world);
  const token = await signedIn(world, trader);
  const { id } = await ask(world, applyAsTrader, {
    body: { followStock: PAIRS, shareRate: '0.15', intro },
    token,
  });
  return { trader, token, applicationId: id };
}

async function follow(world: World, traderId: number, followStock: readonly number[]): Promise<void> {
  const token = await signedIn(world, await newTrader(world));
  const limits = { multiplyPer: 50, maxBet: '1000', oneMaxBet: '200' };
  await ask(world, followTrader, { body: { traderId, followStock, ...limits }, token });
}

const TERMS = { quota: 100, shareRate: '0.15', followStock: PAIRS };

async function approve(world: World, applicationId: number, token: string): Promise<void> {
  await ask(world, approveTrader, {
    body: { applicationId, ...TERMS, reason: '성적을 확인했습니다' },
    token,
  });
}

/** One whom staff switched off. */
async function hold(world: World, token: string): Promise<void> {
  const { trader, applicationId } = await apply(world, '짧게 들어가고 짧게 나옵니다.');
  await approve(world, applicationId, token);
  await ask(world, setOfficeTrader, {
    body: {
      ...{ traderId: trader.id, status: 'OFF', isAccepting: false, ...TERMS },
      reason: '위험 한도를 넘긴 주문이 이어졌습니다',
    },
    token,
  });
}

async function prepare(world: World): Promise<void> {
  const staff = await officeToken(world, world.operator);
  await hold(world, staff);
  const { trader, token, applicationId } = await apply(world, '추세를 따라 하루에 한두 번 들어갑니다.');
  await approve(world, applicationId, staff);
  await follow(world, trader.id, PAIRS);
  // Of the two this one has not chosen what the trader trades: the copy is missed.
  await follow(world, trader.id, [ETHER]);
  await ask(world, placeFuturesOrder, {
    body: { futuresOptionId: BITCOIN, tradeType: 'LONG', marketType: 'MARKET', qty: '0.05' },
    token,
  });
  await apply(world, '손절은 늘 2% 안에서 합니다.');
  const copied = async () =>
    (await ask(world, copyJobs, { query: { traderId: trader.id }, token: staff })).content
      .map(({ status }) => status)
      .sort();
  await expect.poll(copied, { timeout: 30_000 }).toEqual(['FILLED', 'MISSED']);
  const { waiting } = await ask(world, traderApplications, { query: {}, token: staff });
  expect(waiting).toBe(1);
}

const TITLE = '카피트레이딩';

export const copytradeScenes: readonly OfficeScene[] = [
  {
    name: 'office-copytrade',
    prepare,
    async open(page) {
      await showOffice(page, '/copytrade', TITLE);
      await expect(page.getByRole('link', { name: TITLE })).toContainText('1');
      const drawer = page.getByRole('complementary');
      await expect(drawer.getByText('포지션과 주문이 없습니다')).toBeVisible();
      await expect(drawer.getByText(/BTCUSDT, ETHUSDT/)).toBeVisible();
    },
  },
  {
    name: 'office-copytrade-traders',
    async open(page) {
      await showOffice(page, '/copytrade/traders', TITLE);
      const followed = page.getByRole('row').filter({ hasText: '2 / 100' });
      // Followers are counted with the figures, every five seconds, and the screen asks again after fifteen.
      await expect(followed).toBeVisible({ timeout: 30_000 });
      await followed.click();
      const follows = page.getByRole('table', { name: '팔로우 목록' });
      await expect(follows.getByText('팔로우 중').first()).toBeVisible();
    },
  },
  {
    name: 'office-copytrade-held',
    async open(page) {
      await showOffice(page, '/copytrade/traders', TITLE);
      await page.getByRole('row').filter({ hasText: '운영팀이 중지' }).click();
      await expect(page.getByRole('complementary').getByText('꺼짐')).toBeVisible();
    },
  },
  {
    name: 'office-copytrade-jobs',
    async open(page) {
      await showOffice(page, '/copytrade/jobs', TITLE);
      await expect(page.getByRole('region', { name: '오늘 카피' })).toContainText('1건');
      await page.getByRole('row').filter({ hasText: '고르지 않은 종목' }).click();
      await expect(
        page.getByRole('complementary').getByText('팔로워가 고르지 않은 종목입니다.'),
      ).toBeVisible();
    },
  },
];

// The screens of copy trading that are compared with their design: of somebody who follows nobody, of a follower, and of
// a trader.
import { changeFollow } from '@maru/contract/copytrade/follows';
import { setTrader } from '@maru/contract/copytrade/traders';
import { expect, type Page } from '@playwright/test';
import { ask } from './ask.ts';
import { areSharesPaid, copiesOf } from './copytrade.ts';
import type { Cast } from './copytrade-cast.ts';
import { arriveAt, signedIn } from './journey.ts';
import type { Appearance } from './pictures.ts';
import { closeDialog, type Scene } from './scenes.ts';
import type { World } from './world.ts';

const PLAIN: readonly Appearance[] = ['dark', 'light'];
const WITH_PRICES: readonly Appearance[] = ['dark', 'light', 'kr'];

const copyCard = (page: Page) => page.getByRole('article', { name: 'BTCUSDT' });
const followSheet = (page: Page) => page.getByRole('dialog', { name: '느린손 팔로우' });
const limit = (page: Page, name: '최대 투자' | '한 번에 최대') =>
  followSheet(page).getByRole('textbox', { name });

/** Of a member who follows nobody. */
export const newcomerScenes = ({ lead }: Cast): readonly Scene[] => [
  {
    name: '12b-copy-profile',
    appearances: WITH_PRICES,
    async open(page) {
      await arriveAt(page, `/copytrade/${lead.id}`);
      await expect(page.getByRole('img', { name: /^누적 수익률/ })).toBeVisible();
      await expect(page.getByRole('button', { name: '팔로우하기' })).toBeEnabled();
    },
  },
  {
    name: '12b-copy-profile.open',
    appearances: PLAIN,
    isWalkedElsewhere: true,
    async open(page) {
      await page.getByRole('tab', { name: '열린 포지션 2' }).click();
      await expect(page.getByText('이미 열린 포지션은 따라 열지 않습니다.')).toBeVisible();
    },
  },
  {
    name: '12b-copy-profile.records',
    appearances: PLAIN,
    isWalkedElsewhere: true,
    async open(page) {
      await page.getByRole('tab', { name: '기록' }).click();
      await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveCount(3);
    },
  },
  {
    name: '12c-copy-follow',
    appearances: PLAIN,
    async open(page) {
      await page.getByRole('button', { name: '팔로우하기' }).click();
      await limit(page, '최대 투자').fill('1000');
      await limit(page, '한 번에 최대').fill('5');
      await expect(followSheet(page).getByText('한 번 한도는 10 USDT 이상이어야 합니다.')).toBeVisible();
    },
  },
  {
    name: '12c-copy-follow.simulation',
    appearances: PLAIN,
    async open(page) {
      await limit(page, '한 번에 최대').fill('500');
      await followSheet(page).getByText('가장 깊은 손실').scrollIntoViewIfNeeded();
      await expect(followSheet(page).getByText('비용과 분배를 뺀 손익')).toBeInViewport();
    },
    leave: closeDialog('느린손 팔로우'),
  },
  {
    name: '38-copy-mine.none',
    appearances: PLAIN,
    async open(page) {
      await arriveAt(page, '/copytrade/mine');
      await expect(page.getByText('트레이더를 팔로우하지 않습니다')).toBeVisible();
    },
  },
  {
    name: '38b-copy-trader.apply',
    appearances: PLAIN,
    async open(page) {
      await arriveAt(page, '/copytrade/trading');
      await page.getByRole('button', { name: 'BTC', exact: true }).click();
      await expect(page.getByRole('button', { name: '신청하기' })).toBeEnabled();
    },
  },
  {
    name: '38b-copy-trader.waiting',
    appearances: PLAIN,
    isWalkedElsewhere: true,
    async open(page) {
      await page.getByRole('button', { name: '신청하기' }).click();
      await expect(page.getByRole('button', { name: '신청 거두기' })).toBeVisible();
    },
  },
];

export const traderScenes = (world: World, { lead }: Cast): readonly Scene[] => [
  {
    name: '38b-copy-trader',
    appearances: WITH_PRICES,
    async open(page) {
      await arriveAt(page, '/copytrade/trading');
      await expect(copyCard(page)).toContainText('2 / 3');
      await expect(page.getByText(/수익 중인 팔로워 3 \/ 3/)).toBeVisible();
    },
  },
  {
    name: '38b-copy-trader.close',
    appearances: PLAIN,
    async open(page) {
      await page.getByRole('button', { name: 'BTCUSDT 절반 청산' }).click();
      const sheet = page.getByRole('dialog', { name: '절반 청산' });
      await expect(sheet.getByRole('button', { name: '0.150 BTC 청산' })).toBeEnabled();
    },
    leave: closeDialog('절반 청산'),
  },
  {
    name: '38b-copy-trader.followers',
    appearances: PLAIN,
    async open(page) {
      await page.getByRole('tab', { name: '팔로워 3' }).click();
      await expect(page.getByRole('list', { name: '팔로워' }).getByRole('listitem')).toHaveCount(3);
    },
  },
  {
    name: '38b-copy-trader.shares',
    appearances: PLAIN,
    isWalkedElsewhere: true,
    async open(page) {
      await areSharesPaid(world, lead);
      await page.getByRole('tab', { name: '분배 수익' }).click();
      await expect(page.getByRole('list', { name: '분배 수익' })).toContainText('하루 정산');
    },
  },
  {
    name: '38b-copy-trader.settings',
    appearances: PLAIN,
    async open(page) {
      await page.getByRole('button', { name: '모집 설정' }).click();
      await expect(page.getByRole('dialog', { name: '모집 설정' })).toBeVisible();
    },
    leave: closeDialog('모집 설정'),
  },
  {
    name: '06-coin-futures.trader',
    appearances: PLAIN,
    isWalkedElsewhere: true,
    async open(page) {
      await arriveAt(page, '/future/BTCUSDT');
      await expect(page.getByRole('link', { name: '카피 탭 열기' })).toHaveAttribute(
        'href',
        '/copytrade/trading',
      );
      await expect(page.getByRole('checkbox', { name: '익절·손절' })).toBeDisabled();
      await expect(page.getByRole('button', { name: /^매도·숏, / })).toBeDisabled();
    },
  },
];

/** The last of them ends what the others show. */
export const followerScenes = (world: World, { lead, follower }: Cast): readonly Scene[] => [
  {
    name: '12-copy-list',
    appearances: WITH_PRICES,
    async open(page) {
      await arriveAt(page, '/copytrade');
      await expect(page.getByRole('list', { name: '트레이더' }).getByRole('listitem')).toHaveCount(4);
      await expect(page.getByRole('link', { name: '내 팔로우' })).toContainText(/미실현 [+−]/);
    },
  },
  {
    name: '38-copy-mine',
    appearances: WITH_PRICES,
    async open(page) {
      await arriveAt(page, '/copytrade/mine');
      await expect(page.getByText(/^총 한도 .+ 도달$/)).toBeAttached();
      await expect(page.getByRole('img', { name: /^내 수익률/ })).toBeVisible();
    },
  },
  {
    name: '38-copy-mine.filled',
    appearances: PLAIN,
    isWalkedElsewhere: true,
    async open(page) {
      await page.getByRole('radio', { name: /^체결/ }).click();
      await expect(page.getByRole('list', { name: '체결' }).getByRole('listitem').first()).toBeVisible();
      await page.getByRole('list', { name: '체결' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: '38a-copy-stop',
    appearances: PLAIN,
    async open(page) {
      await page.getByRole('button', { name: '그만 따라가기' }).click();
      await expect(page.getByRole('dialog', { name: '느린손 그만 따라가기' })).toContainText(/예상 [+−]/);
    },
    leave: closeDialog('느린손 그만 따라가기'),
  },
  {
    name: '06-coin-futures.copied',
    appearances: PLAIN,
    isWalkedElsewhere: true,
    async open(page) {
      await arriveAt(page, '/future/BTCUSDT');
      await expect(page.getByRole('link', { name: '카피 탭 열기' })).toHaveAttribute(
        'href',
        '/copytrade/mine',
      );
      await expect(page.getByRole('checkbox', { name: '익절·손절' })).toBeDisabled();
      await expect(page.getByRole('button', { name: /^레버리지 / })).toBeDisabled();
    },
  },
  {
    name: '38-copy-mine.paused',
    appearances: PLAIN,
    isWalkedElsewhere: true,
    async open(page) {
      const { follow } = await copiesOf(world, follower);
      const body = { traderFollowerId: follow?.traderFollowerId ?? 0, isPaused: true };
      await ask(world, changeFollow, { body, token: await signedIn(world, follower) });
      await page.goto('/copytrade/mine');
      await expect(page.getByText('일시 중지 중')).toBeVisible();
    },
  },
  {
    name: '38-copy-mine.detached',
    appearances: PLAIN,
    async open(page) {
      await ask(world, setTrader, { body: { status: 'OFF' }, token: await signedIn(world, lead) });
      await expect(page.getByRole('region', { name: '이제 따라가지 않습니다' })).toBeVisible();
    },
  },
];

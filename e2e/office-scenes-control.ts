// Market control, rounds and risk, with something open in them: positions on both sides, a round with bets, a halted
// offer, and a void that waits for its second person.
import { currentRound, placeBet } from '@maru/contract/binary/calls';
import { haltOption, requestVoid } from '@maru/contract/binary/office';
import { placeFuturesOrder } from '@maru/contract/futures/calls';
import { changeRiskLimits } from '@maru/contract/risk/limits';
import { approveStaffRequest } from '@maru/contract/staff/calls';
import { expect, type Page } from '@playwright/test';
import { ask } from './ask.ts';
import { BITCOIN, ETHER } from './futures.ts';
import { go, newTrader, signedIn } from './journey.ts';
import type { OfficeScene } from './office-scenes.ts';
import { officeToken } from './office-sign-in.ts';
import { FIVE_MINUTES_RUNNING, HALF_MINUTE } from './rounds.ts';
import type { World } from './world.ts';

const sides = [
  { tradeType: 'LONG', type: 'LONG', qty: '0.2', point: '30000' },
  { tradeType: 'SHORT', type: 'SHORT', qty: '0.1', point: '10000' },
] as const;

/** The round that was bet on, by the address of its world. */
const rounds = new Map<string, number>();

async function prepare(world: World): Promise<void> {
  // A round that runs while it is bet on takes bets until shortly before its end.
  const open = async () => {
    const { round } = await ask(world, currentRound, { query: { tradeOptionId: FIVE_MINUTES_RUNNING } });
    return round !== null && round.betEndMillis - Date.now() - world.aheadMs() > 20_000 ? round : null;
  };
  await expect.poll(async () => (await open()) !== null, { timeout: 90_000 }).toBe(true);
  const round = await open();
  if (round === null) throw new Error('a round that takes bets was expected');
  for (const { tradeType, type, qty, point } of sides) {
    const token = await signedIn(world, await newTrader(world));
    for (const futuresOptionId of [BITCOIN, ETHER])
      await ask(world, placeFuturesOrder, {
        body: { futuresOptionId, tradeType, marketType: 'MARKET', qty },
        token,
      });
    await ask(world, placeBet, { body: { tradeRoundId: round.id, type, point }, token });
  }
  const token = await officeToken(world, world.operator);
  const reason = '시세가 끊겨 확인하고 있습니다.';
  await ask(world, haltOption, { body: { tradeOptionId: HALF_MINUTE, reason }, token });
  await ask(world, requestVoid, { body: { tradeRoundId: round.id, reason }, token });
  rounds.set(world.address, round.id);
  await lowerLimits(world);
}

/** Low enough for what is open to come near some of them and pass others. */
async function lowerLimits(world: World): Promise<void> {
  const asked = { netInstrument: '12000000', roundSkewFrom: '10000', withdrawalsWaiting: '1' };
  const { waiting } = await ask(world, changeRiskLimits, {
    body: { ...asked, reason: '주말 한도' },
    token: await officeToken(world, world.operator),
  });
  await ask(world, approveStaffRequest, {
    body: { staffRequestId: waiting?.id },
    token: await officeToken(world, world.approver),
  });
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

export const controlScenes: readonly OfficeScene[] = [
  {
    name: '21-bo-risk',
    prepare,
    async open(page) {
      await go(page, '/office/risk');
      await expect(heading(page, '리스크')).toBeVisible();
      await expect(page.getByText('BTCUSDT').first()).toBeVisible();
      await expect(page.getByRole('list', { name: '경보' }).getByRole('listitem').first()).toBeVisible();
    },
  },
  {
    name: '21b-bo-stress',
    async open(page) {
      await go(page, '/office/risk/stress');
      await expect(heading(page, '가격 충격 시험')).toBeVisible();
      await page.getByRole('slider', { name: 'NQ' }).fill('-5');
      await page.getByRole('button', { name: /다시 계산/ }).click();
      await expect(page.getByRole('table', { name: '청산되는 회원' }).getByRole('row').nth(1)).toBeVisible();
    },
  },
  {
    name: 'office-positions',
    async open(page) {
      await go(page, '/office/positions');
      await expect(heading(page, '주문·포지션')).toBeVisible();
      await expect(page.getByRole('cell', { name: /BTCUSDT/ }).first()).toBeVisible();
    },
  },
  {
    name: 'office-rounds',
    async open(page) {
      await go(page, '/office/rounds');
      await expect(heading(page, '회차·배당')).toBeVisible();
      await expect(page.getByRole('button', { name: /무효 검토/ }).first()).toBeVisible();
    },
  },
  {
    name: '44-bo-void-round',
    async open(page, world) {
      await go(page, `/office/rounds/void?id=${rounds.get(world.address)}`);
      await expect(page.getByRole('region', { name: '돌려받는 회원' })).toContainText('2명');
    },
  },
  {
    name: 'office-odds',
    async open(page) {
      await go(page, '/office/rounds/odds');
      await expect(heading(page, '비트볼 배당')).toBeVisible();
      await expect(page.getByText('합 홀', { exact: true })).toBeVisible();
    },
  },
  {
    name: '43-bo-instruments',
    async open(page) {
      await go(page, '/office/market');
      await expect(heading(page, '종목·세션')).toBeVisible();
      await expect(page.getByRole('img').first()).toBeVisible();
    },
  },
  {
    name: 'office-feed',
    async open(page) {
      await go(page, '/office/feed');
      await expect(heading(page, '시세 상태')).toBeVisible();
      await expect(page.getByRole('cell', { name: /BTCUSDT/ }).first()).toBeVisible();
    },
  },
];

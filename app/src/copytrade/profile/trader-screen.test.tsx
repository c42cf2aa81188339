import { me } from '@maru/contract/account/calls';
import { followTrader } from '@maru/contract/copytrade/follows';
import { myTrader, trader, traderLeads } from '@maru/contract/copytrade/traders';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import {
  followOf,
  leadsOf,
  openCopytrade,
  ownTrader,
  statisticsOf,
  traderPage,
} from '../../copytrade-double.ts';
import { answerFutures, positionOf } from '../../futures-double.ts';
import { START } from '../../futures-market-double.ts';
import { tap } from '../../screen-double.tsx';
import { trader as member } from '../../server-double.ts';
import { curveOf, gridOf } from './curve.ts';

afterEach(cleanup);

const openTrader = async (visit: Parameters<typeof openCopytrade>[1] = {}) => {
  const page = await openCopytrade('/copytrade/31', visit);
  await screen.findByText('누적 수익률');
  return page;
};
const shownBeside = (name: string) => screen.getByText(name).nextElementSibling?.textContent;
const type = (label: string, value: string) =>
  act(async () =>
    fireEvent.change(screen.getByLabelText(label, { selector: 'input' }), { target: { value } }),
  );

test('a profile leads with the return of thirty days, and its curve says the drawdown too', async () => {
  await openTrader();
  expect(screen.getByText('+42.86%')).toBeTruthy();
  expect(screen.getByRole('img', { name: /^누적 수익률 \+.*최대 낙폭/ })).toBeTruthy();
  for (const [name, value] of [
    ['운용', '214일'],
    ['수익 분배', '10%'],
    ['30일 승률', '68.2%'],
    ['30일 팔로워 수익', '+2,184.612 USDT'],
    ['가장 많이 잃은 팔로워', '−41.2 USDT'],
    ['30일 평균 미끄러짐', '0.06%'],
    ['평균 보유 시간', '5시간 10분'],
    ['최근 강제 청산', '없음'],
  ] as const)
    expect(shownBeside(name)).toBe(value);
  await tap('전체', 'radio');
  expect(screen.getByText('+118.40%')).toBeTruthy();
});

test('what the list shows of thirty days stands on the profile with the same figures', async () => {
  await openCopytrade('/copytrade');
  const row = within(await screen.findByRole('list', { name: '트레이더' })).getByRole('link').textContent;
  for (const shown of ['30일 수익률 +42.86%', '30일 승률 68.2%', '30일 최대 낙폭 12.4%'])
    expect(row).toContain(shown);
  expect(row).toContain('30일 팔로워 수익 +2,184.612 USDT');
  cleanup();
  await openTrader();
  expect(screen.getByRole('radio', { name: '30일' }).getAttribute('aria-checked')).toBe('true');
  expect(screen.getByText('+42.86%')).toBeTruthy();
  expect(screen.getByText('−12.4%')).toBeTruthy();
  expect(shownBeside('30일 승률')).toBe('68.2%');
  expect(shownBeside('30일 팔로워 수익')).toBe('+2,184.612 USDT');
});

test('figures of the whole time say so once, above them', async () => {
  await openTrader();
  const whole = within(screen.getByRole('region', { name: '트레이더 · 전체 기간' }));
  for (const [name, value] of [
    ['승률', '64.1%'],
    ['최대 낙폭', '21.8%'],
    ['거래 수', '412건'],
  ] as const)
    expect(whole.getByText(name).nextElementSibling?.textContent).toBe(value);
  expect(shownBeside('전체 기간 팔로워 수익')).toBe('+48,210.4 USDT');
});

test('open positions have no sizes, and say that they are not copied any more', async () => {
  await openTrader();
  await tap(/^열린 포지션/, 'tab');
  const row = within(screen.getByRole('list', { name: '열린 포지션' })).getByRole('listitem');
  expect(row.textContent).toContain('롱 BTCUSDT 교차 10x');
  expect(row.textContent).toContain('95,165.0');
  expect(screen.getByText('이미 열린 포지션은 따라 열지 않습니다.')).toBeTruthy();
});

test('a guest sees the profile, and following leads to signing in and back', async () => {
  const { at, server } = await openTrader({ signedIn: false });
  await tap('로그인하고 팔로우하기');
  await waitFor(() => expect(at()).toBe('/signin'));
  expect(server.asked.some(({ path }) => path.includes('/follower/'))).toBe(false);
});

test.each([
  ['a full one', { isFull: true }, '정원이 찼습니다. 자리가 나면 팔로우할 수 있습니다.'],
  ['one who takes nobody', { isAccepting: false }, '지금은 팔로워를 받지 않습니다.'],
  ['one who has stopped', { status: 'OFF' as const }, '트레이더가 운용을 멈췄습니다.'],
])('%s cannot be followed, and the page says why', async (_, change, reason) => {
  await openTrader({ prepare: (server) => server.answer(trader, () => ({ reply: traderPage(change) })) });
  expect(await screen.findByText(reason)).toBeTruthy();
  const dock = within(screen.getByRole('region', { name: '팔로우' }));
  expect((dock.getByRole('button') as HTMLButtonElement).disabled).toBe(true);
});

test('who follows another trader is told whom', async () => {
  await openTrader({ follows: [followOf({ traderId: 99 })] });
  expect(await screen.findByText(/느린손 님을 팔로우하고 있습니다/)).toBeTruthy();
});

test('the own follow and the own profile lead to their pages', async () => {
  const { at } = await openTrader({ follows: [followOf()] });
  await tap('팔로우 중 · 내 카피 보기');
  await waitFor(() => expect(at()).toBe('/copytrade/mine'));
  cleanup();
  await openTrader({
    prepare: (server) => server.answer(trader, () => ({ reply: traderPage({ traderId: member.id }) })),
  });
  expect(screen.getByRole('button', { name: '내 트레이더 화면으로' })).toBeTruthy();
});

test('a trader cannot follow', async () => {
  await openTrader({
    prepare: (server) =>
      server.answer(myTrader, () => ({
        reply: { trader: ownTrader, application: null, traderFollowerId: null },
      })),
  });
  expect(await screen.findByText('트레이더는 다른 트레이더를 팔로우할 수 없습니다.')).toBeTruthy();
});

test('a partner is told at once that partners cannot follow, and gets no sheet', async () => {
  await openTrader({
    prepare: (server) => {
      server.answer(me, () => ({ reply: { ...member, role: 'PARTNER' } }));
      // Said first, as the server does.
      server.answer(trader, () => ({ reply: traderPage({ isFull: true }) }));
    },
  });
  expect(await screen.findByText('파트너 계정으로는 트레이더를 팔로우할 수 없습니다.')).toBeTruthy();
  const dock = within(screen.getByRole('region', { name: '팔로우' }));
  expect(dock.getByRole<HTMLButtonElement>('button').disabled).toBe(true);
});

const MINUTE_MS = 60_000;
const deletedUntil = (mayFollowMillis: number) =>
  openTrader({
    prepare: (server) =>
      server.answer(myTrader, () => ({
        reply: {
          ...{ application: null, traderFollowerId: null },
          trader: { ...ownTrader, status: 'DELETED', mayFollowMillis },
        },
      })),
  });
const followButton = () => screen.getByRole<HTMLButtonElement>('button', { name: '팔로우하기' });

test('who was a trader cannot follow before the next day, and can as soon as it begins', async () => {
  const { pass } = await deletedUntil(START + MINUTE_MS);
  expect(await screen.findByText(/^트레이더를 그만둔 다음 날\(2023\.11\.15\)부터/)).toBeTruthy();
  await pass(MINUTE_MS - 1_000);
  expect(followButton().disabled).toBe(true);
  await pass(1_000);
  await waitFor(() => expect(followButton().disabled).toBe(false));
  expect(screen.queryByText(/^트레이더를 그만둔/)).toBeNull();
});

test('who was a trader until an earlier day can follow', async () => {
  await deletedUntil(START);
  await waitFor(() => expect(followButton().disabled).toBe(false));
  expect(screen.queryByText(/^트레이더를 그만둔/)).toBeNull();
  await tap('팔로우하기');
  expect(await screen.findByRole('dialog', { name: '결따라 팔로우' })).toBeTruthy();
});

test('an unknown trader leads back to the list', async () => {
  await openCopytrade('/copytrade/404', {
    prepare: (server) => server.answer(trader, () => ({ refusal: 'TRADER_NOT_FOUND' })),
  });
  expect(await screen.findByText('존재하지 않는 트레이더입니다')).toBeTruthy();
});

test('a profile without trades has dashes and no curve', async () => {
  const statistics = statisticsOf({
    ...{ return30: null, winRate: null, sharpe: null, averageLeverage: null, averageHoldingMs: null },
    ...{ worstFollower: null, averageSlippage30: null, asOfMillis: null },
  });
  await openTrader({
    prepare: (server) =>
      server.answer(trader, () => ({ reply: traderPage({ statistics, curve: [], open: [] }) })),
  });
  expect(screen.getByText('이틀 동안 거래하면 곡선이 나옵니다.')).toBeTruthy();
  expect(shownBeside('샤프 지수')).toBe('–');
  expect(screen.getByText(/아직 거래가 없습니다/)).toBeTruthy();
});

test('a curve begins at nothing in every period, and its drawdown is below the highest of the period', () => {
  const days = [10, 21, 10].map((returnPercent, day) => ({ date: `2026-01-0${day + 1}`, returnPercent }));
  const points = curveOf(days, 'all');
  expect(points.map(({ percent }) => Math.round(percent))).toEqual([0, 10, 21, 10]);
  expect(Math.round(points.at(-1)!.drawdown * 10) / 10).toBe(-9.1);
  const old = Array.from({ length: 8 }, (_, day) => ({
    date: `2026-01-0${day + 1}`,
    returnPercent: 10 * day,
  }));
  expect(curveOf(old, 'week')).toHaveLength(8);
  expect(curveOf(old, 'week')[0]?.percent).toBe(0);
  const lost = old.map((day) => ({ ...day, returnPercent: -100 }));
  expect(curveOf(lost, 'week')).toEqual([]);
  expect(gridOf(-3, 44)).toEqual([20, 40]);
});

test('limits that are too low are said beside the field, and nothing can be sent', async () => {
  await openTrader();
  await tap('팔로우하기');
  const sheet = within(await screen.findByRole('dialog', { name: '결따라 팔로우' }));
  await type('최대 투자', '1000');
  await type('한 번에 최대', '5');
  expect(sheet.getByText('한 번 한도는 10 USDT 이상이어야 합니다.')).toBeTruthy();
  expect((sheet.getByRole('button', { name: '팔로우 시작' }) as HTMLButtonElement).disabled).toBe(true);
  await type('한 번에 최대', '1000');
  expect(sheet.getByText('최대 투자금은 한 번 한도보다 커야 합니다.')).toBeTruthy();
});

test('the last thirty days are computed with the settings, after fees and the share', async () => {
  await openTrader();
  await tap('팔로우하기');
  const sheet = within(await screen.findByRole('dialog', { name: '결따라 팔로우' }));
  expect(sheet.getByText('한도를 입력하면 계산합니다.')).toBeTruthy();
  await type('최대 투자', '1000');
  await type('한 번에 최대', '500');
  // Half of 1,000 at ten times is 0.055 BTC at 90,000: +495 at 99,000, less fees of 3.96 and 4.356, less a tenth.
  expect(sheet.getByText('비용과 분배를 뺀 손익').nextElementSibling?.textContent).toBe('+438.0156 USDT');
  expect(sheet.getByText('따라 한 거래').nextElementSibling?.textContent).toBe('2건');
  expect(sheet.getByText('수익 분배', { selector: 'dt' }).nextElementSibling?.textContent).toBe(
    '−48.6684 USDT',
  );
});

test('a liquidation of the trader, or a reached loss limit, is said of the last thirty days', async () => {
  const past = leadsOf();
  const [opened, closed] = past.content;
  const content = [opened!, { ...closed!, price: '85000', isLiquidation: true }];
  await openTrader({
    prepare: (server) => server.answer(traderLeads, () => ({ reply: { ...past, content } })),
  });
  await tap('팔로우하기');
  await type('최대 투자', '1000');
  await type('한 번에 최대', '500');
  expect(await screen.findByText(/트레이더가 강제청산되어 따라가기가 풀렸습니다/)).toBeTruthy();
  expect(screen.getByText(/그때 열려 있던 카피/)).toBeTruthy();
  await type('전체 손실 한도', '50');
  expect(await screen.findByText(/손실 한도에 닿아 카피를 모두 청산하고 멈췄습니다/)).toBeTruthy();
  expect(screen.queryByText(/그때 열려 있던 카피/)).toBeNull();
});

test('a follow is sent with exact limits and shares, and leads to the own copies', async () => {
  const { sent, at } = await openTrader({
    prepare: (server) => server.answer(followTrader, () => ({ reply: followOf() })),
  });
  await tap('팔로우하기');
  await screen.findByRole('dialog', { name: '결따라 팔로우' });
  await type('최대 투자', '1000');
  await type('한 번에 최대', '500');
  await tap('ETH');
  await tap('1% 높이기');
  await tap(/^보호 설정/);
  await type('진입 가격 차이', '0.3');
  await type('전체 손실 한도', '200');
  await tap('팔로우 시작');
  expect(sent(followTrader)).toEqual([
    {
      ...{ traderId: 31, followStock: [201], multiplyPer: 51, maxBet: '1000', oneMaxBet: '500' },
      ...{ lossLimit: '200', maxLeverage: null, entryGuard: '0.003', exitGuard: null },
    },
  ]);
  await waitFor(() => expect(at()).toBe('/copytrade/mine'));
});

test('who has a position in coin futures is told before following', async () => {
  await openTrader({ prepare: (server) => answerFutures(server, { positions: [positionOf()] }) });
  await tap('팔로우하기');
  expect(await screen.findByText(/먼저 정리해 주세요/)).toBeTruthy();
});

import { me } from '@maru/contract/account/calls';
import { myTrader, traderList } from '@maru/contract/copytrade/traders';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import {
  applicationOf,
  cardOf,
  followOf,
  openCopytrade,
  ownTrader,
  pageOf,
  statisticsOf,
} from '../../copytrade-double.ts';
import { tap } from '../../screen-double.tsx';
import { trader } from '../../server-double.ts';

afterEach(cleanup);

const list = () => screen.findByRole('list', { name: '트레이더' });
const asked = (server: Awaited<ReturnType<typeof openCopytrade>>['server']) =>
  server.asked.filter(({ path }) => path === traderList.path).at(-1)?.query;

test('a trader is shown with the drawdown beside the return, and with what followers earned', async () => {
  await openCopytrade('/copytrade');
  const row = within(await list()).getByRole('link');
  expect(row.textContent).toContain('결따라');
  expect(row.textContent).toContain('87/100');
  expect(row.textContent).toContain('BTC · ETH');
  expect(row.textContent).toContain('30일 수익률 +42.86%');
  expect(row.textContent).toContain('30일 승률 68.2%');
  expect(row.textContent).toContain('30일 최대 낙폭 12.4%');
  expect(row.textContent).toContain('30일 팔로워 수익 +2,184.612 USDT');
  expect(screen.getByText('11.15 12:47 기준')).toBeTruthy();
  expect(screen.getByText('과거 수익률이 앞으로의 수익을 보장하지 않습니다.')).toBeTruthy();
});

test('the list is ordered by what followers earned, until another order is chosen', async () => {
  const { server } = await openCopytrade('/copytrade');
  await list();
  expect(asked(server)).toMatchObject({ sort: 'FOLLOWER_PROFIT', isHideFull: 'false' });
  await tap('승률');
  await list();
  expect(asked(server)).toMatchObject({ sort: 'WIN_RATE' });
});

test('who takes nobody is marked, and is hidden when that is wanted', async () => {
  const full = cardOf({ traderId: 32, nick: '밤샘차트', isFull: true, followers: 100 });
  const { server } = await openCopytrade('/copytrade', {
    prepare: (double) => double.answer(traderList, () => ({ reply: pageOf([cardOf(), full]) })),
  });
  expect(within(await list()).getByText('모집 마감')).toBeTruthy();
  await tap('모집 마감 숨기기', 'switch');
  await list();
  expect(asked(server)).toMatchObject({ isHideFull: 'true' });
});

test('a part of a name is searched by the magnifier', async () => {
  const { server } = await openCopytrade('/copytrade');
  await list();
  await tap('트레이더 검색');
  await act(async () =>
    fireEvent.change(screen.getByLabelText('트레이더 이름'), { target: { value: '느린' } }),
  );
  await list();
  expect(asked(server)).toMatchObject({ name: '느린' });
});

test('a search without a result leads back to all traders', async () => {
  const { server } = await openCopytrade('/copytrade', {
    prepare: (double) => double.answer(traderList, () => ({ reply: pageOf([]) })),
  });
  expect(await screen.findByText('트레이더가 아직 없습니다')).toBeTruthy();
  await tap('모집 마감 숨기기', 'switch');
  expect(await screen.findByText('찾는 트레이더가 없습니다')).toBeTruthy();
  await tap('조건 지우기');
  await screen.findByText('트레이더가 아직 없습니다');
  expect(asked(server)).toMatchObject({ isHideFull: 'false' });
});

test('further traders come after the button, in the order of the server, each once', async () => {
  const names = ['가람', '나루'].map((nick, place) => cardOf({ traderId: 40 + place, nick }));
  await openCopytrade('/copytrade', {
    prepare: (double) =>
      double.answer(traderList, () => {
        const page = Number(asked(double)?.['page'] ?? 0);
        const content = page === 0 ? [cardOf(), names[0]!] : [names[0]!, names[1]!];
        return { reply: { ...pageOf(content), page, totalElements: 22, totalPages: 2 } };
      }),
  });
  await list();
  await tap('더 보기');
  const shown = within(await list()).getAllByRole('link');
  expect(shown.map((row) => row.querySelector('b')?.textContent)).toEqual(['결따라', '가람', '나루']);
});

test('the own follow is above the list: what is invested, what is open live, and what was earned after costs', async () => {
  await openCopytrade('/copytrade', { follows: [followOf({ net: '-12.5' })] });
  const card = await screen.findByRole('link', { name: /^내 팔로우/ });
  expect(card.textContent).toContain('느린손');
  expect(card.textContent).toContain('내 투자 840 USDT');
  // (95,482.3 − 95,197.7) × 0.044 = 12.5224, less both fees of 3.35 and 3.36.
  expect(card.textContent).toContain('미실현 +5.8114');
  expect(card.textContent).toContain('누적 수익 −12.5000');
  expect(within(await list()).queryByText('모집 마감')).toBeNull();
});

test('a follow that is paused says so, and a trader finds the own row', async () => {
  await openCopytrade('/copytrade', {
    follows: [followOf({ isPaused: true })],
    prepare: (double) =>
      double.answer(traderList, () => ({ reply: pageOf([cardOf({ traderId: trader.id })]) })),
  });
  expect((await screen.findByRole('link', { name: /^내 팔로우/ })).textContent).toContain('일시 중지 중');
  expect(within(await list()).getByText('나')).toBeTruthy();
});

test('a guest sees the list, and nothing is asked about a follow', async () => {
  const { server } = await openCopytrade('/copytrade', { signedIn: false });
  await list();
  expect(server.asked.some(({ path }) => path.startsWith('/api/copytrade/follower'))).toBe(false);
});

test('a list that cannot be read says so and is read again', async () => {
  let isDown = true;
  await openCopytrade('/copytrade', {
    prepare: (double) =>
      double.answer(traderList, () =>
        isDown ? { refusal: 'WALLET_UNSUPPORTED' } : { reply: pageOf([cardOf()]) },
      ),
  });
  expect(await screen.findByText('트레이더를 불러오지 못했습니다')).toBeTruthy();
  isDown = false;
  await tap('다시 시도');
  expect(await list()).toBeTruthy();
});

test('a loss has a minus, and what cannot be computed yet has a dash', async () => {
  const statistics = statisticsOf({ return30: -6.31, winRate30: null, followerProfit30: '-410.5' });
  await openCopytrade('/copytrade', {
    prepare: (double) =>
      double.answer(traderList, () => ({
        reply: pageOf([cardOf({ nick: '아주아주긴이름을가진트레이더입니다', statistics })]),
      })),
  });
  const row = within(await list()).getByRole('link');
  expect(row.textContent).toContain('−6.31%');
  expect(row.textContent).toContain('30일 승률 –');
  expect(row.textContent).toContain('−410.5 USDT');
});

test('a member is invited to become a trader, and a partner, who cannot, is not', async () => {
  await openCopytrade('/copytrade');
  await list();
  expect(screen.getByRole('link', { name: '트레이더 신청' })).toBeTruthy();
  cleanup();
  await openCopytrade('/copytrade', {
    prepare: (double) => double.answer(me, () => ({ reply: { ...trader, role: 'PARTNER' } })),
  });
  await list();
  expect(screen.queryByRole('link', { name: '트레이더 신청' })).toBeNull();
});

const stopped = { ...ownTrader, status: 'OFF' as const };
const deleted = { ...ownTrader, status: 'DELETED' as const };
test.each([
  ['active', ownTrader, null, '내 트레이더 화면'],
  ['stopped', stopped, null, '내 트레이더 화면 멈춤'],
  ['deleted', deleted, null, '내 트레이더 화면 자격 종료'],
  ['waiting', null, applicationOf('WAITING'), '트레이더 신청 심사 중'],
  ['rejected', null, applicationOf('REJECTED'), '트레이더 신청 승인되지 않음'],
  ['deleted and waiting again', deleted, applicationOf('WAITING'), '트레이더 신청 심사 중'],
])(
  'a trader who is %s finds the way to the own tab, also while following',
  async (_, own, application, name) => {
    await openCopytrade('/copytrade', {
      follows: own?.status === 'ACTIVE' ? [] : [followOf()],
      prepare: (server) =>
        server.answer(myTrader, () => ({ reply: { trader: own, application, traderFollowerId: null } })),
    });
    const way = await screen.findByRole('link', { name });
    expect(way.getAttribute('href')).toBe('/copytrade/trading');
  },
);

test('who has never asked to be a trader finds the application below the list', async () => {
  await openCopytrade('/copytrade', {
    prepare: (server) =>
      server.answer(myTrader, () => ({
        reply: { trader: null, application: applicationOf('WITHDRAWN'), traderFollowerId: null },
      })),
  });
  const way = await screen.findByRole('link', { name: '트레이더 신청' });
  expect(way.getAttribute('href')).toBe('/copytrade/trading');
});

test('who followed once, and nobody now, finds what it brought', async () => {
  const past = followOf({ state: 'ENDED', copies: [], endedBy: 'FOLLOWER' });
  await openCopytrade('/copytrade', { follows: [past] });
  const way = await screen.findByRole('link', { name: '지난 팔로우' });
  expect(way.getAttribute('href')).toBe('/copytrade/mine');
  cleanup();
  await openCopytrade('/copytrade', { follows: [followOf(), { ...past, traderFollowerId: 8 }] });
  await screen.findByRole('link', { name: /^내 팔로우/ });
  expect(screen.queryByRole('link', { name: '지난 팔로우' })).toBeNull();
});

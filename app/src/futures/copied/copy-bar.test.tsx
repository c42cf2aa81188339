import { myTraders } from '@maru/contract/copytrade/follows';
import { myTrader } from '@maru/contract/copytrade/traders';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { applicationOf, followOf, ownTrader } from '../../copytrade-double.ts';
import { openFutures, positionOf } from '../../futures-double.ts';
import { tap } from '../../screen-double.tsx';
import type { ServerDouble } from '../../server-double.ts';

afterEach(cleanup);

const asTrader = (server: ServerDouble) =>
  server.answer(myTrader, () => ({
    reply: { trader: ownTrader, application: null, traderFollowerId: null },
  }));
const asFollower = (server: ServerDouble) =>
  server.answer(myTraders, () => ({ reply: { content: [followOf()] } }));

/** BTCUSDT with a long, on either screen. */
async function open(prepare: (server: ServerDouble) => void, isWide = false) {
  const page = await openFutures('/future/BTCUSDT', { positions: [positionOf()], prepare, isWide });
  await page.tick();
  await waitFor(() => expect(screen.getByRole('link', { name: '카피 탭 열기' })).toBeTruthy());
  return page;
}

/** It does nothing and can be reached all the same, so that it can say why. */
const isClosed = (role: 'button' | 'checkbox', name: RegExp) => {
  const control = screen.getByRole(role, { name }) as HTMLButtonElement;
  const why = document.getElementById(control.getAttribute('aria-describedby') ?? '');
  expect(control.disabled).toBe(false);
  expect(/카피 탭/.test(why?.textContent ?? '')).toBe(control.getAttribute('aria-disabled') === 'true');
  return why !== null;
};
const wayOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
const banner = () => within(screen.getByRole('region', { name: '카피트레이딩' }));
const held = () => within(screen.getByRole('region', { name: '내 코인선물' }));

for (const isWide of [false, true]) {
  const place = isWide ? 'a wide screen' : 'a phone';

  test(`on ${place} exits and the opposing side are closed to a trader, and leverage is not`, async () => {
    await open(asTrader, isWide);
    expect(wayOf('카피 탭 열기')).toBe('/copytrade/trading');
    expect(banner().getByText(/익절·손절과 반대 주문은 낼 수 없습니다/)).toBeTruthy();
    expect(isClosed('checkbox', /^익절·손절$/)).toBe(true);
    expect(isClosed('checkbox', /^포지션 줄이기만$/)).toBe(true);
    expect(isClosed('button', /^매도·숏, /)).toBe(true);
    expect(isClosed('button', /^매수·롱, /)).toBe(false);
    expect(isClosed('button', /^레버리지 /)).toBe(false);
  });

  test(`on ${place} a follower orders and sets nothing where a copy is open`, async () => {
    await open(asFollower, isWide);
    expect(wayOf('카피 탭 열기')).toBe('/copytrade/mine');
    for (const name of [/^매수·롱, /, /^매도·숏, /, /^레버리지 /, /^마진 유형 /])
      expect(isClosed('button', name)).toBe(true);
    expect(isClosed('checkbox', /^익절·손절$/)).toBe(true);
  });
}

test('the table of a wide screen leads to the copy tab, where a trader may still move margin', async () => {
  await open(asTrader, true);
  expect(held().getByRole('link', { name: '카피 탭에서 청산' }).getAttribute('href')).toBe(
    '/copytrade/trading',
  );
  expect(held().getByRole('button', { name: 'BTCUSDT 증거금' })).toBeTruthy();
  for (const name of ['BTCUSDT 청산', 'BTCUSDT 익절·손절', '모두 청산'])
    expect(held().queryByRole('button', { name })).toBeNull();
  cleanup();
  await open(asFollower, true);
  expect(held().getByRole('link', { name: '카피 탭에서 청산' }).getAttribute('href')).toBe('/copytrade/mine');
  expect(held().queryByRole('button', { name: 'BTCUSDT 증거금' })).toBeNull();
});

test('nothing is closed to a follower whose copy is mirrored no more', async () => {
  await open(
    (server) => server.answer(myTraders, () => ({ reply: { content: [followOf({ state: 'DETACHED' })] } })),
    true,
  );
  expect(banner().getByText(/팔로우가 끊긴 카피입니다/)).toBeTruthy();
  expect(isClosed('button', /^매수·롱, /)).toBe(false);
  expect(isClosed('checkbox', /^익절·손절$/)).toBe(false);
  await tap('BTCUSDT 청산');
});

test('a position in a coin, which nobody copies, is closed by a trader as ever', async () => {
  const position = positionOf({ walletType: 'FUTURES_COIN', stock: 'BTCUSD' });
  await openFutures('/future/BTCUSDT', { positions: [position], prepare: asTrader, isWide: true });
  expect(await screen.findByRole('button', { name: 'BTCUSD 청산' })).toBeTruthy();
});

test.each([
  [{ trader: ownTrader }, [/^내 트레이더 화면/]],
  [{ trader: { ...ownTrader, status: 'OFF' } }, ['내 트레이더 화면 멈춤', '지난 팔로우']],
  [{ trader: null, application: applicationOf('WAITING') }, ['트레이더 신청 심사 중', '지난 팔로우']],
])('the copy tab leads to the own pages, also when nothing is going on there', async (mine, names) => {
  const past = followOf({ state: 'ENDED', copies: [], endedBy: 'FOLLOWER' });
  await openFutures('/future/BTCUSDT', {
    prepare(server) {
      server.answer(myTrader, () => ({ reply: { application: null, traderFollowerId: null, ...mine } }));
      server.answer(myTraders, () => ({ reply: { content: [past] } }));
    },
  });
  await tap('카피', 'tab');
  for (const name of names)
    expect(await screen.findByRole(name instanceof RegExp ? 'button' : 'link', { name })).toBeTruthy();
});

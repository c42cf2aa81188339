import { tradeOptions } from '@maru/contract/binary/offers';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { offer } from '../../binary-double.ts';
import { openScreen, tap } from '../../screen-double.tsx';
import { serverDouble, storedTokens } from '../../server-double.ts';

afterEach(cleanup);

const euro = {
  ...offer(31, 'R1'),
  stock: 'EURUSD',
  koName: '유로/달러',
  kind: 'FOREX' as const,
  isRest: 1 as const,
  isOpen: 0 as const,
  nextOpenMillis: Date.UTC(2026, 10, 15, 23),
};
const samsung = { ...offer(41, 'R1'), stock: '005930', koName: '삼성전자', kind: 'STOCK' as const };

function open(
  offers: readonly unknown[] = [
    euro,
    offer(10, 'R.5'),
    offer(11, 'R1'),
    offer(21, 'B5'),
    offer(22, 'P1'),
    samsung,
  ],
) {
  const server = serverDouble({ storage: storedTokens() });
  server.answer(tradeOptions, () => ({ reply: offers }));
  return openScreen('/exchange', { signedIn: true, server });
}

const games = async (name: string) => within(await screen.findByRole('group', { name: `${name} 거래 시간` }));

test('the list explains each game in one line, and shows on every cell what a hit pays', async () => {
  const { at } = open();
  const bitcoin = await games('비트코인');
  const rules = within(screen.getByRole('list', { name: '거래 방식' })).getAllByRole('listitem');
  expect(rules.map(({ textContent }) => textContent)).toEqual([
    '회차 30초 · 1분다음 회차의 시작 가격이 기준가입니다87%수익',
    '바이너리 5분주문 직후 첫 시세가 기준가입니다90%수익',
    '비트볼 1분추첨할 공의 합과 파워볼을 예상합니다배당선택별',
  ]);
  expect(bitcoin.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    '비트코인 30초 수익 87%',
    '비트코인 1분 수익 87%',
    '비트코인 바이너리 5분 수익 90%',
    '비트코인 비트볼 1분 추첨',
  ]);
  await tap('비트코인 1분 수익 87%');
  await waitFor(() => expect(at()).toBe('/exchange/11'));
});

test('instruments have readable names, and those that trade now come first', async () => {
  open();
  await games('비트코인');
  const rows = screen.getAllByRole('button', { name: /열기$/ });
  expect(rows.map(({ textContent }) => textContent?.slice(0, 20))).toEqual([
    expect.stringMatching(/^BTC비트코인BTC\/USDT/),
    expect.stringMatching(/^삼삼성전자005930/),
    expect.stringMatching(/^EUR유로\/달러EUR/),
  ]);
});

test('games with different rates are shown as a range', async () => {
  open([offer(10, 'R.5'), { ...offer(11, 'R1'), rate: '0.8' }]);
  await games('비트코인');
  expect(screen.getByText('80–87%')).toBeTruthy();
});

test('a row opens the type that was used last for its instrument', async () => {
  const { at } = open();
  await games('삼성전자');
  await tap(/^삼성전자 .*1분 열기$/);
  await waitFor(() => expect(at()).toBe('/exchange/41'));
  await screen.findByRole('button', { name: /^삼성전자 ?005930$/ });
  await tap('뒤로');
  await waitFor(() => expect(at()).toBe('/exchange'));
  await tap('비트코인 바이너리 5분 수익 90%');
  await waitFor(() => expect(at()).toBe('/exchange/21'));
  await screen.findByRole('button', { name: /^비트코인 ?BTC\/USDT$/ });
  await tap('뒤로');
  await waitFor(() => expect(at()).toBe('/exchange'));
  expect(screen.getByRole('button', { name: /^삼성전자 .*1분 열기$/ })).toBeTruthy();
  await tap(/^비트코인 .*바이너리 5분 열기$/);
  await waitFor(() => expect(at()).toBe('/exchange/21'));
});

test('a market that rests is listed and cannot be opened', async () => {
  const { at } = open();
  await games('비트코인');
  await tap('외환');
  expect(screen.queryByText('비트코인')).toBeNull();
  await act(async () => fireEvent.click((await games('유로/달러')).getByRole('button')));
  expect(await screen.findByText('유로/달러종목이 현재 휴장중입니다.')).toBeTruthy();
  expect(at()).toBe('/exchange');
});

test('a list that is empty or could not be loaded is shown as such', async () => {
  open([]);
  expect(await screen.findByText('아직 열린 종목이 없습니다')).toBeTruthy();
});

import { keyValue, tickerStatistics } from '@maru/contract/market';
import { existsOverseaOption, overseaOptions } from '@maru/contract/oversea/instruments';
import { topics } from '@maru/contract/realtime';
import { createMemoryHistory } from '@tanstack/history';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { openApp } from '../../app-double.tsx';
import { answerOversea, tradedNasdaq } from '../../oversea-double.ts';
import { hangSeng, nasdaq, serverDouble, storedTokens } from '../../server-double.ts';

afterEach(cleanup);

const gold = {
  ...nasdaq,
  id: 5,
  stock: 'GC',
  koName: '골드',
  lastPrice: '4087.4',
  tickSize: '0.1',
  precision: 1,
};

function open(
  path: string,
  { signedIn = true, instruments = [nasdaq, hangSeng, gold] as readonly unknown[] } = {},
) {
  const server = serverDouble(signedIn ? { storage: storedTokens() } : {});
  answerOversea(server);
  server.answer(overseaOptions, () => ({ reply: instruments }));
  server.answer(tickerStatistics, () => ({
    reply: [
      {
        stock: 'NQ',
        lastPrice: '25412.75',
        markPrice: '25412.75',
        bidPrice: '25412.5',
        askPrice: '25412.75',
        openPrice: '25300',
        highPrice: '25446.5',
        lowPrice: '25168',
        prevClosePrice: '25205.5',
        priceChange: '207.25',
        priceChangePercent: 0.82,
        volume: 412806,
        time: 1,
      },
    ],
  }));
  server.answer(keyValue, () => ({
    reply: {
      stock: 'NQ',
      time: 1,
      asks: [25413, 25413.25, 25413.5, 25413.75, 25414, 25414.25].map((price) => [String(price), '12']),
      bids: [25412.5, 25412.25, 25412, 25411.75, 25411.5, 25411.25].map((price) => [String(price), '30']),
    },
  }));
  const history = createMemoryHistory({ initialEntries: [path] });
  return { history, ...openApp({ signedIn, history, server }) };
}

const tap = (element: HTMLElement) => act(async () => fireEvent.click(element));
const hero = () => document.querySelector('.price-strip__price')?.textContent;

test('the page shows price, change, high, low and volume, and the price follows the pushes', async () => {
  const { server } = open('/oversea/1');
  expect(await screen.findByText('+207.25')).toBeTruthy();
  expect(screen.getByText('25,446.50')).toBeTruthy();
  expect(screen.getByText('25,168.00')).toBeTruthy();
  expect(screen.getByText('412,806')).toBeTruthy();
  expect(hero()).toBe('25,412.75');
  await waitFor(() => expect(server.connections().length).toBe(1));
  await act(async () =>
    server.push(topics.futuresPrices.destination, {
      NQ: { lastPrice: '25500', priceChangePercent: 1.16, markPrice: '25500' },
    }),
  );
  await waitFor(() => expect(hero()).toBe('25,500.00'));
  expect(screen.getByText('+294.50')).toBeTruthy();
});

test('the book has five asks above the price and five bids below, the best nearest to it', async () => {
  const { server } = open('/oversea/1');
  const ladder = await screen.findByRole('listbox', { name: '호가' });
  await waitFor(() => expect(server.connections().length).toBe(1));
  // The book is requested when the price moves; the first request may have been sent before the connection was open.
  await act(async () =>
    server.push(topics.futuresPrices.destination, {
      NQ: { lastPrice: '25412.75', priceChangePercent: 0.82, markPrice: '25412.75' },
    }),
  );
  await within(ladder).findByText('25,414.00');
  const prices = [...ladder.querySelectorAll('.ladder-row__price')].map(({ textContent }) => textContent);
  expect(prices[0]).toBe('25,414.00');
  expect(prices[4]).toBe('25,413.00');
  expect(prices[5]).toBe('25,412.50');
  expect(prices).toHaveLength(10);
});

test('where the site does not trade, no order form is shown', async () => {
  open('/oversea/1');
  expect(await screen.findByText('이 종목은 주문을 받지 않습니다')).toBeTruthy();
  expect(screen.getByRole('button', { name: '매수' })).toHaveProperty('disabled', true);
  expect(screen.queryByRole('button', { name: '호가 주문' })).toBeNull();
});

test('a guest is invited to sign in or to sign up', async () => {
  open('/overseaView/1', { signedIn: false });
  const dock = await screen.findByRole('region', { name: '로그인 안내' });
  expect(within(dock).getByText('시세를 둘러보는 중입니다')).toBeTruthy();
  expect(within(dock).getByRole('link', { name: '회원가입' }).getAttribute('href')).toBe('/register');
  expect(within(dock).getByRole('link', { name: '로그인하고 거래하기' }).getAttribute('href')).toBe(
    '/signin',
  );
});

test('the contract is described by the server’s facts', async () => {
  open('/oversea/1');
  await tap(await screen.findByRole('button', { name: '주문 설정' }));
  await tap(within(await screen.findByRole('dialog', { name: '주문 설정' })).getByText('종목 정보'));
  const card = within(await screen.findByRole('dialog', { name: '종목 정보' }));
  expect(card.getByText('틱 가치').nextSibling?.textContent).toBe('5 USD');
  expect(card.getByText('승수').nextSibling?.textContent).toBe('20');
  expect(card.getByText('시세 출처').nextSibling?.textContent).toBe('모의 시세 NQ');
  expect(card.getByText('전일 종가').nextSibling?.textContent).toBe('25,205.50');
});

test('an unknown instrument is reported, and the page is left for the list', async () => {
  const { history } = open('/oversea/999');
  const alert = await screen.findByRole('alertdialog', { name: '알림' });
  expect(within(alert).getByText('종목을 찾을 수 없습니다.')).toBeTruthy();
  await waitFor(() => expect(history.location.pathname).toBe('/oversea'));
});

test('a market that closes while its page is open is shown as closed', async () => {
  const { server } = open('/oversea/1');
  await screen.findByText('+207.25');
  server.answer(overseaOptions, () => ({
    reply: [{ ...tradedNasdaq, isOpen: 0, isRest: 1, nextOpenMillis: Date.UTC(2026, 10, 16, 1, 15) }],
  }));
  await act(async () => server.platform.answers.refetch());
  expect(await screen.findByText('지금은 휴장입니다')).toBeTruthy();
  expect(screen.getByText('다음 개장 11월 16일 (월) 10:15')).toBeTruthy();
  expect(screen.queryByRole('listbox', { name: '호가' })).toBeNull();
});

test('an instrument that is taken off the list is reported, and the page goes to the list', async () => {
  const { server, history } = open('/oversea/1');
  server.answer(existsOverseaOption, () => ({ reply: { exist: true } }));
  await screen.findByText('+207.25');
  await waitFor(() => expect(server.connections().length).toBe(1));
  const close = (overseaOptionId: number, stock: string) => ({
    type: 'OVERSEA_OPTION_CLOSE',
    at: 1,
    data: { overseaOptionId, stock, cause: 'SESSION_END', reason: null },
  });
  await act(async () => server.push(topics.oversea.destination, close(5, 'GC')));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await act(async () => server.push(topics.oversea.destination, close(1, 'NQ')));
  expect(await screen.findByText(/^나스닥/, { selector: '[role=alertdialog] *' })).toBeTruthy();
  await waitFor(() => expect(history.location.pathname).toBe('/oversea'));
});

test('an instrument that was taken off the list while the connection was cut is reported when it is back', async () => {
  const { server, history } = open('/oversea/1', { instruments: [tradedNasdaq] });
  server.answer(existsOverseaOption, () => ({ reply: { exist: true } }));
  await screen.findByText('+207.25');
  await waitFor(() => expect(server.connections().length).toBe(1));
  await act(async () => server.goAway());
  server.answer(overseaOptions, () => ({
    reply: [{ ...tradedNasdaq, isOpen: 0, nextOpenMillis: Date.UTC(2026, 10, 16, 1, 15) }],
  }));
  server.comeBack();
  expect(
    await screen.findByText(/^나스닥종목이 마감되었습니다/, { selector: '[role=alertdialog] *' }),
  ).toBeTruthy();
  await waitFor(() => expect(history.location.pathname).toBe('/oversea'));
});

test('another instrument is chosen on the sheet; one that rests cannot be chosen', async () => {
  const { history } = open('/oversea/1');
  await tap(await screen.findByRole('button', { name: /^나스닥 ?NQ$/ }));
  const sheet = within(await screen.findByRole('dialog', { name: '종목 선택' }));
  expect(sheet.getByRole('button', { name: /나스닥/ }).getAttribute('aria-current')).toBe('true');
  await tap(sheet.getByRole('button', { name: /항셍/ }));
  expect(await screen.findByText('항셍종목이 현재 휴장중입니다.')).toBeTruthy();
  expect(history.location.pathname).toBe('/oversea/1');
  await tap(screen.getByRole('button', { name: '확인' }));
  await tap(sheet.getByRole('button', { name: /골드/ }));
  await waitFor(() => expect(history.location.pathname).toBe('/oversea/5'));
});

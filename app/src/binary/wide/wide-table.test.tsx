import { dailySummary, placeBet, roundList } from '@maru/contract/binary/calls';
import { openingToBetOn, roundId } from '@maru/engine/rounds/round';
import { millis } from '@maru/engine/time';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { betOn, offer, openTable, roundOf, START } from '../../binary-double.ts';
import { field, tap } from '../../screen-double.tsx';

afterEach(cleanup);

type Opening = Parameters<typeof openTable>[0];

async function openWide(opening: Opening = {}) {
  const page = await openTable({ ...opening, isWide: true });
  await waitFor(async () => {
    await page.pass(0);
    screen.getByRole('region', { name: '주문서' });
  });
  await page.pass(50);
  return page;
}

const panel = (name: string) => within(screen.getByRole('region', { name }));
const pressKey = (key: string, target: Element = document.body) =>
  act(async () => fireEvent.keyDown(target, { key, code: key }));
const question = () => screen.queryByRole('dialog', { name: /주문을 넣을까요/ });
const current = roundOf(offer(11, 'R1'), openingToBetOn('R1', millis(START)));

test('rounds, chart, ticket, bets and results stand beside each other', async () => {
  await openWide();
  for (const name of ['회차', '차트', '주문서', '내 주문', '최근 결과'])
    expect(screen.getByRole('region', { name })).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('비트코인');
});

test('each round has its clock to the end of its orders, and bit-ball has a page of its own', async () => {
  const { pass } = await openWide();
  const rounds = panel('회차').getAllByRole('link');
  expect(rounds.map((row) => row.textContent)).toEqual([
    '30초 1,284회 00:05',
    '1분 1,284회 00:30',
    '2분 1,284회 00:25',
  ]);
  expect(rounds[1]?.getAttribute('aria-current')).toBe('true');
  expect(rounds[2]?.getAttribute('href')).toBe('/exchange/12');
  await pass(6_000);
  expect(rounds[0]?.textContent).toBe('30초  시작 00:04');
  await pass(4_000);
  expect(rounds[0]?.textContent).toBe('30초 1,285회 00:25');
});

test('the ticket shows what a hit and a miss would bring', async () => {
  await openWide();
  const fact = (name: string) => panel('주문서').getByText(name).nextSibling?.textContent;
  expect(fact('적중하면 받는 돈')).toBe('18,700원');
  expect(fact('적중 순손익')).toBe('+8,700');
  expect(fact('미적중 순손익')).toBe('−10,000');
  await tap('+5만');
  expect(fact('적중 순손익')).toBe('+52,200');
});

test('the arrows ask what the buttons ask, and steps in the amount are no order', async () => {
  const { sent, pass } = await openWide();
  await pressKey('ArrowUp', field('주문 금액'));
  expect(question()).toBeNull();
  await pressKey('ArrowUp');
  expect(question()?.textContent).toContain('상승');
  await tap(/^상승 .*주문$/);
  await pass(10);
  expect(sent(placeBet)).toMatchObject([{ type: 'LONG' }]);
  expect(panel('이번 회차 내 주문').getByText('오르면')).toBeTruthy();
});

test('bets in progress show what a hit would bring, decided ones what they brought', async () => {
  const past = betOn(current, { id: 7, status: 2, credit: '0', strikePrice: '97400', closePrice: '97300' });
  await openWide({ bets: [betOn(current), past] });
  expect(panel('내 주문').getByRole('row', { name: /적중 시/ }).textContent).toContain('+43,500');
  await tap('지난 주문', 'tab');
  await waitFor(() => expect(panel('내 주문').getByText('−50,000')).toBeTruthy());
  expect(panel('내 주문').getByRole('link').getAttribute('href')).toBe('/wallet/history/7');
});

test('the net of the day is what the server counted', async () => {
  const page = await openTable({ isWide: true });
  page.server.answer(dailySummary, () => ({
    reply: {
      dateMillis: 0,
      rounds: { up: 0, down: 0, void: 0, drawn: 0 },
      mine: { bets: 2, won: 1, lost: 1, void: 0, open: 0, stake: '0', credit: '0', profit: '84500' },
    },
  }));
  await waitFor(async () => {
    await page.pass(1_000);
    expect(panel('내 주문').getByText('+84,500원')).toBeTruthy();
  });
});

test('the last results show their number and their prices, the newest first', async () => {
  const ended = (no: number, openPrice: string, closePrice: string) => {
    const open = millis(current.openMillis - no * 60_000);
    return {
      ...roundOf(offer(11, 'R1'), open, openPrice),
      id: roundId({ offer: 11, open }),
      status: 1 as const,
      closePrice,
    };
  };
  const page = await openTable({ isWide: true });
  page.server.answer(roundList, () => ({
    reply: {
      content: [ended(2, '97400', '97410'), ended(3, '97390', '97400')],
      page: 0,
      size: 16,
      totalElements: 2,
      totalPages: 1,
    },
  }));
  await waitFor(async () => {
    await page.pass(1_000);
    const rows = within(panel('최근 결과').getAllByRole('list').at(-1)!).getAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/97,400.*97,410.*상승/),
      expect.stringMatching(/97,390.*97,400.*상승/),
    ]);
  });
});

test('a guest sees the rounds and is invited to sign in, and no key orders', async () => {
  await openWide({ signedIn: false });
  expect(panel('주문서').getByRole('link', { name: '로그인하고 거래하기' })).toBeTruthy();
  await pressKey('ArrowUp');
  expect(question()).toBeNull();
});

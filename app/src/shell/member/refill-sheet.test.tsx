import { refillPractice } from '@maru/contract/account/calls';
import { practiceRun } from '@maru/contract/account/practice';
import { myLimits } from '@maru/contract/limits/calls';
import { playerQueues } from '@maru/contract/realtime';
import { siteDnw } from '@maru/contract/site';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fill, openScreen, tap, write } from '../../screen-double.tsx';
import { noLimits, type ServerDouble, serverDouble, storedTokens } from '../../server-double.ts';

afterEach(cleanup);

let server: ServerDouble;
beforeEach(() => {
  server = serverDouble({ storage: storedTokens() });
  server.answer(siteDnw, () => ({
    reply: {
      moneyMode: 'PRACTICE',
      depositCoins: 'BINARY',
      buyCoins: 'USDT',
      refillMost: { KRW: '100000000' },
    },
  }));
});

const limitsReply = (value: string | null, used: string) => ({
  ...noLimits,
  limits: noLimits.limits.map((each) => (each.kind === 'LOSS' ? { ...each, value, used } : each)),
});

async function open() {
  const page = openScreen('/more/mypage', { signedIn: true, server });
  await screen.findByText('김마루');
  await tap(/연습 다시 시작/);
  const sheet = await screen.findByRole('dialog', { name: '연습 다시 시작' });
  const keys = () =>
    server.asked
      .filter(({ path }) => path === refillPractice.path)
      .map(({ headers }) => headers['idempotency-key']);
  return { ...page, sheet, keys };
}

test('the sheet shows the balance, what is reset and what is kept', async () => {
  const { sheet } = await open();
  expect(within(sheet).getByText('10,000,000')).toBeTruthy();
  expect(within(sheet).getByText('사라지는 것')).toBeTruthy();
  expect(within(sheet).getByText('지난 연습의 기록과 영수증')).toBeTruthy();
});

const DAY_MS = 86_400_000;
/** The time of the server double. */
const NOW_MS = 1_700_000_000_000;

const startedWith = (start: string, hasOtherMoney = false) =>
  server.answer(practiceRun, () => ({
    reply: { run: { startedMillis: NOW_MS - 28 * DAY_MS, start, hasOtherMoney } },
  }));

test.each([
  ['8000000', '+25.00%'],
  ['12500000', '−20.00%'],
  ['10000000', '0.00%'],
])('a run that began with %s has its days and its result', async (start, result) => {
  startedWith(start);
  const { sheet } = await open();
  expect(await within(sheet).findByText('이번 연습 · 29일')).toBeTruthy();
  expect(within(sheet).getByText(/^시작 /).textContent).toContain(Number(start).toLocaleString('en'));
  expect(within(sheet).getByText(result)).toBeTruthy();
});

test('a run into which money came from elsewhere has no result', async () => {
  startedWith('8000000', true);
  const { sheet } = await open();
  expect(await within(sheet).findByText(/^시작 8,000,000/)).toBeTruthy();
  expect(within(sheet).queryByText(/%$/)).toBeNull();
});

test('a run whose beginning is not known has neither a beginning nor a result', async () => {
  const { sheet } = await open();
  await waitFor(() => expect(server.asked.some(({ path }) => path === practiceRun.path)).toBe(true));
  expect(within(sheet).getByText('이번 연습')).toBeTruthy();
  expect(within(sheet).queryByText(/^시작 |%$/)).toBeNull();
});

test.each([
  ['200000', '84000', /다시 시작해도 오늘 쓴 84,000원은 지워지지 않습니다\.$/],
  ['200000', '0', /^손실 한도는 그대로입니다\.$/],
])('a loss limit of %s with %s used stays', async (value, used, line) => {
  server.answer(myLimits, () => ({ reply: limitsReply(value, used) }));
  const { sheet } = await open();
  expect(await within(sheet).findByText(line)).toBeTruthy();
});

test('without a loss limit nothing is said of one', async () => {
  server.answer(myLimits, () => ({ reply: limitsReply(null, '0') }));
  const { sheet } = await open();
  await waitFor(() => expect(server.asked.some(({ path }) => path === myLimits.path)).toBe(true));
  expect(within(sheet).queryByText(/손실 한도/)).toBeNull();
});

test('a new run is one command with one key, and the balance changes by push alone', async () => {
  const { sheet, sent, keys } = await open();
  await tap('1억');
  await tap('1억 원으로 새 연습');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent(refillPractice)).toEqual([{ walletType: 'BINARY', point: '100000000' }]);
  expect(keys()[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(await screen.findByText('새 연습을 시작했습니다')).toBeTruthy();
  expect(sheet.isConnected).toBe(false);

  await tap(/연습 다시 시작/);
  expect(within(await screen.findByRole('dialog')).getByText('10,000,000')).toBeTruthy();
  const data = { type: 'BINARY', currency: 'KRW', point: '100000000', gameWaitPoint: '0' };
  act(() => server.push(playerQueues.point, { type: 'POINT', seq: 1, at: 1, data }));
  expect(within(screen.getByRole('dialog')).getByText('100,000,000')).toBeTruthy();
});

test('the second of a double tap does nothing', async () => {
  let answer: (reply: { reply: unknown }) => void = () => {};
  server.answer(refillPractice, () => new Promise((resolve) => (answer = resolve)));
  const { keys } = await open();
  const button = screen.getByRole('button', { name: '1,000만 원으로 새 연습' });
  await act(async () => {
    fireEvent.click(button);
    fireEvent.click(button);
  });
  expect(button.getAttribute('aria-busy')).toBe('true');
  await act(async () => answer({ reply: { walletType: 'BINARY', point: '10000000', run: 2 } }));
  expect(keys()).toHaveLength(1);
});

test('a refusal is shown in the server’s words, and the sheet stays open', async () => {
  server.answer(refillPractice, () => ({ refusal: 'REFILL_WHILE_OPEN' }));
  await open();
  await tap('1,000만 원으로 새 연습');
  const alert = await screen.findByRole('alertdialog', { name: '알림' });
  expect(within(alert).getByText(/진행 중인 거래가 있어/)).toBeTruthy();
  await tap('확인');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(screen.getByRole('dialog', { name: '연습 다시 시작' })).toBeTruthy();
});

test('a refill without an answer is unknown, and the same tap again is the same command', async () => {
  server.answer(refillPractice, () => ({ refusal: 'RESULT_UNKNOWN' }));
  const { keys } = await open();
  await tap('1,000만 원으로 새 연습');
  expect(await screen.findByText(/처리 결과를 확인하고 있습니다/)).toBeTruthy();
  await tap('확인');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  const before = keys().length;
  await tap('1,000만 원으로 새 연습');
  await screen.findByRole('alertdialog');
  expect(keys().length).toBeGreaterThan(before);
  expect(new Set(keys()).size).toBe(1);
});

test('another amount after an unknown result is another command', async () => {
  server.answer(refillPractice, () => ({ refusal: 'RESULT_UNKNOWN' }));
  const { keys } = await open();
  await tap('1,000만 원으로 새 연습');
  await screen.findByRole('alertdialog');
  await tap('확인');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await tap('100만');
  await tap('100만 원으로 새 연습');
  await screen.findByRole('alertdialog');
  expect(new Set(keys()).size).toBe(2);
});

test('a typed amount is limited to what the site allows', async () => {
  const { sent } = await open();
  await tap('직접');
  await fill('새 연습의 자금', '999999999999');
  await tap('1억 원으로 새 연습');
  await waitFor(() => expect(sent(refillPractice)).toEqual([{ walletType: 'BINARY', point: '100000000' }]));
});

test('an empty amount cannot start a new run', async () => {
  await open();
  await tap('직접');
  await write('새 연습의 자금', '');
  expect((screen.getByRole('button', { name: '새 연습 시작' }) as HTMLButtonElement).disabled).toBe(true);
});

test('the safe choice sends nothing', async () => {
  const { sent } = await open();
  await tap('이어서 하기');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent(refillPractice)).toHaveLength(0);
});

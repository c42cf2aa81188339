import { type PastAccount, walletEquity, walletPast, walletPastExport } from '@maru/contract/past/calls';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { openScreen, tap } from '../screen-double.tsx';
import { serverDouble, storedTokens } from '../server-double.ts';

afterEach(cleanup);

const NOON = Date.parse('2026-11-17T12:00:00+09:00');
const HOUR = 3_600_000;
const purses = {
  free: '0',
  wait: '0',
  posMargin: '0',
  withdrawHold: '0',
  convertHold: '0',
  share: '0',
  debt: '0',
};
const nothing = {
  sinceMillis: null,
  qty: null,
  leverage: null,
  marginType: null,
  entry: null,
  price: null,
  ticks: null,
  round: null,
  closeMillis: null,
  funding: null,
  priceThen: null,
  profit: null,
};
const instrument = { id: 301, stock: 'NQ', koName: '나스닥', enName: 'Nasdaq', precision: 2 };

const account = (seq: number, changed: Partial<PastAccount> = {}): PastAccount => ({
  atMillis: NOON + seq * HOUR,
  seq,
  eventId: 482_000 + seq,
  digest: 'd'.repeat(64),
  since: { atMillis: NOON, seq: 1, digest: '' },
  before: seq === 1 ? null : { seq: seq - 1, kind: 'OVERSEA_FILLED', atMillis: NOON + (seq - 1) * HOUR },
  after: seq === 3 ? null : { seq: seq + 1, kind: 'FUTURES_FILLED', atMillis: NOON + (seq + 1) * HOUR },
  won: String(10_000_000 * seq),
  isPartial: false,
  rate: { rate: '1436.5', source: 'SIMULATED', atMillis: NOON },
  wallets: [
    {
      type: 'BINARY',
      currency: 'KRW',
      places: 0,
      purses: { ...purses, free: '9412000', wait: '50000' },
      held: '9462000',
      profit: '-58400',
      funding: '0',
      worth: '9403600',
      won: '9403600',
    },
  ],
  open: [
    {
      ...nothing,
      product: 'oversea',
      kind: 'POSITION',
      id: 5,
      walletType: 'BINARY',
      currency: 'KRW',
      amount: '300000',
      instrument,
      side: 'LONG',
      type: '',
      qty: '2',
      entry: '25104.0000',
      funding: '0',
      priceThen: { price: '25094', of: 'LAST' },
      profit: '-58400',
    },
    {
      ...nothing,
      product: 'binary',
      kind: 'BET',
      id: 6,
      walletType: 'BINARY',
      currency: 'KRW',
      amount: '50000',
      instrument,
      side: 'UP',
      type: 'R1',
      round: 845,
      closeMillis: NOON + seq * HOUR + 28_000,
    },
  ],
  ...changed,
});

function open(path = '/wallet/past') {
  const server = serverDouble({ storage: storedTokens() });
  const asked: Readonly<Record<string, string>>[] = [];
  /** The double hands bodies to its answers; a query is in its list of requests. */
  const queryOf = () => server.asked.at(-1)?.query ?? {};
  server.answer(walletEquity, () => ({
    reply: {
      stepMs: HOUR,
      points: [1, 2, 3].map((seq) => ({
        atMillis: NOON + seq * HOUR,
        won: String(10_000_000 * seq),
        isPartial: false,
      })),
    },
  }));
  server.answer(walletPast, () => {
    const query = queryOf();
    asked.push(query);
    const at = query['at'] === undefined ? undefined : Number(query['at']);
    const seq = query['seq'] === undefined ? undefined : Number(query['seq']);
    if (at !== undefined && at < NOON + HOUR) return { refusal: 'ARCHIVED', sinceMillis: NOON + HOUR };
    return { reply: account(seq ?? (at === undefined ? 3 : Math.floor((at - NOON) / HOUR))) };
  });
  server.answer(walletPastExport, () => ({
    reply: {
      format: 'maru-past-1',
      exportedMillis: NOON,
      playerId: 7,
      account: account(Number(queryOf()['seq'])),
    },
  }));
  return { ...openScreen(path, { signedIn: true, server }), asked };
}

const total = () => document.querySelector('.past-screen__total')?.textContent;

test('what was held and open at a moment is shown, with the price of then and no result', async () => {
  open();
  await screen.findByText('2계약');
  expect(total()).toBe('30,000,000원');
  expect(screen.getByText('진입 25,104.00 · 그때 25,094.00')).toBeTruthy();
  expect(screen.getByText('마감 28초 전 · 결과는 그때 모름')).toBeTruthy();
  expect(screen.getByText('보유금 9,412,000 · 평가손익 −58,400 · 주문 대기 50,000')).toBeTruthy();
  expect(screen.getByText(/원장 482,003번 기록까지/)).toBeTruthy();
});

test('steps lead from event to event, and the ends of the history have no further one', async () => {
  const { asked } = open();
  await screen.findByText('2계약');
  await tap(/^앞 사건/);
  await waitFor(() => expect(total()).toBe('20,000,000원'));
  await tap(/^앞 사건/);
  await waitFor(() => expect(total()).toBe('10,000,000원'));
  expect(asked.map(({ seq }) => Number(seq)).slice(-2)).toEqual([2, 1]);
  const before = screen.getByRole('button', { name: /^앞 사건/ }) as HTMLButtonElement;
  expect(before.disabled).toBe(true);
  expect(screen.getByText('처음입니다')).toBeTruthy();
  await tap('지금으로');
  await waitFor(() => expect(total()).toBe('30,000,000원'));
});

test('the slider moves the moment by keys and says what it was worth', async () => {
  open();
  const slider = await screen.findByRole('slider', { name: '볼 시점' });
  expect(slider.getAttribute('aria-valuetext')).toMatch(/15:00:00, 30,000,000원$/);
  await act(async () => fireEvent.keyDown(slider, { key: 'ArrowLeft' }));
  await waitFor(() => expect(total()).toBe('20,000,000원'));
  await act(async () => fireEvent.keyDown(slider, { key: 'Home' }));
  await waitFor(() => expect(total()).toBe('10,000,000원'));
  expect(document.querySelector('.equity-line__later')?.getAttribute('d')).toContain('L');
});

test('a link opens its moment, and the export is the file of the shown event', async () => {
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob);
    return 'blob:x';
  });
  const { asked } = open(`/wallet/past?at=${NOON + 2 * HOUR}`);
  await waitFor(() => expect(total()).toBe('20,000,000원'));
  expect(asked.map(({ at }) => Number(at))).toEqual([NOON + 2 * HOUR]);
  await tap('이 시점 내보내기');
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(JSON.parse(await saved[0]!.text())).toMatchObject({ format: 'maru-past-1', account: { seq: 2 } });
});

test('an account whose beginning was archived says so', async () => {
  const server = serverDouble({ storage: storedTokens() });
  server.answer(walletPast, () => ({ refusal: 'ARCHIVED' }));
  openScreen('/wallet/past', { signedIn: true, server });
  expect((await screen.findByRole('alert')).textContent).toContain('보관 처리된 지난 내역입니다.');
});

test('a link to an archived moment offers the earliest one that can be shown', async () => {
  const { asked } = open(`/wallet/past?at=${NOON - HOUR}`);
  expect(await screen.findByText(/13:00:00부터 볼 수 있습니다/)).toBeTruthy();
  await tap('볼 수 있는 첫 시점으로');
  await waitFor(() => expect(total()).toBe('10,000,000원'));
  expect(asked.at(-1)).toMatchObject({ at: String(NOON + HOUR) });
});

import { type IndexDayProof, indexDayOf, indexDays, indexRecord } from '@maru/contract/indices';
import { stockChart, tickerStatistics } from '@maru/contract/market';
import { overseaOptions } from '@maru/contract/oversea/instruments';
import { DAY_MS, HOUR_MS, SECOND_MS } from '@maru/engine/time';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { DATE, proof, recordOf, SEED, START } from '../index-day-double.ts';
import { nasdaq } from '../server-double.ts';
import { createStand } from '../stand-double.tsx';
import { IndexProofScreen } from './index-proof-screen.tsx';

afterEach(cleanup);

/** The day after the one whose seed is public, at 10:24. */
const NOW = START + DAY_MS + 10 * HOUR_MS + 24 * 60_000;
const sealOf = (date: string, start: number): IndexDayProof => ({
  ...proof,
  date,
  seal: '5f'.repeat(32),
  sealedMillis: start - 5 * 60_000,
  revealMillis: start + DAY_MS + 5 * 60_000,
  seed: null,
});
const today = sealOf('2026-11-15', START + DAY_MS);
const tomorrow = sealOf('2026-11-16', START + 2 * DAY_MS);

interface World {
  readonly path?: string;
  readonly days?: readonly IndexDayProof[];
  /** The recorded minutes of the day. */
  readonly minutes?: readonly number[];
}

function standAt({ path = '/index/M100', days = [tomorrow, today, proof], minutes = [] }: World = {}) {
  const stand = createStand({
    path,
    pattern: '/index/$stock',
    screen: IndexProofScreen,
    now: NOW,
    signedIn: false,
    header: { title: 'indexProof', back: '/oversea' },
  });
  stand.server.answer(overseaOptions, () => ({
    reply: [
      {
        ...nasdaq,
        id: 401,
        stock: 'M100',
        koName: '마루 지수 100',
        enName: 'Maru Index 100',
        kind: 'INDEX' as const,
        currency: 'KRW',
        lastPrice: '10481.5',
        rateChange: 0.32,
      },
    ],
  }));
  stand.server.answer(stockChart, () => ({ reply: [] }));
  stand.server.answer(tickerStatistics, () => ({ reply: [] }));
  stand.server.answer(indexDays, () => ({ reply: { days: days.map((each) => each) } }));
  stand.server.answer(indexDayOf, () => ({ reply: proof }));
  const record = recordOf(minutes);
  stand.server.answer(indexRecord, () => {
    const from = Number(stand.server.asked.at(-1)?.query['beginMillis']);
    const inHour = ({ minuteMillis }: { readonly minuteMillis: number }) =>
      minuteMillis >= from && minuteMillis < from + HOUR_MS;
    return { reply: { ...record, minutes: record.minutes.filter(inHour) } };
  });
  return stand;
}

const tap = (name: string | RegExp) => act(async () => fireEvent.click(screen.getByRole('button', { name })));
/** Requests are sent one after the other: each takes a moment of the manual time. */
const compute = async (pass: (durationMs: number) => Promise<void>) => {
  await tap('다시 계산하기');
  for (let question = 0; question < 40; question += 1) await pass(100);
};
const card = (name: string) => within(screen.getByRole('region', { name }));

test('today is sealed and shows when its seed opens; yesterday is open', async () => {
  const { open } = standAt();
  await open();
  const sealed = card('오늘의 봉인값');
  expect(sealed.getByText(/^5f5f 5f5f/)).toBeTruthy();
  expect(sealed.getByText('11월 15일 (일) · 어제 23:55 공개')).toBeTruthy();
  expect(sealed.getByText('내일 00:05')).toBeTruthy();
  expect(sealed.getByText('13시간 41분 뒤')).toBeTruthy();
  const opened = card('어제의 씨앗');
  expect(opened.getByTitle(SEED)).toBeTruthy();
  expect(opened.getByText('11월 14일 (토) · 오늘 00:05 공개')).toBeTruthy();
  expect(screen.getByText(/주문이 가격을 움직이지 않습니다/)).toBeTruthy();
});

test('the line of the day is read again every minute, although the page renders every second', async () => {
  const { open, pass, server } = standAt();
  await open();
  const reads = () => server.asked.filter(({ path }) => path === stockChart.path).length;
  const first = reads();
  for (let second = 0; second < 61; second += 1) await pass(SECOND_MS);
  expect(reads()).toBe(first + 1);
});

test('the index is made a favourite in the header, which has a back button and no close button', async () => {
  const { open, device } = standAt();
  await open();
  const head = within(screen.getByRole('banner'));
  expect(head.getByRole('button', { name: '뒤로' })).toBeTruthy();
  expect(head.queryByRole('button', { name: '닫기' })).toBeNull();
  const star = head.getByRole('button', { name: '마루 지수 100 즐겨찾기' });
  expect(star.getAttribute('aria-pressed')).toBe('false');
  await tap('마루 지수 100 즐겨찾기');
  expect(star.getAttribute('aria-pressed')).toBe('true');
  expect(device.storage.getItem('favouriteStocks')).toBe('["M100"]');
});

test('the day is recomputed on this device and compared with the record', async () => {
  const { open, pass } = standAt({ minutes: Array.from({ length: 48 }, (_, place) => place * 30) });
  await open();
  await compute(pass);
  const opened = card('어제의 씨앗');
  expect(await opened.findByText('2,880틱 일치')).toBeTruthy();
  expect(opened.getByText(/^이 기기에서 .*초 동안 계산했습니다$/)).toBeTruthy();
  expect(opened.getByText(/나머지 83,520틱/)).toBeTruthy();
  expect(opened.queryByText('다름')).toBeNull();
});

test('without a record only the seal and the seed are checked, and the page shows that', async () => {
  const { open, pass } = standAt();
  await open();
  await compute(pass);
  expect(await screen.findByText(/틱 기록은 이틀 동안 보관합니다/)).toBeTruthy();
});

test('a difference is shown in the same place, with what differs', async () => {
  const { open, pass, server } = standAt();
  server.answer(indexDayOf, () => ({ reply: { ...proof, seal: '0'.repeat(64) } }));
  await open();
  await compute(pass);
  const opened = card('어제의 씨앗');
  expect((await opened.findByRole('status')).textContent).toContain('다름');
});

test('past and future days are listed with their seals', async () => {
  const { open, pass } = standAt();
  await open();
  await tap('지난 봉인값과 씨앗');
  await pass(100);
  const list = within(await screen.findByRole('dialog', { name: '지난 봉인값과 씨앗' }));
  expect(list.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    '11월 16일 (월)',
    '11월 15일 (일)',
    '11월 14일 (토)',
  ]);
  expect(list.getByText('아직 오지 않은 날')).toBeTruthy();
  expect(list.getAllByRole('button', { name: '이날 계산하기' })).toHaveLength(1);
});

test('the method explains what is proven, and that the server knows the seed during the day', async () => {
  const { open, pass } = standAt();
  await open();
  await tap('계산 방법과 코드');
  await pass(100);
  const method = within(await screen.findByRole('dialog', { name: '계산 방법과 코드' }));
  expect(method.getByText(/하루 동안 마루의 서버는 씨앗을 알고 있습니다/)).toBeTruthy();
  expect(method.getByText('node verify-index.mjs index-day.json ticks.json')).toBeTruthy();
  expect(method.getByRole('link', { name: '검증 프로그램' }).getAttribute('href')).toBe('/verify-index.mjs');
});

test('on the first day there is no seed yet, and a late seal is shown', async () => {
  const first = { ...today, sealedMillis: START + DAY_MS + 9 * HOUR_MS };
  const { open } = standAt({ days: [tomorrow, first] });
  await open();
  expect(card('오늘의 봉인값').getByText(/오늘 09:00 공개 · 그 뒤의 가격만 거래했습니다/)).toBeTruthy();
  expect(screen.getByText('첫 씨앗은 내일 00:05에 공개됩니다.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: '다시 계산하기' })).toBeNull();
});

test('a receipt links to its own day', async () => {
  const older = { ...proof, date: '2026-11-13' };
  const { open } = standAt({ path: `/index/M100?date=2026-11-13`, days: [today, proof, older] });
  await open();
  expect(card('이날의 씨앗').getByText(/^11월 13일 \(금\)/)).toBeTruthy();
  expect(DATE).toBe('2026-11-14');
});

test('an index that does not exist is reported', async () => {
  const { open } = standAt({ path: '/index/M7' });
  await open();
  expect(screen.getByText('없는 지수입니다')).toBeTruthy();
});

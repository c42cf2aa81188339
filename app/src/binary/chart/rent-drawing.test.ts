import { price } from '@maru/engine/amount';
import { millis } from '@maru/engine/time';
import { expect, test } from 'vitest';
import type { ChartColors } from '../../chart/drawing/chart-colors.ts';
import { drawRentRound, type RentPicture } from './rent-drawing.ts';
import { rentSpan, timeScale } from './round-scale.ts';

/** Every colour is its own name, so that tests can find painted parts by colour. */
const colors = new Proxy({} as ChartColors, { get: (_, name) => String(name) });
const BOX = { width: 390, height: 300 };
const [START, END] = [60_000, 120_000];

interface Painted {
  readonly zones: readonly { readonly color: string; readonly from: number; readonly to: number }[];
  readonly words: readonly string[];
  /** Outlines of flags, by their colour. */
  readonly outlined: readonly string[];
  readonly filled: readonly string[];
}

/** A canvas context that records what is painted. */
function paintOf(picture: Partial<RentPicture>, now: number): Painted {
  const zones: { color: string; from: number; to: number }[] = [];
  const words: string[] = [];
  const outlined: string[] = [];
  const filled: string[] = [];
  let isFlag = false;
  const pen = {
    fillStyle: '',
    strokeStyle: '',
    fillRect(x: number, _y: number, width: number) {
      zones.push({ color: pen.fillStyle, from: Math.round(x), to: Math.round(x + width) });
    },
    fillText: (text: string) => void words.push(text),
    measureText: (text: string) => ({ width: text.length * 8 }),
    beginPath: () => {
      isFlag = false;
    },
    roundRect: () => {
      isFlag = true;
    },
    fill: () => {
      if (isFlag) filled.push(pen.fillStyle);
    },
    stroke: () => {
      if (isFlag) outlined.push(pen.strokeStyle);
    },
    createLinearGradient: () => ({ addColorStop: () => undefined }),
  };
  const nothing = () => undefined;
  const paint = new Proxy(pen, {
    get: (target, name) => Reflect.get(target, name) ?? nothing,
  }) as unknown as CanvasRenderingContext2D;
  const state = picture.state ?? 'waiting';
  drawRentRound(
    {
      paint,
      box: BOX,
      time: timeScale(BOX, rentSpan({ state, start: START, end: END })),
      range: { low: 90, high: 110 },
      points: [{ ts: millis(1_000), seq: 1, price: price('100'), value: 100 }],
      colors,
      instant: { now, last: { value: 104, text: '104' }, halo: 'still', precision: 0 },
    },
    {
      state,
      cutOffAt: 50_000,
      startAt: START,
      endAt: END,
      base: undefined,
      mine: [{ direction: 'up', words: '상승 1만 · 시작 대기' }],
      nextMine: [],
      words: {
        no: '178회차',
        times: ' · 시작 → 종료',
        timesShort: '',
        running: '178회차 진행 중',
        nextNo: '179회차',
        nextStart: '02:59 시작',
        cutOff: '주문 마감',
        start: '시작',
        end: '종료',
        startTime: '시작 02:58',
        endTime: '종료 02:59',
        noBase: ['기준가는 아직'],
        baseNames: ['기준가'],
        upWins: '상승 적중',
        downWins: '하락 적중',
      },
      ...picture,
    },
  );
  return { zones, words, outlined, filled };
}

const running = {
  state: 'running',
  base: { value: 100, text: '100' },
  mine: [{ direction: 'up', words: '상승 1만' }],
  nextMine: [{ direction: 'down', words: '하락 1만 · 시작 대기' }],
} as const;

test('before the start there are no zones and no base: only the start and the end of the round are drawn', () => {
  const { zones, words, outlined } = paintOf({}, 30_000);
  expect(zones.filter(({ color }) => color.endsWith('Soft'))).toEqual([]);
  expect(words).toEqual(
    expect.arrayContaining(['178회차', '시작', '종료', '기준가는 아직', '상승 1만 · 시작 대기']),
  );
  expect(words.filter((each) => each.includes('적중') || each === '기준가')).toEqual([]);
  expect(outlined).toEqual(['up']);
});

test('from the start on the zones are those of the member’s round, from its start to its end', () => {
  const { zones, words } = paintOf(running, 80_000);
  const { x } = timeScale(BOX, rentSpan({ state: 'running', start: START, end: END }));
  const place = { from: Math.round(x(START)), to: Math.round(x(END)) };
  expect(zones.filter(({ color }) => color.endsWith('Soft'))).toEqual([
    { color: 'upSoft', ...place },
    { color: 'downSoft', ...place },
  ]);
  expect(words).toEqual(
    expect.arrayContaining(['178회차 진행 중', '상승 적중', '하락 적중', '기준가', '100']),
  );
});

test('with bets in two rounds the running one is solid and the next one outlined, in an empty round', () => {
  const { words, outlined, filled } = paintOf(running, 80_000);
  expect(words).toEqual(
    expect.arrayContaining(['상승 1만', '179회차', '02:59 시작', '하락 1만 · 시작 대기']),
  );
  expect(filled).toContain('upFill');
  expect(outlined).toEqual(['down']);
});

test('a running round whose opening price is not known yet has no zones', () => {
  const { zones, words } = paintOf({ ...running, base: undefined }, 61_000);
  expect(zones.filter(({ color }) => color.endsWith('Soft'))).toEqual([]);
  expect(words).toContain('기준가는 아직');
});

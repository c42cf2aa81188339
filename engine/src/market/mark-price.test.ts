import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { divide, ONE, type Price, price, rate } from '../amount.ts';
import { millis } from '../time.ts';
import {
  type Carry,
  LONGEST_STAND_MS,
  type MarkState,
  MOST_STRAY_MOVE,
  markTick,
  markTickAt,
  withoutLate,
} from './mark-price.ts';
import type { Tick } from './tick.ts';

const START = 1_800_000_000_000;
const grid = { tickSize: price('0.1'), staleMs: 3_000 };

interface Said {
  readonly mid: string;
  readonly last?: string;
  readonly index?: string;
}

function tick(at: number, { mid, last = mid, index }: Said): Tick {
  return {
    stock: 'BTCUSDT',
    last: price(last),
    bid: price(mid),
    ask: price(mid),
    mark: price(last),
    sourceIndex: index === undefined ? undefined : price(index),
    ts: millis(START + at),
    recvTs: millis(START + at),
    seq: at,
  };
}

function statesOf(ticks: readonly Tick[], carry?: Carry): readonly MarkState[] {
  let state: MarkState | undefined;
  return ticks.map((each) => {
    state = markTick(state, each, grid, carry);
    return state;
  });
}

const lastOf = (ticks: readonly Tick[], carry?: Carry): MarkState => statesOf(ticks, carry).at(-1)!;

/** One tick each half second. */
const steady = (from: number, to: number, said: Said): readonly Tick[] =>
  Array.from({ length: Math.ceil((to - from) / 500) }, (_, place) => tick(from + place * 500, said));

describe('the mark', () => {
  test('of the first tick is between its index and its price', () => {
    expect(lastOf([tick(0, { mid: '100' })])).toMatchObject({ index: price('100'), mark: price('100') });
    const apart = lastOf([tick(0, { mid: '100.4', last: '100.9', index: '100' })]);
    expect(apart).toMatchObject({ index: price('100'), mark: price('100.4') });
  });

  test('lies on the price grid, a half to the even tick', () => {
    expect(lastOf([tick(0, { mid: '100.05' })]).mark).toBe(price('100'));
    expect(lastOf([tick(0, { mid: '100.15' })]).mark).toBe(price('100.2'));
  });

  test('is never zero, however small the price', () => {
    expect(lastOf([tick(0, { mid: '0.00000001' })]).mark).toBe(grid.tickSize);
  });

  test('contains what is left of the funding: at half the interval half of the rate', () => {
    const carry = { rate: rate('0.004'), leftMs: 4, intervalMs: 8 };
    const ticks = steady(0, 60_000, { mid: '1004', index: '1000' });
    // Between the index with its funding, 1,002, and the contract, 1,004.
    expect(lastOf(ticks, carry).mark).toBe(price('1004'));
    expect(lastOf([...ticks, tick(60_000, { mid: '1001', index: '1000' })], carry).mark).toBe(price('1002'));
    const negative = { ...carry, rate: rate('-0.004') };
    expect(lastOf([...ticks, tick(60_000, { mid: '990', index: '1000' })], negative).mark).toBe(price('998'));
  });

  test('follows the contract when it stays away from the index', () => {
    const ticks = [
      ...steady(0, 60_000, { mid: '1000', index: '1000' }),
      ...steady(60_000, 90_500, { mid: '1003', index: '1000' }),
    ];
    const marks = statesOf(ticks).map(({ mark }) => mark);
    expect(marks[120]).toBe(price('1000'));
    // Ten of thirty seconds: a third of the way.
    expect(marks[140]).toBe(price('1001'));
    expect(marks.at(-1)).toBe(price('1003'));
  });

  test('moves by a tenth of the allowed distance when the contract alone is wrong for three seconds', () => {
    const before = steady(0, 60_000, { mid: '1000', index: '1000' });
    const wrong = [60_000, 61_000, 62_000, 62_999].map((at) => tick(at, { mid: '1090', index: '1000' }));
    expect(lastOf([...before, ...wrong]).mark).toBe(price('1000.5'));
  });

  test('follows a move that the whole market makes once most of the seconds agree', () => {
    const withIndex = [
      ...steady(0, 60_000, { mid: '1000', index: '1000' }),
      ...steady(60_000, 65_000, { mid: '950', index: '950' }),
    ];
    const marks = statesOf(withIndex).map(({ mark }) => mark);
    expect(marks[126]).toBeGreaterThanOrEqual(price('995'));
    expect(marks.at(-1)).toBe(price('950'));
    const without = [...steady(0, 60_000, { mid: '1000' }), ...steady(60_000, 69_000, { mid: '950' })];
    expect(lastOf(without).mark).toBe(price('950'));
  });
});

describe('the index', () => {
  test('is the middle of what the source sent at the last seven seconds', () => {
    const ticks = Array.from({ length: 20 }, (_, second) =>
      tick(second * 1_000, { mid: '500', index: `${100 + second}` }),
    );
    // At the last tick the seconds 12 to 18 have passed.
    expect(lastOf(ticks).index).toBe(price('115'));
  });

  test('is the middle of the contract at the last fifteen seconds where the source sends none', () => {
    const ticks = Array.from({ length: 40 }, (_, second) => tick(second * 1_000, { mid: `${100 + second}` }));
    expect(lastOf(ticks).index).toBe(price('131'));
  });

  test('of the source counts for three seconds', () => {
    const first = tick(0, { mid: '101', index: '100' });
    const silent = (to: number) => steady(500, to, { mid: '101' });
    expect(lastOf([first, ...silent(3_001)]).index).toBe(price('100'));
    // Fifteen seconds: at the eleventh without an index eight of them are the contract's own.
    expect(lastOf([first, ...silent(12_000)]).index).toBe(price('101'));
  });

  test('of two sources that take turns lies between them', () => {
    const ticks = Array.from({ length: 100 }, (_, place) =>
      tick(place * 350, place % 2 === 0 ? { mid: '100', index: '100' } : { mid: '101' }),
    );
    for (const { index, mark } of statesOf(ticks)) {
      expect(index >= price('100') && index <= price('101')).toBe(true);
      expect(mark >= price('100') && mark <= price('101')).toBe(true);
    }
  });
});

describe('after a gap', () => {
  const before = steady(0, 60_000, { mid: '1000', index: '1000' });
  const gap = 60_000 + LONGEST_STAND_MS;

  test('the first tick keeps the mark, and the second begins anew at the new price', () => {
    const [first, second] = [tick(gap, { mid: '950' }), tick(gap + 250, { mid: '951' })];
    const states = statesOf([...before, first, second]);
    expect(states.at(-2)!.mark).toBe(price('1000'));
    expect(states.at(-1)).toMatchObject({ index: price('951'), mark: price('951') });
  });

  test('a stray tick, first or second, does not become the mark', () => {
    const stray = '1090';
    const [good, late] = ['951', '950'];
    expect(lastOf([...before, tick(gap, { mid: stray }), tick(gap + 250, { mid: good })]).mark).toBe(
      price('1000'),
    );
    expect(lastOf([...before, tick(gap, { mid: good }), tick(gap + 250, { mid: stray })]).mark).toBe(
      price('1000'),
    );
    const goesOn = steady(gap + 500, gap + 10_000, { mid: late });
    const calm = [...before, tick(gap, { mid: stray }), tick(gap + 250, { mid: good }), ...goesOn];
    expect(lastOf(calm).mark).toBe(price('950'));
  });

  test('a source that is always slow moves the mark all the same', () => {
    const ticks = Array.from({ length: 11 }, (_, place) => tick(place * 5_000, { mid: `${1_000 + place}` }));
    expect(lastOf(ticks).mark).toBe(price('1009'));
  });
});

const LOW = 990_000_000_00n;
const WIDTH = 40_000_000n;
const honest = fc.bigInt({ min: LOW, max: LOW + WIDTH });
const step = fc.oneof(
  { weight: 12, arbitrary: fc.integer({ min: 0, max: 1_500 }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 20_000 }) },
);

interface Drawn {
  readonly stepMs: number;
  readonly mid: bigint;
  readonly last: bigint;
  readonly index: bigint | undefined;
}

const drawn: fc.Arbitrary<Drawn> = fc.record({
  stepMs: step,
  mid: honest,
  last: honest,
  index: fc.option(honest, { nil: undefined }),
});

function ticksOf(draws: readonly Drawn[]): readonly Tick[] {
  let at = START;
  return draws.map(({ stepMs, mid, last, index }, seq) => {
    at += stepMs;
    const own = { last: last as Price, bid: mid as Price, ask: mid as Price };
    const ts = millis(at);
    return {
      stock: 'X',
      ...own,
      mark: own.last,
      sourceIndex: index as Price | undefined,
      ts,
      recvTs: ts,
      seq,
    };
  });
}

/** How far the mark of honest ticks may lie beyond their prices: the distance of contract and index, and rounding. */
const SLACK = WIDTH + grid.tickSize;
const wild = fc.bigInt({ min: 1n, max: 100n * LOW });

function expectWithin(states: readonly MarkState[], bound: bigint): void {
  for (const { mark, index } of states) {
    expect(index >= LOW && index <= LOW + WIDTH).toBe(true);
    expect(mark >= LOW - bound && mark <= LOW + WIDTH + bound).toBe(true);
  }
}

test('one stray tick, however far, also after a gap, never takes the mark beyond the prices around it', () => {
  const stray = fc.record({
    stepMs: step,
    mid: wild,
    last: wild,
    index: fc.option(wild, { nil: undefined }),
  });
  fc.assert(
    fc.property(
      fc.array(drawn, { minLength: 1, maxLength: 60 }),
      stray,
      fc.array(drawn, { minLength: 1, maxLength: 120 }),
      (before, off, after) => expectWithin(statesOf(ticksOf([...before, off, ...after])), SLACK),
    ),
    { numRuns: 300 },
  );
});

test.each([true, false])(
  'wrong ticks that last for three seconds stay within the bound, with an index: %s',
  (isSent) => {
    const near = fc.integer({ min: 0, max: 1_000 });
    const index = (of: fc.Arbitrary<bigint>) => (isSent ? of : fc.constant(undefined));
    const good = fc.record({ stepMs: near, mid: honest, last: honest, index: index(honest) });
    const wrong = fc.record({
      stepMs: fc.integer({ min: 0, max: 500 }),
      mid: wild,
      last: wild,
      index: index(wild),
    });
    const bound = SLACK + divide((LOW + WIDTH) * MOST_STRAY_MOVE, ONE, 'up');
    fc.assert(
      fc.property(
        fc.array(good, { minLength: 1, maxLength: 60 }),
        fc.array(wrong, { minLength: 1, maxLength: 5 }),
        fc.array(good, { minLength: 1, maxLength: 120 }),
        (before, off, after) => expectWithin(statesOf(ticksOf([...before, ...off, ...after])), bound),
      ),
      { numRuns: 300 },
    );
  },
);

test('whatever comes, the mark is above zero, on the grid, and the samples do not grow', () => {
  const any = fc.bigInt({ min: 1n, max: 10n ** 16n });
  const rough = fc.record({ stepMs: step, mid: any, last: any, index: fc.option(any, { nil: undefined }) });
  const carry = fc.record({
    rate: fc.bigInt({ min: -400_000n, max: 400_000n }) as fc.Arbitrary<Carry['rate']>,
    leftMs: fc.nat({ max: 28_800_000 }),
    intervalMs: fc.constant(28_800_000),
  });
  fc.assert(
    fc.property(fc.array(rough, { minLength: 1, maxLength: 100 }), carry, (draws, given) => {
      for (const { mark, index, said, basis, basisSum } of statesOf(ticksOf(draws), given)) {
        expect(index > 0n && mark > 0n && mark % grid.tickSize === 0n).toBe(true);
        expect([said.length, basis.length]).toEqual([15, 30]);
        expect(basisSum).toBe(basis.reduce((sum, each) => sum + each, 0n));
      }
    }),
  );
});

test('the mark follows from the ticks of the last fifty seconds, whatever was before', () => {
  const close = drawn.map((each) => ({ ...each, stepMs: each.stepMs % (LONGEST_STAND_MS + 1) }));
  const many = fc.array(close, { minLength: 100, maxLength: 200 });
  fc.assert(
    fc.property(many, fc.nat({ max: 40 }), (draws, cut) => {
      const ticks = ticksOf(draws);
      const whole = statesOf(ticks);
      const rest = statesOf(ticks.slice(cut));
      const warm = ticks[cut]!.ts + 50_000;
      for (const [place, state] of rest.entries()) {
        const same = whole[place + cut]!;
        if (state.ts < warm) continue;
        expect([state.mark, state.index]).toEqual([same.mark, same.index]);
      }
    }),
    { numRuns: 50 },
  );
});

test('ticks that arrived after a newer one are left out of a record', () => {
  const at = (ts: number, recvTs: number): Tick => ({
    ...tick(ts, { mid: '1' }),
    recvTs: millis(START + recvTs),
  });
  const late = at(2_000, 4_000);
  const live = [at(1_000, 1_100), at(3_000, 3_050), at(3_010, 3_050), at(5_000, 5_010)];
  expect(withoutLate([live[0]!, late, ...live.slice(1)])).toEqual(live);
});

test('the mark of an instant is that of the last tick that came within 250 ms after it and before any newer one', () => {
  const at = (ts: number, recvTs: number): Tick => ({
    ...tick(ts, { mid: '1' }),
    recvTs: millis(START + recvTs),
  });
  const marked = (...recorded: readonly Tick[]) =>
    (markTickAt(recorded, millis(START + 1_000))?.ts ?? 0) - START;
  expect(marked(at(500, 500), at(900, 1_249))).toBe(900);
  expect(marked(at(500, 500), at(900, 1_250))).toBe(500);
  // The same record, read after newer ticks have come.
  expect(marked(at(500, 500), at(900, 1_249), at(1_400, 1_400))).toBe(900);
  expect(marked(at(500, 500), at(900, 1_250), at(1_400, 1_400))).toBe(500);
  expect(marked(at(500, 500), at(900, 1_101), at(1_100, 1_100))).toBe(500);
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Price, price, qty, rate } from '../amount.ts';
import { type Millis, millis } from '../time.ts';
import { checkInstrument, type Instrument } from './instrument.ts';
import {
  type Admission,
  admit,
  compareTicks,
  firstTickAfter,
  isFresh,
  markAt,
  noPrice,
  type PriceState,
  type RawTick,
  roundPrice,
  type Tick,
  tickAt,
} from './tick.ts';

const wholeDay = [{ opensMinute: 0, closesMinute: 1_440 }];
const coin: Instrument = {
  id: 1,
  code: 'BTCUSDT',
  koName: '비트코인',
  enName: 'Bitcoin',
  kind: 'CRYPTO',
  currency: 'USDT',
  precision: 1,
  tickSize: price('0.1'),
  multiplier: qty('1'),
  spreadTicks: 0,
  maxJump: rate('0.1'),
  staleMs: 3_000,
  mayBeNegative: false,
  hours: {
    zone: { name: 'UTC', changes: [{ at: millis(0), offsetMs: 0 }] },
    week: Array(7).fill(wholeDay),
    exceptions: new Map(),
  },
  isPlay: true,
  roundTypes: ['R1', 'B1'],
};
const oil: Instrument = { ...coin, code: 'CL', tickSize: price('0.01'), precision: 2, mayBeNegative: true };

let nextSeq = 0;
const raw = (last: string, ts: number, more: Partial<RawTick> = {}): RawTick => ({
  stock: coin.code,
  last: price(last),
  ts: millis(ts),
  recvTs: millis(ts),
  seq: ++nextSeq,
  ...more,
});

function run(ticks: readonly RawTick[], instrument = coin) {
  let state: PriceState = noPrice;
  const admissions: Admission[] = [];
  for (const each of ticks) {
    const next = admit(state, each, instrument);
    state = next.state;
    admissions.push(next.admission);
  }
  return { state, admissions, outcomes: admissions.map(outcome) };
}
const outcome = (each: Admission) => (each.outcome === 'DROPPED' ? each.reason : each.outcome);

describe('order', () => {
  test('a tick older than the newest is kept but never live', () => {
    const { outcomes, state } = run([raw('100', 1_000), raw('101', 2_000), raw('99', 1_999)]);
    expect(outcomes).toEqual(['LIVE', 'LIVE', 'LATE']);
    expect(state.live?.last).toBe(price('101'));
  });
  test('of two ticks with one time the higher number is newer', () => {
    const first = raw('100', 1_000, { seq: 7 });
    const same = run([first, raw('101', 1_000, { seq: 8 }), raw('102', 1_000, { seq: 6 })]);
    expect(same.outcomes).toEqual(['LIVE', 'LIVE', 'LATE']);
    expect(run([first, first]).outcomes).toEqual(['LIVE', 'DUPLICATE']);
  });
  test('a tick exactly two seconds ahead is accepted, one millisecond more is not', () => {
    const now = millis(10_000);
    expect(run([raw('100', 12_000, { recvTs: now })]).outcomes).toEqual(['LIVE']);
    expect(run([raw('100', 12_001, { recvTs: now })]).outcomes).toEqual(['FUTURE']);
  });
  test('without a time of its own a tick has the time it came', () => {
    const { state } = run([raw('100', 5_000, { ts: undefined })]);
    expect(state.live?.ts).toBe(5_000);
  });
});

describe('bid and ask', () => {
  test.each([
    [0, '100.05', '100', '100.1'],
    [0, '100.1', '100.1', '100.1'],
    [1, '100', '99.9', '100.1'],
    [2, '100', '99.9', '100.1'],
    [3, '100', '99.8', '100.2'],
  ])('with a spread of %i ticks, %s is filled with %s and %s', (spreadTicks, last, bid, ask) => {
    const { state } = run([raw(last, 1_000)], { ...coin, spreadTicks });
    expect(state.live).toMatchObject({ bid: price(bid), ask: price(ask) });
  });
  test('below zero they are rounded away from the user too', () => {
    const { state } = run([raw('-37.635', 1_000)], oil);
    expect(state.live).toMatchObject({ bid: price('-37.64'), ask: price('-37.63') });
  });
  test('a crossed quote is dropped', () => {
    const crossed = { bid: price('101'), ask: price('100') };
    expect(run([raw('100', 1_000), raw('100', 1_100, crossed)]).outcomes).toEqual(['LIVE', 'CROSSED']);
    expect(run([raw('100', 1_000, { bid: price('103') })]).outcomes).toEqual(['CROSSED']);
  });
  test('zero and negative prices are rejected, except where the instrument allows them', () => {
    expect(run([raw('0', 1_000), raw('-1', 1_100)]).outcomes).toEqual(['NOT_A_PRICE', 'NOT_A_PRICE']);
    expect(run([raw('100', 1_000, { mark: 0n as Price })]).outcomes).toEqual(['NOT_A_PRICE']);
    expect(run([raw('0.5', 1_000), raw('-0.3', 1_100)], oil).outcomes).toEqual(['LIVE', 'LIVE']);
  });
});

describe('the spike filter', () => {
  test('a move of exactly the limit is accepted, a tick more is held', () => {
    expect(run([raw('100', 0), raw('110', 100)]).outcomes).toEqual(['LIVE', 'LIVE']);
    expect(run([raw('100', 0), raw('110.1', 100)]).outcomes).toEqual(['LIVE', 'HELD']);
  });
  test('a second tick within a second confirms it, and both are live in order', () => {
    const { admissions, state } = run([raw('100', 0), raw('120', 100), raw('121', 1_100)]);
    expect(admissions[2]).toMatchObject({
      outcome: 'LIVE',
      ticks: [{ last: price('120') }, { last: price('121') }],
    });
    expect(state.held).toBeUndefined();
  });
  test('a confirmed jump counts from its confirmation on', () => {
    const { admissions } = run([raw('100', 0), raw('120', 100), raw('121', 200, { recvTs: millis(450) })]);
    expect(admissions[2]).toMatchObject({
      outcome: 'LIVE',
      ticks: [
        { ts: 100, recvTs: 450 },
        { ts: 200, recvTs: 450 },
      ],
    });
  });
  test.each([
    ['too late', raw('120', 100), raw('120', 1_101)],
    ['too far away', raw('120', 100), raw('122.5', 200)],
    ['on the other side', raw('120', 100), raw('80', 200)],
  ])('a second tick that is %s is held instead of the first', (_why, first, second) => {
    const { outcomes, state } = run([raw('100', 0), first, second]);
    expect(outcomes).toEqual(['LIVE', 'HELD', 'HELD']);
    expect(state.live?.last).toBe(price('100'));
    expect(state.held?.last).toBe(second.last);
  });
  test('after a gap it is confirmed by a tick that comes while it is fresh, and not later', () => {
    const ticks = (second: number) => [raw('100', 0), raw('120', 3_001), raw('121', second)];
    expect(run(ticks(6_001)).outcomes).toEqual(['LIVE', 'HELD', 'LIVE']);
    expect(run(ticks(6_002)).outcomes).toEqual(['LIVE', 'HELD', 'HELD']);
    // Without a gap before it, it must be confirmed within a second.
    expect(run([raw('100', 0), raw('120', 3_000), raw('121', 4_001)]).outcomes).toEqual([
      'LIVE',
      'HELD',
      'HELD',
    ]);
  });
  test('a feed slower than one tick a second can confirm a real gap', () => {
    const slow = Array.from({ length: 6 }, (_, i) => raw(i === 0 ? '100' : '150', i * 2_000));
    const { outcomes, state } = run(slow);
    expect(outcomes).toEqual(['LIVE', 'HELD', 'HELD', 'LIVE', 'LIVE', 'LIVE']);
    expect(state.live?.last).toBe(price('150'));
  });
  test('a tick that does not jump discards it, so alternating sources confirm nothing', () => {
    const ticks = Array.from({ length: 40 }, (_, i) => raw(i % 2 ? '100000' : '100', i * 50));
    const { admissions } = run(ticks);
    const live = admissions.flatMap((each) => (each.outcome === 'LIVE' ? each.ticks : []));
    expect(live.every((each) => each.last === price('100'))).toBe(true);
  });
  test('a jump of bid, ask or mark alone is held as well', () => {
    for (const more of [{ bid: price('80') }, { ask: price('120') }, { mark: price('85') }]) {
      expect(run([raw('100', 0), raw('100', 100, more)]).outcomes).toEqual(['LIVE', 'HELD']);
    }
  });
  test('a late tick is known by its arrival, also when it came in the same millisecond as the newer one', () => {
    const late = (recvTs: number) => raw('100', 900, { recvTs: millis(recvTs) });
    for (const [came, arrival] of [
      [1_000, 1_001],
      [1_300, 1_300],
    ] as const)
      expect(run([raw('100', 1_000), late(came)]).admissions[1]).toMatchObject({
        outcome: 'LATE',
        tick: { recvTs: arrival },
      });
  });
  test('a late jump does not count for a round', () => {
    expect(run([raw('100', 1_000), raw('100000', 900)]).outcomes).toEqual(['LIVE', 'SPIKE']);
  });
  test('the same tick cannot confirm itself', () => {
    const spike = raw('120', 100);
    expect(run([raw('100', 0), spike, spike]).outcomes).toEqual(['LIVE', 'HELD', 'DUPLICATE']);
  });
});

describe('mark price', () => {
  test('the last mark of the feed holds for less than three seconds', () => {
    const { state } = run([raw('100', 0, { mark: price('99.5') }), raw('101', 2_999)]);
    expect(state.live?.mark).toBe(price('99.5'));
    expect(markAt(state, millis(2_999))).toBe(price('99.5'));
    expect(markAt(state, millis(3_000))).toBe(price('101'));
    const silent = run([raw('100', 0, { mark: price('99.5') }), raw('101', 3_000)]);
    expect(silent.state.live?.mark).toBe(price('101'));
  });
  test('a feed without marks has last', () => {
    expect(run([raw('100', 0)]).state.live?.mark).toBe(price('100'));
  });
});

test('a tick is fresh up to its age and not beyond, nor too far ahead of our clock', () => {
  const tick = run([raw('100', 10_000)]).state.live!;
  const fresh = (now: number) => isFresh(tick, millis(now), 3_000);
  expect([9_749, 9_750, 10_000, 13_000, 13_001].map(fresh)).toEqual([false, true, true, true, false]);
});

describe('price at an instant', () => {
  const ticks = [10, 20, 20, 30].map((ts, i) => ({ ...run([raw(`${100 + i}`, ts)]).state.live!, seq: i }));
  test('is the last tick at or before it', () => {
    expect(tickAt(ticks, millis(9))).toBeUndefined();
    expect([10, 19, 20, 29, 30, 99].map((at) => tickAt(ticks, millis(at))?.last)).toEqual(
      ['100', '100', '102', '102', '103', '103'].map(price),
    );
  });
  test('after it comes the first tick with a later time', () => {
    expect([9, 10, 20, 30].map((at) => firstTickAfter(ticks, millis(at))?.last)).toEqual([
      price('100'),
      price('101'),
      price('103'),
      undefined,
    ]);
  });
  test('is compared half-up in the places shown', () => {
    expect(roundPrice(price('100.05'), 1)).toBe(price('100.1'));
    expect(roundPrice(price('-0.05'), 1)).toBe(price('0'));
  });
});

// docs/reliability.md B-14: frozen, a thousandfold, crossed, future-stamped, reordered. Whatever a source does, a live
// price is in order, not crossed, and one step from the live price before it, or confirmed by a neighbour.
test('no feed, however broken, makes a live price that the rules forbid', () => {
  const broken = fc.record({
    shape: fc.constantFrom(
      'good',
      'good',
      'good',
      'frozen',
      'times1000',
      'crossed',
      'future',
      'reordered',
      'zero',
    ),
    step: fc.integer({ min: -20, max: 20 }),
    gapMs: fc.integer({ min: 1, max: 900 }),
    mark: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(broken, { minLength: 5, maxLength: 120 }), (plan) => {
      let level = 100_000n;
      let now = 1_000_000;
      let state: PriceState = noPrice;
      let before: Tick | undefined;
      plan.forEach(({ shape, step, gapMs, mark }, seq) => {
        now += gapMs;
        level += BigInt(step);
        const units = (shape === 'times1000' ? level * 1_000n : shape === 'zero' ? 0n : level) * 10_000_000n;
        const ts =
          { future: now + 2_001, reordered: now - 5_000, frozen: 1_000_000 }[shape as 'future'] ?? now;
        const next = admit(
          state,
          {
            stock: 'BTCUSDT',
            last: units as Price,
            bid: (shape === 'crossed' ? units + 100_000_000n : undefined) as Price | undefined,
            ask: (shape === 'crossed' ? units - 100_000_000n : undefined) as Price | undefined,
            mark: (mark ? units : undefined) as Price | undefined,
            ts: ts as Millis,
            recvTs: millis(now),
            seq,
          },
          coin,
        );
        state = next.state;
        if (shape === 'future' || shape === 'crossed' || shape === 'zero') {
          expect(next.admission.outcome).toBe('DROPPED');
        }
        if (next.admission.outcome !== 'LIVE') return;
        const { ticks } = next.admission;
        for (const [i, tick] of ticks.entries()) {
          expect(tick.bid <= tick.ask && tick.last > 0n).toBe(true);
          expect(tick.ts - tick.recvTs).toBeLessThanOrEqual(2_000);
          if (before) {
            expect(compareTicks(before, tick)).toBeLessThan(0);
            const gap = tick.last > before.last ? tick.last - before.last : before.last - tick.last;
            const confirmed = ticks.length === 2 && i === 0;
            expect(confirmed || gap * 10n <= before.last).toBe(true);
          }
          before = tick;
        }
      });
    }),
    { numRuns: 400 },
  );
});

describe('checkInstrument', () => {
  test('finds nothing wrong with a good row', () => expect(checkInstrument(coin)).toEqual([]));
  test.each<[string, Partial<Instrument>]>([
    ['the code has 1 to 32 capital letters, digits or underscores', { code: '../etc' }],
    ['the tick size fits the precision', { tickSize: price('0.05') }],
    ['the tick size is above zero', { tickSize: price('0') }],
    ['the precision lies in 0..8', { precision: 9 }],
    ['the largest jump lies above 0 and at most at 100 %', { maxJump: rate('0') }],
    ['stale after 0.5 to 60 seconds', { staleMs: 0 }],
    ['a type of rounds is offered once', { roundTypes: ['R1', 'R1'] }],
    ['a week has seven days', { hours: { ...coin.hours, week: [] } }],
  ])('%s', (fault, change) => {
    expect(checkInstrument({ ...coin, ...change })).toContain(fault);
  });
});

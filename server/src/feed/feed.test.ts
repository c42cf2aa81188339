import { type Price, price } from '@maru/engine/amount';
import type { RawTick, Tick } from '@maru/engine/market/tick';
import { type Millis, millis } from '@maru/engine/time';
import { beforeEach, describe, expect, test } from 'vitest';
import { createBus } from '../bus/bus.ts';
import { createFeed, type Feed } from './feed.ts';
import { instruments } from './instruments.ts';
import { createManualTime, type ManualTime } from './manual-time.ts';
import type { Source } from './source.ts';
import { lateTicks, liveTicks } from './subjects.ts';

const START = millis(Date.parse('2026-11-12T12:00:00+09:00'));
const SUNDAY = millis(Date.parse('2026-11-15T12:00:00+09:00'));
const bitcoin = instruments.filter(({ code }) => code === 'BTCUSDT' || code === 'NQ');

let time: ManualTime;
let feed: Feed;
let say: (...ticks: RawTick[]) => void;
let live: Tick[];
let late: Tick[];
let seq = 0;

async function begin(at: Millis, lastTicks: readonly Tick[] = []): Promise<void> {
  time = createManualTime(at);
  const bus = createBus((fault) => {
    throw fault;
  });
  const source: Source = {
    name: 'spoken',
    async start(emit) {
      say = (...ticks) => emit(ticks);
    },
    async stop() {},
  };
  live = [];
  late = [];
  bus.subscribe(liveTicks, (tick) => live.push(tick));
  bus.subscribe(lateTicks, (tick) => late.push(tick));
  feed = createFeed({ source, instruments: bitcoin, bus, time, lastTicks });
  await feed.start();
}
beforeEach(() => begin(START));

const tick = (last: string, more: Partial<RawTick> = {}): RawTick => ({
  stock: 'BTCUSDT',
  last: price(last),
  ts: time.clock(),
  recvTs: time.clock(),
  seq: ++seq,
  ...more,
});
const usable = () => feed.usable('BTCUSDT', time.clock())?.last;
const condition = () => feed.condition('BTCUSDT', time.clock());

describe('the times of ticks count as reliable', () => {
  const relied = () => feed.stampsTicks('BTCUSDT', time.clock());

  test('while the source provides them, and no longer when one arrives without', async () => {
    say(tick('100'));
    expect(relied()).toBe(true);
    say(tick('101', { ts: undefined }));
    expect(relied()).toBe(false);
    expect(feed.stampsTicks('NQ', time.clock())).toBe(true);
    await time.pass(60_000);
    say(tick('101'));
    expect(relied()).toBe(false);
    await time.pass(1);
    expect(relied()).toBe(true);
  });

  test('unless the clock of the source is ahead of ours', () => {
    say(tick('100', { ts: millis(START + 50) }));
    expect(relied()).toBe(true);
    say(tick('101', { ts: millis(START + 51) }));
    expect(relied()).toBe(false);
  });
});

describe('a price may be used', () => {
  test('only from the first tick after the start', () => {
    say(tick('100', { ts: millis(START - 1) }));
    expect(feed.latest('BTCUSDT')?.last).toBe(price('100'));
    expect([usable(), condition()]).toEqual([undefined, 'WAITING']);
    say(tick('101'));
    expect([usable(), condition()]).toEqual([price('101'), 'OPEN']);
  });

  test('until it is stale, and again with the next tick', async () => {
    say(tick('100'));
    await time.pass(3_000);
    expect(condition()).toBe('OPEN');
    await time.pass(1);
    expect([usable(), condition()]).toEqual([undefined, 'STALE']);
    say(tick('100'));
    expect(condition()).toBe('OPEN');
  });

  test('never outside the session', async () => {
    await begin(SUNDAY);
    say(tick('25000', { stock: 'NQ' }));
    expect(feed.condition('NQ', time.clock())).toBe('CLOSED');
    expect(feed.usable('NQ', time.clock())).toBeUndefined();
    expect(feed.latest('NQ')?.last).toBe(price('25000'));
  });

  test('not while a jump waits for its second tick', async () => {
    say(tick('100'));
    await time.pass(100);
    say(tick('100000'));
    expect([usable(), condition()]).toEqual([undefined, 'SUSPECT']);
    await time.pass(1_001);
    expect(usable()).toBe(price('100'));
  });
});

test('a frozen feed stops the instrument within a second of its limit', async () => {
  const stopped = () => feed.report(time.clock()).stopped.includes('BTCUSDT');
  expect([condition(), stopped()]).toEqual(['WAITING', true]);
  await time.pass(1);
  say(tick('100'));
  expect([condition(), stopped()]).toEqual(['OPEN', false]);
  await time.pass(4_000);
  expect([condition(), stopped()]).toEqual(['STALE', true]);
});

test('a late tick is recorded and never live', async () => {
  say(tick('100'));
  await time.pass(500);
  say(tick('101'));
  say(tick('100.5', { ts: millis(START + 200) }));
  expect(live.map((each) => each.last)).toEqual(['100', '101'].map(price));
  expect(late.map((each) => each.last)).toEqual([price('100.5')]);
});

// docs/reliability.md B-14, at the input of the feed: the effect of each kind of broken source.
describe('a broken source never changes the live price', () => {
  const broken: readonly [string, () => RawTick][] = [
    ['a thousandfold', () => tick('100000')],
    ['35 % lower', () => tick('65')],
    ['crossed', () => tick('100', { bid: price('101'), ask: price('99') })],
    ['from the future', () => tick('100.1', { ts: millis(time.clock() + 2_001) })],
    ['zero', () => tick('0')],
    ['negative', () => tick('-100')],
    ['a quote without sense', () => tick('100', { ask: price('1000') })],
    ['a mark of zero', () => tick('100', { mark: 0n as Price })],
  ];
  test.each(broken)('%s', async (_name, make) => {
    say(tick('100'));
    for (let i = 0; i < 20; i++) {
      await time.pass(60);
      say(make(), tick('100'));
    }
    expect(live.every((each) => each.last === price('100') && each.mark === price('100'))).toBe(true);
    expect(live.every((each) => each.bid === price('100') && each.ask === price('100'))).toBe(true);
  });

  test('an unknown instrument is counted and ignored', () => {
    say(tick('100', { stock: 'NOPE' }));
    expect(feed.report(time.clock())).toMatchObject({ unknown: 1, live: 0 });
  });
});

test('the first tick after a restart is compared with the last recorded one', async () => {
  say(tick('100'));
  const recorded = live[0]!;
  await begin(millis(START + 5_000), [recorded]);
  say(tick('100000'));
  expect(live).toEqual([]);
  expect(condition()).toBe('WAITING');
  say(tick('101'));
  expect(usable()).toBe(price('101'));
});

test('after a long stop the first tick still needs a second one if it jumps, and a slow feed can confirm it', async () => {
  say(tick('100'));
  const recorded = live[0]!;
  await begin(millis(START + 7 * 24 * 3_600_000), [recorded]);
  say(tick('100000'));
  expect(usable()).toBeUndefined();
  await time.pass(2_500);
  say(tick('200'));
  expect(usable()).toBeUndefined();
  await time.pass(2_500);
  say(tick('201'));
  expect(live.map(({ last }) => last)).toEqual([price('200'), price('201')]);
  expect(usable()).toBe(price('201'));
});

test('a recorded tick from a clock that was ahead is not compared with later ticks', async () => {
  say(tick('100'));
  const recorded = { ...live[0]!, ts: millis(START + 3_600_000) };
  await begin(millis(START + 5_000), [recorded]);
  say(tick('200'));
  expect(usable()).toBe(price('200'));
});

test('after stopping, no tick is processed any more', async () => {
  await feed.stop();
  say(tick('100'));
  expect(live).toEqual([]);
});

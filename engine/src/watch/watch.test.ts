// An order that follows the price, of an invented product: it sells once the price has come back by a tenth.
import { describe, expect, test } from 'vitest';
import { type Price, price, rate } from '../amount.ts';
import type { Quote } from '../market/quote.ts';
import { playerId, siteId } from '../purse.ts';
import { later, type Millis, millis } from '../time.ts';
import { createLegs } from './legs.ts';
import type { WatchedOrder, WatchTypes } from './rules.ts';
import type { Extreme } from './trail-groups.ts';
import { createWatch } from './watch.ts';

interface Types extends WatchTypes {
  readonly command: {
    readonly player: ReturnType<typeof playerId>;
    readonly kind: 'SELL' | 'TRAIL';
    readonly top: Price | undefined;
  };
}

const NOW = millis(1_000);
const INSTRUMENT = 7;
const legs = createLegs({ TRAIL: 'ORDER' });
const quote = (last: string, at = NOW): Quote => {
  const each = price(last);
  return { ts: at, seq: 1, last: each, bid: each, ask: each };
};

function followed({ activation = undefined as string | undefined, isFillable = (): boolean => true } = {}) {
  const player = playerId(1);
  const order: WatchedOrder = {
    id: 3,
    player,
    site: siteId(1),
    instrument: INSTRUMENT,
    isUnpriced: false,
    placedAt: 0 as Millis,
  };
  const orders = new Map([[order.id, order]]);
  const extreme: Extreme = { price: price('100'), ts: NOW, seq: 1 };
  const follow = {
    callback: rate('0.1'),
    ...(activation === undefined ? { extreme } : { activation: price(activation) }),
  };
  const watch = createWatch<Types>({
    state: { accounts: new Map([[player, { orders, positions: new Map() }]]), orders, positions: new Map() },
    termsOf: () => ({ instrument: INSTRUMENT, staleMs: 5_000 }),
    rules: {
      legs,
      touched: () => [],
      levelsOfOrder: ({ id }) => [
        { id: legs.idOf(id, 'TRAIL'), by: 'last', fires: 'AT_OR_BELOW', level: price('90'), follow },
      ],
      levelsOfPosition: () => [],
      isFillable,
      partOf: ({ wallet }) => ({ wallet }),
      judge: () => 'LATER',
      commandOf: (_, __, { extreme: seen }) => ({ player, kind: 'SELL', top: seen?.price }),
      rankOf: () => 0,
      judgedBy: () => undefined,
      targetOf: ({ kind }) => (kind === 'TRAIL' ? undefined : { leg: legs.idOf(order.id, 'TRAIL') }),
      trailOf: (_, { price: top }) => (top === extreme.price ? undefined : { player, kind: 'TRAIL', top }),
    },
  });
  watch.start([], NOW);
  const tick = (last: string) => watch.tick(INSTRUMENT, quote(last), NOW);
  return { watch, tick, tops: (last: string) => tick(last).map(({ top }) => top), orders };
}

describe('an order that follows the price', () => {
  test('is submitted with how far the price went, once', () => {
    const { tops } = followed();
    expect(['100', '120', '111', '130'].map(tops)).toEqual([[], [], [], []]);
    expect(tops('117.1')).toEqual([]);
    expect(tops('117')).toEqual([price('130')]);
    expect(tops('110')).toEqual([]);
  });

  test('is watched from the same place when it was refused', () => {
    const { watch, tick, tops } = followed();
    tick('200');
    const [asked] = tick('180');
    watch.refused(asked!);
    expect(tops('185')).toEqual([]);
    expect(tops('179')).toEqual([price('200')]);
  });

  test('follows also where nothing may be filled, and fires on the first price on which something may', () => {
    let isFillable = false;
    const { tops } = followed({ isFillable: () => isFillable });
    expect(tops('150')).toEqual([]);
    expect(tops('130')).toEqual([]);
    isFillable = true;
    expect(tops('136')).toEqual([]);
    expect(tops('135')).toEqual([price('150')]);
  });

  test('knows prices that are recalled, and fires on none of them', () => {
    const { watch, tops } = followed();
    watch.recall(INSTRUMENT, [quote('160'), quote('100')]);
    expect(tops('145')).toEqual([]);
    expect(tops('144')).toEqual([price('160')]);
  });

  test('reports when it begins, and how far the price went once a minute', () => {
    const { watch, tick, orders } = followed({ activation: '120' });
    tick('119');
    expect(watch.isBehind(NOW)).toBe(false);
    tick('121');
    expect(watch.isBehind(NOW)).toBe(true);
    expect(watch.reviewSome(10, NOW).map(({ kind, top }) => [kind, top])).toEqual([['TRAIL', price('121')]]);
    tick('125');
    tick('124');
    expect(watch.isBehind(later(NOW, 59_999))).toBe(false);
    const minute = later(NOW, 60_000);
    expect(watch.reviewSome(10, minute).map(({ top }) => top)).toEqual([price('125')]);
    expect(watch.reviewSome(10, minute)).toEqual([]);
    orders.clear();
    expect(watch.reviewSome(10, later(NOW, 120_000))).toEqual([]);
    expect(watch.isBehind(later(NOW, 900_000))).toBe(false);
  });

  test('has nothing to report while the state knows it', () => {
    const { watch, tick } = followed();
    tick('95');
    expect(watch.reviewSome(10, later(NOW, 60_000))).toEqual([]);
  });
});

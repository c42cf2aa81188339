import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Price, price, priceOfUnits } from '../amount.ts';
import type { Fires } from '../market/trigger-index.ts';
import { assertCounted } from '../property-testing.ts';
import { createAlertWatch, type WatchedAlert } from './alert-watch.ts';
import { backLevel, checkAlert, isReached } from './price-alert.ts';

const TICK = price('0.5');
const instrument = { tickSize: TICK, mayBeNegative: false };
const both = (of: Price) => ({ last: of, mark: of });

const alertOf = (over: Partial<WatchedAlert> = {}): WatchedAlert => {
  const fires = over.fires ?? 'AT_OR_ABOVE';
  const level = over.level ?? price('100');
  return {
    id: 1,
    instrument: 7,
    basis: 'LAST',
    repeat: 'ONCE',
    isArmed: true,
    revision: 1,
    ...over,
    fires,
    level,
    back: backLevel({ fires, level }, TICK),
  };
};

describe('an alert may wait', () => {
  const at = price('100');
  test.each([
    ['AT_OR_ABOVE', '100.25', 'ALERT_OFF_TICK'],
    ['AT_OR_ABOVE', '1100.5', 'ALERT_TOO_FAR'],
    ['AT_OR_BELOW', '0', 'ALERT_TOO_FAR'],
    ['AT_OR_BELOW', '-5', 'ALERT_TOO_FAR'],
    ['AT_OR_ABOVE', '100', 'ALERT_REACHED'],
    ['AT_OR_ABOVE', '99.5', 'ALERT_REACHED'],
    ['AT_OR_BELOW', '100', 'ALERT_REACHED'],
    ['AT_OR_ABOVE', '100.5', undefined],
    ['AT_OR_BELOW', '99.5', undefined],
    ['AT_OR_ABOVE', '1100', undefined],
  ] as const)('%s %s: %s', (fires, level, fault) => {
    expect(checkAlert({ fires, level: price(level) }, { instrument, at })).toBe(fault);
  });

  test('below zero, where the price may go there', () => {
    const oil = { tickSize: TICK, mayBeNegative: true };
    const asked = { fires: 'AT_OR_BELOW', level: price('-5') } as const;
    expect(checkAlert(asked, { instrument: oil, at })).toBeUndefined();
  });
});

test('a repeated alert returns by 0.2 % of its level, and by a tick at least', () => {
  expect(backLevel({ fires: 'AT_OR_ABOVE', level: price('1000') }, TICK)).toBe(price('998'));
  expect(backLevel({ fires: 'AT_OR_BELOW', level: price('1000') }, TICK)).toBe(price('1002'));
  expect(backLevel({ fires: 'AT_OR_ABOVE', level: price('1') }, TICK)).toBe(price('0.5'));
});

test('the mark fires what waits for the mark, and the last price the rest', () => {
  const watch = createAlertWatch();
  watch.put(alertOf({ id: 1 }));
  watch.put(alertOf({ id: 2, basis: 'MARK' }));
  const ids = (last: string, mark: string) =>
    watch.tick(7, { last: price(last), mark: price(mark) }).map(({ alert }) => alert.id);
  expect(watch.tick(8, both(price('100')))).toEqual([]);
  expect(ids('99.5', '100')).toEqual([2]);
  expect(ids('100', '99')).toEqual([1]);
  expect(watch.size).toBe(0);
});

test('one that was replaced or removed does not fire at its old level', () => {
  const watch = createAlertWatch();
  watch.put(alertOf());
  watch.put(alertOf({ level: price('200'), revision: 2 }));
  expect(watch.tick(7, both(price('150')))).toEqual([]);
  expect(watch.remove(1)).toBe(true);
  expect(watch.remove(1)).toBe(false);
  expect(watch.tick(7, both(price('250')))).toEqual([]);
});

/** The rules once more and plainly: each alert is looked at on every tick. */
function plainly(alerts: readonly WatchedAlert[], prices: readonly Price[]): readonly string[] {
  const states = new Map(alerts.map((alert) => [alert.id, alert.isArmed as boolean | 'GONE']));
  return prices.flatMap((at, tick) =>
    alerts.flatMap(({ id, fires, level, back, repeat }) => {
      const state = states.get(id);
      const away = fires === 'AT_OR_ABOVE' ? at <= back : at >= back;
      if (state === true && isReached(fires, { level, at })) {
        states.set(id, repeat === 'ONCE' ? 'GONE' : false);
        return [`${tick} ${id} FIRED`];
      }
      if (state === false && away) {
        states.set(id, true);
        return [`${tick} ${id} REARMED`];
      }
      return [];
    }),
  );
}

test('every tick changes exactly the alerts that the plain rules change, and a revision is used once', () => {
  let fired = 0;
  let rearmed = 0;
  const halves = fc.integer({ min: 150, max: 250 }).map((each) => priceOfUnits(BigInt(each) * TICK));
  const some = fc.record({
    level: halves,
    fires: fc.constantFrom<Fires>('AT_OR_ABOVE', 'AT_OR_BELOW'),
    repeat: fc.constantFrom('ONCE' as const, 'ALWAYS' as const),
    isArmed: fc.boolean(),
  });
  const property = fc.property(
    fc.array(some, { maxLength: 12 }),
    fc.array(halves, { maxLength: 30 }),
    (given, prices) => {
      const alerts = given.map((each, place) => alertOf({ ...each, id: place + 1 }));
      const watch = createAlertWatch();
      for (const alert of alerts) watch.put(alert);
      const seen = prices.flatMap((at, tick) =>
        watch.tick(7, both(at)).map(({ kind, alert }) => ({ tick, kind, id: alert.id, of: alert.revision })),
      );
      const words = seen.map(({ tick, id, kind }) => `${tick} ${id} ${kind}`);
      expect(words.toSorted()).toEqual(plainly(alerts, prices).toSorted());
      expect(new Set(seen.map(({ id, of }) => `${id} ${of}`)).size).toBe(seen.length);
      fired += seen.filter(({ kind }) => kind === 'FIRED').length;
      rearmed += seen.filter(({ kind }) => kind === 'REARMED').length;
    },
  );
  assertCounted(property, 200);
  expect(fired).toBeGreaterThan(0);
  expect(rearmed).toBeGreaterThan(0);
});

// A limit that arrives while the price is stale or in doubt (docs/rules.md 3.5, 4.2).
import { describe, expect, test } from 'vitest';
import { amount, price } from '../amount.ts';
import { assert } from '../assert.ts';
import type { Book } from '../book.ts';
import type { Quote } from '../market/quote.ts';
import { later } from '../time.ts';
import { bookWith, eventFrom, execute, fill, NOON, NQ, order, quoteAt, refusalOf, rest } from './testing.ts';
import { createOverseaWatch, type OverseaWatch, type WatchCommand } from './watch.ts';

const STALE = later(NOON, NQ.staleMs + 1);
const at = (seconds: number) => later(STALE, seconds * 1_000);
const filledAt = (decision: Parameters<typeof eventFrom>[0]) =>
  eventFrom(decision, 'OVERSEA_FILLED').fills[0]?.price;
/** The last price is from noon and too old. */
const restUnpriced = (book: Book, limit: string) =>
  rest(book, { price: limit, at: STALE, quote: quoteAt('18250.25', { at: NOON }) });

describe('a limit that arrived without a fresh price', () => {
  test('is filled at the market by its first fresh price', () => {
    const book = bookWith();
    const id = restUnpriced(book, '18300');
    const first = quoteAt('18250.25', { at: at(1), ask: '18250.5' });
    expect(filledAt(fill(book, id, first, { isFirstPrice: true }))).toBe(price('18250.5'));
  });

  test('is filled at its own price by every later one', () => {
    const book = bookWith();
    const id = restUnpriced(book, '18240');
    expect(refusalOf(fill(book, id, quoteAt('18250', { at: at(1) }), { isFirstPrice: true }))).toBe(
      'NOT_REACHED',
    );
    expect(filledAt(fill(book, id, quoteAt('18230', { at: at(2) })))).toBe(price('18240'));
  });

  test('arrives in the same way when the price was in doubt, so that there was none to use', () => {
    const book = bookWith();
    const id = rest(book, { price: '18300', quote: undefined });
    const first = quoteAt('18250.25', { at: later(NOON, 500) });
    expect(filledAt(fill(book, id, first, { isFirstPrice: true }))).toBe(price('18250.25'));
  });

  test('is the only one that has a first price', () => {
    const book = bookWith();
    const id = rest(book, { price: '18240' });
    expect(filledAt(fill(book, id, quoteAt('18230'), { isFirstPrice: true }))).toBe(price('18240'));
  });
});

describe('the watch over limits that arrived without a fresh price', () => {
  interface World {
    readonly book: Book;
    readonly watch: OverseaWatch;
  }
  const worldOf = (book = bookWith()): World => ({
    book,
    watch: createOverseaWatch({ state: book.oversea, termsOf: () => NQ, unitOf: () => amount('1') }),
  });
  const place = ({ book, watch }: World, limit: string, quote: Quote | undefined, now = STALE) => {
    const placed = order(book, { type: 'LIMIT', price: limit, quote, at: now });
    assert(placed.ok, 'the limit rests');
    return { id: placed.event.id, asked: watch.follow(placed.event, now) };
  };
  const tick = ({ watch }: World, last: string, seconds: number) =>
    watch.tick(NQ.instrument, quoteAt(last, { at: at(seconds) }), at(seconds));
  const old = quoteAt('18250.25', { at: NOON });

  test('submits the fill on the next price and marks it as the first', () => {
    const world = worldOf();
    world.watch.tick(NQ.instrument, old, NOON);
    const { id, asked } = place(world, '18300', old);
    expect(asked).toEqual([]);
    expect(tick(world, '18250', 1)).toMatchObject([{ order: id, isFirstPrice: true }]);
  });

  test('fills nothing on a price that is in doubt, however new it is', () => {
    const world = worldOf();
    world.watch.tick(NQ.instrument, old, NOON);
    const { asked } = place(world, '18300', undefined, later(NOON, 100));
    expect(asked).toEqual([]);
  });

  test('does not mark it any more once a fresh price has not reached the order', () => {
    const world = worldOf();
    const { id } = place(world, '18240', old);
    expect(tick(world, '18250', 1)).toEqual([]);
    const [asked] = tick(world, '18230', 2);
    expect(asked).toMatchObject({ order: id });
    expect(asked).not.toHaveProperty('isFirstPrice');
  });

  test('marks it again when the fill was refused', () => {
    const world = worldOf();
    const { id } = place(world, '18300', old);
    const [asked] = tick(world, '18250', 1);
    expect(tick(world, '18249', 2)).toEqual([]);
    world.watch.refused(asked as WatchCommand);
    const again = tick(world, '18248', 3);
    expect(again).toMatchObject([{ order: id, isFirstPrice: true }]);
    const { quote } = again[0] as Extract<WatchCommand, { kind: 'FILL_OVERSEA_ORDER' }>;
    expect(filledAt(execute(world.book, again[0]!, at(3)))).toBe(quote.ask);
  });

  test.each([
    ['has seen no price since it arrived', old, true],
    ['had seen one before it stopped', quoteAt('18260', { at: at(1) }), false],
  ])('after a start, when the platform %s', (_case, known, isFirstPrice) => {
    const book = bookWith();
    restUnpriced(book, '18255');
    const world = worldOf(book);
    world.watch.remember(NQ.instrument, known);
    world.watch.start([], at(2));
    const [asked] = tick(world, '18250', 3);
    expect(asked !== undefined && 'isFirstPrice' in asked).toBe(isFirstPrice);
  });
});

import type { Caller } from '@maru/client/call';
import { manualTimers } from '@maru/client/manual-timers';
import { createPrices } from '@maru/client/prices';
import { expect, test } from 'vitest';
import { createOrderBook, LADDER_PACE_MS, REFRESH_AFTER_MS } from './order-book.ts';

function stand() {
  const timers = manualTimers();
  const prices = createPrices(timers.now);
  let questions = 0;
  let isThere = true;
  let mayAsk = true;
  const call = (async (_: unknown, sent: { query: { key: string } }) => {
    expect(sent.query.key).toBe('ORDERBOOK_NQ');
    questions++;
    return isThere
      ? { ok: true, reply: { stock: 'NQ', time: 1, bids: [['9', String(questions)]], asks: [['10', '3']] } }
      : { ok: false, status: 0, code: 'TRY_AGAIN', message: '' };
  }) as unknown as Caller;
  const orderBook = createOrderBook({ stock: 'NQ', call, prices, timers, mayAsk: () => mayAsk });
  return {
    orderBook,
    timers,
    tick: (lastPrice: number) => prices.tick('NQ', { lastPrice: String(lastPrice), priceChangePercent: 0 }),
    questions: () => questions,
    setThere: (value: boolean) => {
      isThere = value;
    },
    setMayAsk: (value: boolean) => {
      mayAsk = value;
    },
  };
}

test('the book is requested at once and shown best first', async () => {
  const { orderBook, timers } = stand();
  orderBook.watch(() => {});
  await timers.pass(0);
  expect(orderBook.get()).toEqual({
    bids: [{ price: '9', size: '1' }],
    asks: [{ price: '10', size: '3' }],
  });
});

test('the book of a market that ticks ten times a second is requested six times a second at most', async () => {
  const { orderBook, timers, tick, questions } = stand();
  orderBook.watch(() => {});
  for (let price = 0; price < 50; price++) {
    tick(price);
    await timers.pass(100);
  }
  expect(questions()).toBeGreaterThan(10);
  expect(questions()).toBeLessThanOrEqual(5_000 / LADDER_PACE_MS + 1);
});

test('the book of a quiet market is requested at intervals', async () => {
  const { orderBook, timers, questions } = stand();
  orderBook.watch(() => {});
  await timers.pass(REFRESH_AFTER_MS * 3);
  expect(questions()).toBe(4);
});

test('no request is sent while the page is hidden or the connection is cut; afterwards requests continue', async () => {
  const { orderBook, timers, tick, questions, setMayAsk } = stand();
  setMayAsk(false);
  orderBook.watch(() => {});
  tick(1);
  await timers.pass(10_000);
  expect(questions()).toBe(0);
  setMayAsk(true);
  await timers.pass(REFRESH_AFTER_MS);
  expect(questions()).toBe(1);
});

test('when a request for the book fails, the old book stays and the request is repeated', async () => {
  const { orderBook, timers, setThere } = stand();
  orderBook.watch(() => {});
  await timers.pass(0);
  setThere(false);
  await timers.pass(REFRESH_AFTER_MS);
  expect(orderBook.get()?.bids[0]?.size).toBe('1');
  setThere(true);
  await timers.pass(REFRESH_AFTER_MS);
  expect(orderBook.get()?.bids[0]?.size).toBe('3');
});

test('after the page is left no more requests are sent', async () => {
  const { orderBook, timers, tick, questions } = stand();
  const stop = orderBook.watch(() => {});
  await timers.pass(0);
  stop();
  tick(5);
  await timers.pass(10_000);
  expect(questions()).toBe(1);
  expect(timers.waiting()).toBe(0);
});

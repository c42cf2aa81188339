import { amount } from '@maru/engine/amount';
import { playerId } from '@maru/engine/purse';
import { millis } from '@maru/engine/time';
import { expect, test } from 'vitest';
import { createQuotes } from './quotes.ts';

const NOW = millis(1_800_000_000_000);
const ONE = playerId(1);
const rate = { numerator: amount('1385.5'), denominator: amount('1'), at: NOW, source: 'TEST' };
const asked = { from: 'USDT', to: 'BINARY', amount: amount('1'), rate, spread: amount('0.005') };

function quotes() {
  let made = 0;
  return createQuotes(() => {
    made += 1;
    return `quote-${made}`;
  });
}

test('a quote is its owner’s alone', () => {
  const held = quotes();
  const { id } = held.hold(ONE, asked, NOW);
  expect(held.use(playerId(2), id, undefined)).toBeUndefined();
  expect(held.use(ONE, id, undefined)?.quote.until).toBe(NOW + 10_000);
});

test('every request for one quote asks under the key of the first', () => {
  const held = quotes();
  const { id } = held.hold(ONE, asked, NOW);
  const first = { key: 'first-key', fingerprint: 'a' };
  expect(held.use(ONE, id, first)?.key).toEqual(first);
  expect(held.use(ONE, id, { key: 'other-key', fingerprint: 'b' })?.key).toEqual(first);
  expect(held.use(ONE, id, undefined)?.key).toEqual(first);
});

test('a player holds a bounded number of quotes, the newest ones', () => {
  const held = quotes();
  const ids = Array.from({ length: 200 }, () => held.hold(ONE, asked, NOW).id);
  expect(ids.filter((id) => held.use(ONE, id, undefined) !== undefined)).toEqual(ids.slice(-60));
});

test('a quote is forgotten some minutes after its end', () => {
  const held = quotes();
  const { id } = held.hold(ONE, asked, NOW);
  held.hold(ONE, asked, millis(NOW + 11 * 60_000));
  expect(held.use(ONE, id, undefined)).toBeUndefined();
});

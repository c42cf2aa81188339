import { toDecimal } from '@maru/engine/amount';
import { DAY_MS, MINUTE_MS, millis } from '@maru/engine/time';
import { expect, test } from 'vitest';
import { createSimulatedWon, simulatedWon } from './won-source.ts';

const NOON = millis(Date.parse('2026-11-17T12:00:00+09:00'));

test('a simulated rate follows from seed and instant alone, in hundredths of a won', async () => {
  const [first, again, other] = [simulatedWon('a'), simulatedWon('a'), simulatedWon('b')];
  expect(first(NOON)).toBe(again(NOON));
  expect(first(NOON)).not.toBe(other(NOON));
  expect(toDecimal(first(NOON))).toMatch(/^1\d{3}(\.\d{1,2})?$/);
  expect(await createSimulatedWon('a').quote(NOON)).toEqual({
    rate: first(NOON),
    source: 'SIMULATED',
    at: NOON,
  });
});

test('it stays within a percent of 1,385.50 and moves less than a won in a minute', () => {
  const rateAt = simulatedWon('a');
  const won = (at: number) => Number(toDecimal(rateAt(millis(at))));
  for (let at: number = NOON; at < NOON + DAY_MS; at += MINUTE_MS) {
    expect(Math.abs(won(at) - 1_385.5)).toBeLessThan(13.9);
    expect(Math.abs(won(at + MINUTE_MS) - won(at))).toBeLessThan(1);
  }
});

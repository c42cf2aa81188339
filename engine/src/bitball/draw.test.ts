import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { below, commitOf, type DrawInput, drawOf, isSeed, sumOf, wordsOf } from './draw.ts';

const reference: DrawInput = {
  seed: '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f',
  round: 202601010001,
  salt: 'BTCUSDT:97123.45:1767225595000',
};

const seeds = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(''));
const inputs: fc.Arbitrary<DrawInput> = fc.record({
  seed: seeds,
  round: fc.nat(),
  salt: fc.nat().map((last) => `BTCUSDT:${last}:1767225595000`),
});

/** A stream that gives these words and then ends the test. */
function* told(...words: number[]): Generator<number, never> {
  yield* words;
  throw Error('more words were taken than expected');
}

describe('the reference draws', () => {
  test('G09: the first round', () => {
    expect(drawOf(reference)).toEqual({ balls: [17, 15, 19, 8, 28], power: 1 });
    expect(commitOf(reference.seed)).toBe('630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd');
  });

  test('G10: the next round of the same seed and salt is another draw', () => {
    const draw = drawOf({ ...reference, round: 202601010002 });
    expect(draw).toEqual({ balls: [23, 27, 8, 28, 10], power: 9 });
    expect(sumOf(draw)).toBe(96);
  });
});

describe('a number under a limit', () => {
  test('is the word’s remainder', () => {
    expect(below(told(27), 28)).toBe(27);
    expect(below(told(28), 28)).toBe(0);
  });

  test('leaves out the words that would make small numbers likelier', () => {
    const fair = Math.floor(2 ** 32 / 28) * 28;
    expect(below(told(fair - 1), 28)).toBe(27);
    expect(below(told(fair, 2 ** 32 - 1, 5), 28)).toBe(5);
  });

  test('leaves out no word where the limit divides them all', () => {
    expect(below(told(2 ** 32 - 1), 16)).toBe(15);
  });
});

describe('any draw', () => {
  test('has five different balls of 1 to 28 and a power ball of 0 to 9', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const { balls, power } = drawOf(input);
        expect(new Set(balls).size).toBe(5);
        expect(balls.every((ball) => Number.isInteger(ball) && ball >= 1 && ball <= 28)).toBe(true);
        expect(Number.isInteger(power) && power >= 0 && power <= 9).toBe(true);
      }),
    );
  });

  test('is the same whenever it is drawn', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        expect(drawOf({ ...input })).toEqual(drawOf(input));
      }),
    );
  });

  test('reads on in the next block when the first is used up', () => {
    const words = wordsOf(reference);
    const first = Array.from({ length: 20 }, () => words.next().value);
    expect(new Set(first).size).toBe(20);
  });
});

test('over 20,000 rounds every ball comes first, and every power ball, about equally often', () => {
  const rounds = 20_000;
  const firsts = new Map<number, number>();
  const powers = new Map<number, number>();
  for (let round = 1; round <= rounds; round += 1) {
    const { balls, power } = drawOf({ ...reference, round });
    const [first = 0] = balls;
    firsts.set(first, (firsts.get(first) ?? 0) + 1);
    powers.set(power, (powers.get(power) ?? 0) + 1);
  }
  const unevenness = (counts: Map<number, number>, kinds: number) => {
    const expected = rounds / kinds;
    return [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  };
  // The limits of chi-squared for 27 and 9 degrees of freedom at one in ten thousand; the rounds are always the same.
  expect(unevenness(firsts, 28)).toBeLessThan(63.2);
  expect(unevenness(powers, 10)).toBeLessThan(33.8);
}, 60_000);

test.each(['', 'ab', `${'0'.repeat(63)}g`, 'A'.repeat(64), '0'.repeat(66)])('%s is no seed', (text) => {
  expect(isSeed(text)).toBe(false);
  expect(() => drawOf({ ...reference, seed: text })).toThrow('32 bytes');
});

import { describe, expect, test } from 'vitest';
import { createWritePace } from './write-pace.ts';

const bets = (work: number) => ({ work, isPayment: false });

function paceAt(start = 0) {
  let now = start;
  const pace = createWritePace({ steadyMs: () => now, withinMs: 1_000, workPerMs: 10 });
  return {
    ...pace,
    pass: (ms: number) => {
      now += ms;
    },
  };
}

describe('the shadow pauses while the desk is busy', () => {
  test('until the oldest batch has waited for the maximum time', () => {
    const pace = paceAt();
    pace.noteBatch(1, bets(10));
    pace.pass(999);
    expect(pace.mayRest()).toBe(true);
    pace.pass(1);
    expect(pace.mayRest()).toBe(false);
  });

  test('until the newest batch would wait too long for all the others', () => {
    const pace = paceAt();
    pace.noteBatch(1, bets(9_990));
    pace.pass(500);
    expect(pace.mayRest()).toBe(true);
    pace.noteBatch(2, bets(10));
    expect(pace.mayRest()).toBe(false);
  });

  test('whatever there is to write as long as nothing has waited for half of that time', () => {
    const pace = paceAt();
    pace.noteBatch(1, bets(50_000));
    pace.pass(499);
    expect(pace.mayRest()).toBe(true);
    pace.pass(1);
    expect(pace.mayRest()).toBe(false);
  });

  test('but not before everything is written that was unwritten when the pause ended', () => {
    const pace = paceAt();
    pace.noteBatch(1, bets(100));
    pace.noteBatch(2, bets(100));
    pace.pass(1_000);
    expect(pace.mayRest()).toBe(false);
    pace.noteBatch(3, bets(100));
    pace.wrote(1, { work: 100, tookMs: 10 });
    expect(pace.mayRest()).toBe(false);
    pace.wrote(2, { work: 100, tookMs: 10 });
    expect(pace.mayRest()).toBe(true);
  });

  test('and not while a list waits for a batch', () => {
    const pace = paceAt();
    pace.noteBatch(1, bets(1));
    pace.noteBatch(2, bets(1));
    pace.want(2);
    expect(pace.mayRest()).toBe(false);
    pace.wrote(1, { work: 1, tookMs: 1 });
    expect(pace.mayRest()).toBe(false);
    pace.wrote(2, { work: 1, tookMs: 1 });
    expect(pace.mayRest()).toBe(true);
  });

  test('longer when large writes turn out to be faster than assumed', () => {
    const pace = paceAt();
    pace.noteBatch(1, bets(1_000));
    pace.wrote(1, { work: 1_000, tookMs: 10 });
    pace.noteBatch(2, bets(20_000));
    pace.pass(500);
    expect(pace.mayRest()).toBe(true);
    pace.noteBatch(3, bets(20_000));
    expect(pace.mayRest()).toBe(false);
  });

  test('also when payments are old, because no caller waits for them', () => {
    const pace = paceAt();
    pace.noteBatch(1, { work: 10, isPayment: true });
    pace.pass(2_000);
    expect(pace.mayRest()).toBe(true);
    pace.noteBatch(2, bets(10));
    expect(pace.mayRest()).toBe(true);
  });
});

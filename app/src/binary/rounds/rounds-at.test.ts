import { MINUTE_MS, millis } from '@maru/engine/time';
import { expect, test } from 'vitest';
import { offer, roundOf, termsOf } from '../../binary-double.ts';
import { burnOf, nextBetsAt, phaseOf, roundAfter, roundsAt } from './rounds-at.ts';

const minute = millis(1_700_000_040_000);
const rent = roundOf(offer(11, 'R1'), minute);
const binary = roundOf(offer(11, 'B1'), minute);
const known = { round: rent, running: null, terms: termsOf('R1') };

test('until the next opening the round is the one that the server sent', () => {
  expect(roundsAt(known, minute - 1_000).round).toBe(rent);
  expect(roundsAt({ ...known, round: binary }, minute + 59_000).round).toBe(binary);
});

test('where bets are on the next round, the round that was bet on becomes the running one', () => {
  const { round, running } = roundsAt(known, minute);
  expect(running).toBe(rent);
  expect(round).toEqual({ ...roundOf(offer(11, 'R1'), millis(minute + MINUTE_MS)), no: 1285 });
});

test('where bets are taken while a round runs, no other round runs', () => {
  const { round, running } = roundsAt({ ...known, round: binary, terms: termsOf('B1') }, minute + MINUTE_MS);
  expect(running).toBeNull();
  expect(round).toEqual({ ...roundOf(offer(11, 'B1'), millis(minute + MINUTE_MS)), no: 1285 });
});

test('after many rounds without an answer the current round is still right', () => {
  const { round, running } = roundsAt(known, minute + 10 * MINUTE_MS + 5_000);
  expect([round?.no, running?.no]).toEqual([1295, 1294]);
});

test('a closed session has no round, and the last one continues to its end', () => {
  const last = { ...known, round: null, running: rent };
  expect(roundsAt(last, minute + 30_000)).toEqual({ round: null, running: rent });
  expect(roundsAt(last, minute + MINUTE_MS)).toEqual({ round: null, running: null });
});

test('the numbers of rounds start again with each Korean day', () => {
  const midnight = millis(Date.UTC(2026, 10, 15, 15));
  const before = { ...roundOf(offer(11, 'R1'), millis(midnight - MINUTE_MS)), no: 1440 };
  expect(roundAfter(before, termsOf('R1')).no).toBe(1);
});

test('bets are taken from the start of the round until just before the cut-off', () => {
  expect(phaseOf(rent, rent.betStartMillis - 1)).toBe('soon');
  expect(phaseOf(rent, rent.betStartMillis)).toBe('open');
  expect(phaseOf(rent, rent.betEndMillis - 1)).toBe('open');
  expect(phaseOf(rent, rent.betEndMillis)).toBe('locked');
});

test('the burn line shrinks until the cut-off, and then until the next bets', () => {
  expect(burnOf(rent, rent.betStartMillis)).toBe(1);
  expect(burnOf(rent, rent.betStartMillis + 25_000)).toBe(0.5);
  expect(burnOf(rent, rent.betEndMillis)).toBe(1);
  expect(burnOf(rent, rent.betEndMillis + 5_000)).toBe(0.5);
  expect(nextBetsAt(rent)).toBe(rent.openMillis);
  expect(nextBetsAt(binary)).toBe(binary.closeMillis);
});

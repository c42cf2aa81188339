import { MINUTE_MS, millis } from '@maru/engine/time';
import { expect, test } from 'vitest';
import { betOn, offer, roundOf } from '../../binary-double.ts';
import { betGroups, rentFocus, shownGroups } from './rent-view.ts';

const minute = millis(1_700_000_040_000);
const mine = offer(11, 'R1');
const running = { ...roundOf(mine, minute), no: 177 };
const round = { ...roundOf(mine, millis(minute + MINUTE_MS)), no: 178 };
const over = { ...roundOf(mine, millis(minute - MINUTE_MS)), no: 176 };
const rounds = { round, running };

test('a bet on the next round makes the page about the next round, which has not started', () => {
  expect(rentFocus(rounds, [betOn(round)])).toEqual({ state: 'waiting', round, next: null });
});

test('without a bet the page is about the round that takes bets, not about the one that runs', () => {
  expect(rentFocus(rounds, [])).toEqual({ state: 'waiting', round, next: null });
  expect(rentFocus(rounds, [betOn(over)])).toEqual({ state: 'waiting', round, next: null });
});

test('a bet on the running round comes first, also when there is one on the next', () => {
  const focus = { state: 'running', round: running, next: round };
  expect(rentFocus(rounds, [betOn(running)])).toEqual(focus);
  expect(rentFocus(rounds, [betOn(running), betOn(round, { id: 2 })])).toEqual(focus);
});

test('the last round of a session is shown to its end, and then nothing', () => {
  expect(rentFocus({ round: null, running }, [])).toEqual({ state: 'running', round: running, next: null });
  expect(rentFocus({ round: null, running: null }, [betOn(over)])).toBeUndefined();
});

test('bets in three rounds are grouped by round, side and state', () => {
  const bets = [
    betOn(over, { id: 1 }),
    betOn(running, { id: 2 }),
    betOn(running, { id: 3 }),
    betOn(round, { id: 4, type: 'SHORT' }),
  ];
  const groups = betGroups(bets, rounds, minute + 1_000);
  expect(groups.map(({ no, direction, state, bets: own }) => [no, direction, state, own.length])).toEqual([
    [177, 'up', 'running', 2],
    [178, 'down', 'waiting', 1],
    [176, 'up', 'judging', 1],
  ]);
  expect(shownGroups(groups).map(({ no }) => no)).toEqual([177, 178]);
  expect(shownGroups(betGroups(bets.slice(0, 3), rounds, minute + 1_000)).map(({ no }) => no)).toEqual([
    177, 176,
  ]);
});

test('both sides of one round are two lines', () => {
  const bets = [betOn(round, { id: 1 }), betOn(round, { id: 2, type: 'SHORT' })];
  expect(betGroups(bets, rounds, minute).map(({ direction }) => direction)).toEqual(['up', 'down']);
});

import { expect, test } from 'vitest';
import { hangSeng, nasdaq } from '../../server-double.ts';
import { groupOf, groupsIn, sectionsOf, sorted, tradingState } from './instrument-order.ts';

const named = (stock: string, koName: string, rateChange: number, currency = 'USD') => ({
  ...nasdaq,
  stock,
  koName,
  rateChange,
  currency,
});
const gold = named('GC', '골드', 0.57);
const oil = named('CL', '크루드오일', -1.46);
const kospi = named('K2', '코스피200 미니', 1.24, 'KRW');
const stocksOf = (instruments: readonly { stock: string }[]) => instruments.map(({ stock }) => stock);

test('contracts in won are listed apart from the others, each in the order of the list', () => {
  const { won, foreign } = sectionsOf([oil, kospi, gold]);
  expect(stocksOf(won)).toEqual(['K2']);
  expect(stocksOf(foreign)).toEqual(['CL', 'GC']);
});

test('only groups with an instrument are offered, and coins only when the list has coins', () => {
  expect(groupsIn([oil, kospi])).toEqual(['index', 'commodity']);
  expect(groupsIn([oil, { ...gold, stock: 'BTCUSDT', kind: 'CRYPTO' }])).toEqual(['commodity', 'coin']);
});

test('a contract that is in no table of groups belongs to no group', () => {
  expect(groupOf({ kind: 'FUTURES', stock: 'XYZ' })).toBeUndefined();
});

test('the largest rise comes first, and markets at rest come last', () => {
  const resting = { ...hangSeng, rateChange: 9 };
  expect(stocksOf(sorted([oil, resting, gold, kospi], 'change'))).toEqual(['K2', 'GC', 'CL', 'HSI']);
});

test('a change pushed since the list was fetched decides the order', () => {
  const changeOf = (stock: string) => (stock === 'CL' ? 5 : undefined);
  expect(stocksOf(sorted([gold, oil], 'change', changeOf))).toEqual(['CL', 'GC']);
});

test('names are in Korean order', () => {
  expect(stocksOf(sorted([oil, kospi, gold], 'name'))).toEqual(['GC', 'K2', 'CL']);
});

test('a closed market that opens again today is not at rest', () => {
  expect(tradingState({ isOpen: 1, isRest: 0, isStop: 0 })).toBe('open');
  expect(tradingState({ isOpen: 1, isRest: 0, isStop: 1 })).toBe('halted');
  expect(tradingState({ isOpen: 0, isRest: 0, isStop: 0 })).toBe('closed');
  expect(tradingState({ isOpen: 0, isRest: 1, isStop: 0 })).toBe('rest');
});

import { expect, test } from 'vitest';
import { nasdaq } from '../../server-double.ts';
import { searchInstruments } from './instrument-search.ts';

const list = [
  ['K2', '코스피200 미니', 'Mini KOSPI 200'],
  ['NQ', 'E-미니 나스닥', 'E-mini Nasdaq-100'],
  ['MNQ', '마이크로 나스닥', 'Micro Nasdaq-100'],
  ['NG', '천연가스', 'Natural Gas'],
  ['GC', '골드', 'Gold', '금', '금 선물'],
  ['EBEST_6E', '유로FX', 'Euro FX'],
].map(([stock = '', koName = '', enName = '', ...nicknames]) => ({
  ...nasdaq,
  stock,
  koName,
  enName,
  nicknames,
}));

const stocks = (typed: string) => searchInstruments(list, typed).map(({ instrument }) => instrument.stock);

test('a Korean name, its initials, a code and an English name all find an instrument', () => {
  expect(stocks('나스')).toEqual(['NQ', 'MNQ']);
  expect(stocks('ㄴㅅㄷ')).toEqual(['NQ', 'MNQ']);
  expect(stocks('gc')).toEqual(['GC']);
  expect(stocks('gold')).toEqual(['GC']);
  expect(stocks('6e')).toEqual(['EBEST_6E']);
});

test('a nickname, its beginning and its initials find an instrument, and an exact name comes first', () => {
  expect(stocks('금')).toEqual(['GC']);
  expect(stocks('ㄱㅅㅁ')).toEqual(['GC']);
  expect(stocks('선물')).toEqual(['GC']);
  const [first] = searchInstruments(list, '금');
  expect(first).toMatchObject({ nickname: '금', inKoName: undefined });
  const exact = [{ ...list[0]!, nicknames: ['골드러시'] }, list[4]!];
  expect(searchInstruments(exact, '골드').map(({ instrument }) => instrument.stock)).toEqual(['GC', 'K2']);
});

test('a pair is found with and without its slash, and of two equal matches the open one comes first', () => {
  const pair = { ...nasdaq, stock: 'USDJPY', koName: '달러/엔', enName: 'US Dollar / Yen' };
  expect(searchInstruments([pair], 'usd/j')).toHaveLength(1);
  const closed = { ...list[1]!, isOpen: 0 as const };
  const matches = searchInstruments([closed, list[2]!], '나스닥');
  expect(matches.map(({ instrument }) => instrument.stock)).toEqual(['MNQ', 'NQ']);
});

test('an exact code comes first, then names that begin with the text', () => {
  expect(stocks('nq')[0]).toBe('NQ');
  expect(stocks('n')).toEqual(['NQ', 'NG', 'MNQ', 'K2']);
});

test('the position of the match in the name is returned', () => {
  const [first] = searchInstruments(list, '나스');
  expect(first?.inKoName).toEqual({ from: 5, to: 7 });
});

test('a name that no instrument has finds nothing', () => {
  expect(stocks('우라늄')).toEqual([]);
  expect(stocks('')).toEqual([]);
});

import { expect, test } from 'vitest';
import { offer } from '../../binary-double.ts';
import { bitcoin, hangSeng, nasdaq } from '../../server-double.ts';
import { searchListings } from '../search/listing-search.ts';
import { listingsOf, pathOfWay, wayIn } from './listing.ts';
import { marketSections, openFirst, openingDayOf } from './listing-sections.ts';

const ways = (listing: ReturnType<typeof listingsOf>[number]) =>
  listing.ways.map(({ product, id }) => `${product} ${id}`);
const binary = [offer(13, 'P1'), offer(12, 'R1'), offer(11, 'R.5')];

test('an instrument is listed once, with every product in which it is traded', () => {
  const gaming = { ...offer(21, 'R1'), stock: 'NQ' };
  const [first, second, third] = listingsOf({ oversea: [nasdaq, hangSeng], binary: [gaming, ...binary] });
  expect([first!, second!, third!].map(ways)).toEqual([
    ['oversea 1', 'binary 21'],
    ['oversea 2'],
    ['binary 11', 'bitball 13'],
  ]);
  expect(third).toMatchObject({ stock: bitcoin.stock, id: 11 });
});

test('a row opens the binary offer that was used last, of its own kind of game', () => {
  const [listing] = listingsOf({ oversea: [], binary, recentBinary: [12, 13, 11] });
  expect(ways(listing!)).toEqual(['binary 12', 'bitball 13']);
});

test('an instrument is halted only when none of its products can be traded', () => {
  const stopped = { ...nasdaq, isStop: 1 as const };
  const gaming = { ...offer(21, 'R1'), stock: 'NQ' };
  const isStop = (lists: Parameters<typeof listingsOf>[0]) => listingsOf(lists)[0]?.isStop;
  expect(isStop({ oversea: [stopped], binary: [] })).toBe(1);
  expect(isStop({ oversea: [stopped], binary: [gaming] })).toBe(0);
});

test('guests are led to the pages for guests', () => {
  expect(pathOfWay({ product: 'oversea', id: 3 }, true)).toBe('/overseaView/3');
  expect(pathOfWay({ product: 'bitball', id: 13 }, true)).toBe('/exchangeView/13');
  expect(pathOfWay({ product: 'binary', id: 11 }, false)).toBe('/exchange/11');
});

test('the name of a product finds what is traded there, and leads there', () => {
  const listings = listingsOf({ oversea: [nasdaq], binary });
  const names = { oversea: '빠른주문', binary: '바이너리', bitball: '비트볼' };
  const search = (typed: string) => searchListings(listings, { typed, nameOfProduct: (each) => names[each] });
  expect(search('비트볼')).toMatchObject([{ listing: { stock: 'BTCUSDT' }, way: { product: 'bitball' } }]);
  expect(search('비트')[0]?.way).toBeUndefined();
  expect(wayIn(listings[0]!, 'binary')).toBeUndefined();
});

const opensAt = (text: string) => Date.parse(`${text}+09:00`);
const closed = (stock: string, at: string, currency = 'USD') => ({
  ...hangSeng,
  stock,
  currency,
  nextOpenMillis: opensAt(at),
});

test('open markets stand apart from closed ones, which open in the order of their times', () => {
  const coin = { ...nasdaq, stock: 'BTCUSDT', kind: 'CRYPTO' as const, currency: 'USDT' };
  const sections = marketSections([
    closed('HSI', '2026-11-16T10:15:00', 'HKD'),
    closed('NK225', '2026-11-16T08:45:00', 'JPY'),
    closed('ES', '2026-11-16T08:00:00'),
    nasdaq,
    coin,
  ]);
  expect(sections.open.map(({ market }) => market)).toEqual(['usFutures', 'coin']);
  expect(
    sections.closed.map(({ market, listings, isTogether }) => [market, listings.length, isTogether]),
  ).toEqual([
    ['usFutures', 1, true],
    ['otherFutures', 2, false],
  ]);
  expect(openingDayOf(sections.closed)).toBe(opensAt('2026-11-16T08:00:00'));
});

test('markets that open on different days, or at no known time, have no day in common', () => {
  const on = (...days: readonly string[]) =>
    openingDayOf(
      marketSections(days.map((day, place) => closed('ES', day, place === 0 ? 'USD' : 'KRW'))).closed,
    );
  expect(on('2026-11-16T08:00:00', '2026-11-17T09:00:00')).toBeUndefined();
  expect(openingDayOf(marketSections([{ ...hangSeng, nextOpenMillis: null }]).closed)).toBeUndefined();
});

test('what is open comes first, otherwise the order stays', () => {
  const stocks = openFirst([hangSeng, nasdaq, { ...hangSeng, stock: 'MHI' }]).map(({ stock }) => stock);
  expect(stocks).toEqual(['NQ', 'HSI', 'MHI']);
});

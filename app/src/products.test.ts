import { expect, test } from 'vitest';
import { binary, bitball, offerListingsOf } from './binary/offers/offer-listings.ts';
import { offer } from './binary-double.ts';
import { futures, futuresListingsOf } from './futures/listing/futures-listings.ts';
import { tradedBitcoin } from './futures-market-double.ts';
import { joinListings, type Listing, pathOfWay, wayIn } from './market/listing/listing.ts';
import { searchListings } from './market/search/listing-search.ts';
import { oversea, overseaListingOf } from './oversea/listing/oversea-listings.ts';
import { bitcoin, hangSeng, nasdaq } from './server-double.ts';

const ways = (listing: Listing) => listing.ways.map(({ product, id }) => `${product.name} ${id}`);
const offers = [offer(13, 'P1'), offer(12, 'R1'), offer(11, 'R.5')];
const onNasdaq = { ...offer(21, 'R1'), stock: 'NQ' };

test('an instrument is listed once, with every product in which it is traded', () => {
  const [first, second, third] = joinListings([
    [nasdaq, hangSeng].map(overseaListingOf),
    offerListingsOf([onNasdaq, ...offers]),
  ]);
  expect([first!, second!, third!].map(ways)).toEqual([
    ['oversea 1', 'binary 21'],
    ['oversea 2'],
    ['binary 11', 'bitball 13'],
  ]);
  expect(third).toMatchObject({ stock: bitcoin.stock, id: 11 });
});

test('a coin that is traded as a future leads to its page by its code, for guests as well', () => {
  const [coin] = joinListings([offerListingsOf(offers), futuresListingsOf([tradedBitcoin, bitcoin])]);
  expect(ways(coin!)).toEqual(['binary 11', 'bitball 13', 'futures 201']);
  const way = wayIn(coin!, futures)!;
  expect(pathOfWay(way, false)).toBe('/future/BTCUSDT');
  expect(pathOfWay(way, true)).toBe('/futureView/BTCUSDT');
});

test('a row opens the binary offer that was used last, of its own kind of game', () => {
  const [listing] = offerListingsOf(offers, [12, 13, 11]);
  expect(ways(listing!)).toEqual(['binary 12', 'bitball 13']);
});

test('an instrument is halted only when none of its products can be traded', () => {
  const stopped = [{ ...nasdaq, isStop: 1 as const }].map(overseaListingOf);
  const isStop = (...lists: readonly (readonly Listing[])[]) => joinListings(lists)[0]?.isStop;
  expect(isStop(stopped)).toBe(1);
  expect(isStop(stopped, offerListingsOf([onNasdaq]))).toBe(0);
  expect(isStop(stopped, offerListingsOf([{ ...onNasdaq, isStop: 1 }]))).toBe(1);
});

test('guests get the paths for guests', () => {
  expect(pathOfWay({ product: oversea, id: 3 }, true)).toBe('/overseaView/3');
  expect(pathOfWay({ product: bitball, id: 13 }, true)).toBe('/exchangeView/13');
  expect(pathOfWay({ product: binary, id: 11 }, false)).toBe('/exchange/11');
});

test('the name of a product finds its instruments, and opens them there', () => {
  const listings = joinListings([[overseaListingOf(nasdaq)], offerListingsOf(offers)]);
  const products = [oversea, binary, bitball];
  const search = (typed: string) => searchListings(listings, { typed, products, language: 'ko' });
  expect(search('비트볼')).toMatchObject([{ listing: { stock: 'BTCUSDT' }, way: { product: bitball } }]);
  expect(search('비트')[0]?.way).toBeUndefined();
  expect(wayIn(listings[0]!, binary)).toBeUndefined();
});

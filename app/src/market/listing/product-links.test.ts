import { expect, test } from 'vitest';
import { hangSeng, nasdaq } from '../../server-double.ts';
import type { ListedProduct, Listing } from './listing.ts';
import { productLinks } from './product-links.ts';

const oversea: ListedProduct = {
  name: 'oversea',
  titleIn: () => '빠른주문',
  menuTitleIn: () => '해외선물',
  page: '/oversea',
};
const binary: ListedProduct = { name: 'binary', titleIn: () => '바이너리', page: '/exchange' };
const bitball: ListedProduct = { name: 'bitball', titleIn: () => '비트볼', page: '/exchange' };

const listing = (of: Pick<Listing, 'ways'> & Partial<Listing>): Listing => ({ ...nasdaq, ...of });

const listings = [
  listing({ ...hangSeng, isOpen: 0, ways: [{ product: oversea, id: 2 }] }),
  listing({ isOpen: 1, ways: [{ product: oversea, id: 1 }] }),
  listing({
    stock: 'BTCUSDT',
    isOpen: 1,
    ways: [
      { product: binary, id: 11, ids: [10, 11] },
      { product: bitball, id: 20, ids: [20, 21] },
    ],
  }),
];

const asked = { listings, products: [oversea, binary, bitball], isGuest: false, language: 'ko' } as const;

test('a link leads to the first instrument that is open', () => {
  expect(productLinks({ ...asked, path: '/more' })).toEqual([
    { to: '/oversea/1', label: '해외선물', isCurrent: false },
    { to: '/exchange/11', label: '바이너리', isCurrent: false },
    { to: '/exchange/20', label: '비트볼', isCurrent: false },
  ]);
});

test('every page of a product is its own, whichever offer was used last', () => {
  const at = (path: string, isGuest = false) =>
    productLinks({ ...asked, path, isGuest }).find(({ isCurrent }) => isCurrent)?.label;
  expect(at('/oversea/2')).toBe('해외선물');
  expect(at('/exchange/10')).toBe('바이너리');
  expect(at('/exchange/21')).toBe('비트볼');
  expect(at('/exchangeView/21', true)).toBe('비트볼');
  expect(at('/oversea')).toBeUndefined();
});

test('a product that the site does not offer has no link', () => {
  const labels = productLinks({ ...asked, listings: listings.slice(0, 2), path: '/more' });
  expect(labels.map(({ label }) => label)).toEqual(['해외선물']);
});

test('before the lists are known every product is named, and leads to its list', () => {
  const links = productLinks({ ...asked, listings: undefined, path: '/more', isGuest: true });
  expect(links.map(({ to }) => to)).toEqual(['/overseaView', '/exchangeView', '/exchangeView']);
});

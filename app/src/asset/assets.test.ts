import { describe, expect, test } from 'vitest';
import { assetsOf, derivativesIn, inOrder, isPartial, type Known, sharesOf, totalOf } from './assets.ts';

const point = (type: string, currency: string, free: string, gameWaitPoint = '0') => ({
  type,
  currency,
  point: free,
  gameWaitPoint,
});
const rate = (text: string) => ({
  rate: text,
  source: 'SIMULATED',
  atMillis: 1,
  ageMs: 1_000,
  isStale: false,
});

const known: Known = {
  wallets: [
    point('BINARY', 'KRW', '500000', '100000'),
    point('FUTURES', 'USDT', '1000'),
    point('BTC', 'BTC', '0.5'),
    point('EOS', 'EOS', '7'),
  ],
  values: new Map([
    ['FUTURES', { figure: '1247.475', live: { name: 'of a product', formula: '', words: '', parts: [] } }],
  ]),
  rates: { KRW: rate('1'), USDT: rate('1385.5'), BTC: rate('124695000') },
};

describe('the assets of a member', () => {
  test('have the figures of their products, and are worth so much in won', () => {
    expect(assetsOf(known).map(({ type, figure, won }) => [type, figure, won])).toEqual([
      ['BINARY', '600000', '600000'],
      ['FUTURES', '1247.475', '1728376'],
      ['BTC', '0.5', '62347500'],
      ['EOS', '7', undefined],
    ]);
    expect(totalOf(assetsOf(known))).toBe('64675876');
  });

  test('in won are worth themselves, also while no rate is known', () => {
    const assets = assetsOf({ ...known, rates: {} });
    expect(totalOf(assets)).toBe('600000');
    expect(isPartial(assets)).toBe(true);
    expect(isPartial(assetsOf(known).slice(0, 3))).toBe(false);
  });

  test('count what a withdrawal holds and what is owed, in every kind of wallet', () => {
    const [binary, futures, bitcoin] = known.wallets;
    const wallets = [
      { ...binary!, withdrawHold: '50000', debt: '-2000' },
      { ...futures!, withdrawHold: '100', convertHold: '0.025' },
      { ...bitcoin!, convertHold: '0.25' },
    ];
    const assets = assetsOf({ ...known, wallets });
    expect(assets.map(({ figure, won, onHold, owed }) => [figure, won, onHold, owed])).toEqual([
      ['648000', '648000', '50000', '-2000'],
      ['1347.5', '1866961', '100.025', undefined],
      ['0.75', '93521250', '0.25', undefined],
    ]);
    expect(totalOf(assets)).toBe('96036211');
  });

  test('are shared by value, the largest first, and what has no colour is one', () => {
    const wallets = ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((type, index) =>
      point(type, 'KRW', String(100 - 10 * index)),
    );
    const shares = sharesOf(assetsOf({ ...known, wallets }));
    expect(shares.map(({ type }) => type)).toEqual(['A', 'B', 'C', 'D', 'E', undefined]);
    expect(shares.reduce((sum, { permille }) => sum + permille, 0)).toBeGreaterThanOrEqual(998);
    expect(sharesOf(assetsOf({ ...known, wallets: [] }))).toEqual([]);
  });

  test('are listed with the wallets of products first, then by value, and without a rate last', () => {
    const wallets = [...known.wallets, point('USDT', 'USDT', '1'), point('ETH', 'KRW', '-5')];
    expect(inOrder(assetsOf({ ...known, wallets })).map(({ type }) => type)).toEqual([
      'FUTURES',
      'BTC',
      'BINARY',
      'USDT',
      'ETH',
      'EOS',
    ]);
  });

  test('the share of derivatives is that of the wallets that products value', () => {
    const assets = assetsOf(known);
    expect(derivativesIn(sharesOf(assets), assets)).toBe(27);
  });
});

import { amount, price, qty, rate } from '@maru/engine/amount';
import { siteId } from '@maru/engine/purse';
import { HOUR_MS, later, millis } from '@maru/engine/time';
import { expect, test } from 'vitest';
import { SITE } from '../http/testing.ts';
import { bitcoin, tickOf } from '../market/testing.ts';
import { listInstruments } from './instruments.ts';
import { pricedOf, usableQuote } from './quotes.ts';
import type { FuturesSetting } from './settings.ts';
import { createTerms, type FuturesSite } from './terms.ts';
import { coinMargined, ether, sitesWith, testSite } from './testing.ts';

const NOON = millis(Date.parse('2026-11-17T12:00:00Z'));
const EIGHT = millis(Date.parse('2026-11-17T08:00:00Z'));

const usual: FuturesSetting = {
  contractType: 'HYBRID',
  notionalLeast: amount('5'),
  leverageMost: 125,
  tierTable: 'btc',
  feeRate: rate('0.0008'),
  liquidationFeeRate: rate('0.005'),
  warnRatio: rate('0.8'),
  leverageWithPosition: 'RAISE',
  mode: 'NORMAL',
};
const inverse: FuturesSetting = { ...usual, contractType: 'INVERSE', tierTable: 'btc-coin' };

function termsFor(
  site: FuturesSite = testSite,
  instruments = listInstruments([ether, coinMargined, bitcoin]),
  changed: Partial<FuturesSetting> = {},
) {
  const settings = { of: () => ({ ...usual, ...changed }) };
  return { instruments, terms: createTerms({ instruments, sites: sitesWith(site), settings }) };
}

test('instruments are listed in the order of the contracts, and what has no contract is no coin future', () => {
  const { instruments } = termsFor(
    testSite,
    listInstruments([ether, coinMargined, bitcoin, { ...bitcoin, id: 7, code: 'NQ' }]),
  );
  expect(instruments.all.map(({ code }) => code)).toEqual(['BTCUSDT', 'ETHUSDT', 'BTCUSD']);
  expect(instruments.byId(7)).toBeUndefined();
});

test('the terms of an instant have the contract, the settings and the last time of funding', () => {
  const { terms } = termsFor();
  expect(terms.at(SITE, 1, NOON)).toMatchObject({
    instrument: 1,
    wallet: 'FUTURES',
    contract: 'HYBRID',
    tickSize: price('0.1'),
    qtyStep: qty('0.001'),
    leverageMost: 125,
    staleMs: 3_000,
    fundingDue: EIGHT,
  });
  expect(terms.at(SITE, 1, EIGHT)?.fundingDue).toBe(EIGHT);
  expect(terms.at(SITE, 1, millis(EIGHT - 1))?.fundingDue).toBe(EIGHT - 8 * HOUR_MS);
});

test('the terms are one value until funding is due again or a setting changes', () => {
  const { terms } = termsFor();
  const known = terms.at(SITE, 1, NOON);
  expect(terms.at(SITE, 1, later(NOON, HOUR_MS))).toBe(known);
  expect(terms.at(SITE, 1, later(NOON, 4 * HOUR_MS))).not.toBe(known);
  const again = terms.at(SITE, 1, NOON);
  terms.forget();
  expect(terms.at(SITE, 1, NOON)).not.toBe(again);
  expect(terms.at(SITE, 1, NOON)).toEqual(again);
});

test('a contract in coins is paid from the wallet of its coin, and is offered only where there is one', () => {
  const { terms } = termsFor(testSite, undefined, inverse);
  expect(terms.at(SITE, 51, NOON)).toMatchObject({ wallet: 'BTC', contract: 'INVERSE', qtyStep: qty('1') });
  expect(terms.wire(SITE, 51, NOON)).toMatchObject({
    contractType: 'INVERSE',
    walletType: 'BTC',
    walletCurrency: 'BTC',
    baseCurrency: 'BTC',
    quoteCurrency: 'USD',
  });
  const withoutCoins = { ...testSite, wallets: testSite.wallets.slice(0, 1) };
  const dollars = termsFor(withoutCoins).terms;
  expect(dollars.at(SITE, 51, NOON)).toBeUndefined();
  expect(dollars.wire(SITE, 51, NOON)).toBeNull();
  expect(dollars.at(SITE, 1, NOON)).toBeDefined();
});

test('nothing is offered where futures are off, on another site, or under another number', () => {
  const off = termsFor({ ...testSite, features: { futures: false } }).terms;
  expect([off.at(SITE, 1, NOON), off.wire(SITE, 1, NOON)]).toEqual([undefined, null]);
  const { terms } = termsFor();
  expect([terms.at(siteId(2), 1, NOON), terms.at(SITE, 3, NOON)]).toEqual([undefined, undefined]);
});

test('an instrument that is not played is stopped, whatever its setting is', () => {
  const { terms } = termsFor(testSite, listInstruments([{ ...bitcoin, isPlay: false }]));
  expect([terms.at(SITE, 1, NOON)?.mode, terms.wire(SITE, 1, NOON)?.mode]).toEqual(['STOPPED', 'STOPPED']);
});

test('the wire has all that the terms have', () => {
  const { terms } = termsFor();
  expect(terms.wire(SITE, 1, NOON)).toMatchObject({
    tickSize: '0.1',
    qtyStep: '0.001',
    qtyLeast: '0.001',
    notionalLeast: '5',
    leverageMost: 125,
    feeRate: '0.0008',
    liquidationFeeRate: '0.005',
    warnRatio: '0.8',
    leverageWithPosition: 'RAISE',
    staleMillis: 3_000,
    mode: 'NORMAL',
    fundingDueMillis: EIGHT,
    fundingIntervalMillis: 8 * HOUR_MS,
  });
  expect(terms.wire(SITE, 1, NOON)?.tiers[1]).toEqual({
    floor: '50000',
    cap: '250000',
    leverageMost: 100,
    maintenanceRate: '0.005',
    deduction: '50',
  });
});

test('an account is priced with the newest ticks, however old, and an order only with a usable one', () => {
  const { instruments, terms } = termsFor();
  const tick = tickOf('95482.3', NOON, { mark: price('95479.6') });
  const prices = {
    latest: (stock: string) => (stock === 'BTCUSDT' ? tick : undefined),
    usable: () => undefined,
  };
  const hourLater = later(NOON, HOUR_MS);
  const priced = pricedOf({ instruments, prices, terms }, { site: SITE, numbers: [1, 2, 9], now: hourLater });
  expect(priced.map(({ terms: own, quote }) => [own.instrument, quote.ts, quote.mark])).toEqual([
    [1, NOON, price('95479.6')],
  ]);
  expect(usableQuote(prices, 'BTCUSDT', hourLater)).toBeUndefined();
});

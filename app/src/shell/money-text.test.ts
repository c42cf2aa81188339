import { expect, test } from 'vitest';
import { moneyWords } from '../text/money.ts';
import { moneyTextOf } from './money-text.ts';

const texts = (currency: string, language: 'ko' | 'en') => {
  const { money, signed, signedFigure, unit } = moneyTextOf(currency, moneyWords[language]);
  return [money('47500'), signed('47500'), signed('-47500'), signedFigure('0'), unit];
};

test.each([
  ['KRW', 'ko', ['47,500원', '+47,500원', '−47,500원', '0', '원']],
  ['KRW', 'en', ['47,500 won', '+47,500 won', '−47,500 won', '0', '\u00a0won']],
  ['USDT', 'ko', ['47,500 USDT', '+47,500 USDT', '−47,500 USDT', '0', '\u00a0USDT']],
] as const)('money in %s is written in %s with its sign and its unit', (currency, language, written) => {
  expect(texts(currency, language)).toEqual(written);
});

test('an amount that is not known yet is a dash with its unit', () => {
  expect(moneyTextOf('KRW', moneyWords.ko).money(undefined)).toBe('–원');
});

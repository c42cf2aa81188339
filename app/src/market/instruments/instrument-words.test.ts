import { expect, test } from 'vitest';
import { monogramOf } from './instrument-words.ts';

test.each([
  ['BTCUSDT', 'CRYPTO', '비트코인', 'Bitcoin', 'BTC', 'BTC'],
  ['USDJPY', 'FOREX', '달러/엔', 'US Dollar / Yen', 'USD', 'USD'],
  ['005930', 'STOCK', '삼성전자', 'Samsung Electronics', '삼', 'S'],
  ['000660', 'STOCK', 'SK하이닉스', 'SK hynix', 'SK', 'SK'],
  ['AAPL', 'STOCK', '애플', 'Apple', 'AAPL', 'AAPL'],
  ['NK225', 'FUTURES', '오사카 닛케이', 'Nikkei 225 Large', 'NK225', 'NK225'],
] as const)('the tile of %s, a %s, can be read', (stock, kind, koName, enName, korean, english) => {
  const instrument = { stock, kind, koName, enName };
  expect(monogramOf(instrument, 'ko')).toBe(korean);
  expect(monogramOf(instrument, 'en')).toBe(english);
});

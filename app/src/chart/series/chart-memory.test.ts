import { describe, expect, test } from 'vitest';
import { createChartMemory } from './chart-memory.ts';
import { toggled } from './indicator-choice.ts';

function memory(saved: Readonly<Record<string, string>> = {}) {
  const storage = new Map(Object.entries(saved));
  return createChartMemory({
    getItem: (key) => storage.get(key) ?? null,
    setItem: (key, value) => void storage.set(key, value),
  });
}

describe('the memory of a chart', () => {
  test('begins with candles of five minutes, averages and volume', () => {
    expect(memory().choices()).toEqual({ period: '5m', kind: 'candle', indicators: ['MA', 'VOL'] });
  });

  test('returns what was stored', () => {
    const saved = memory();
    saved.saveChoices({ period: 'tick', kind: 'line', indicators: ['RSI'] });
    expect(saved.choices()).toEqual({ period: 'tick', kind: 'line', indicators: ['RSI'] });
    const drawing = { tool: 'trend', points: [{ time: 1, price: 2 }] } as const;
    saved.saveDrawings('NQ', [drawing]);
    expect([saved.drawings('NQ'), saved.drawings('HSI')]).toEqual([[drawing], []]);
  });

  test.each(['not json', 'null', '[]', '{"period":"7m","kind":"pie","indicators":"all"}'])(
    'ignores %s and uses the defaults',
    (text) => {
      const saved = memory({ chart: text, 'chart.drawings.NQ': text });
      expect(saved.choices()).toMatchObject({ period: '5m', kind: 'candle' });
      expect(saved.drawings('NQ')).toEqual([]);
    },
  );

  test('drops drawings that cannot be drawn', () => {
    const saved = memory({
      'chart.drawings.NQ': JSON.stringify([
        { tool: 'trend', points: [{ time: 1, price: 'x' }] },
        { tool: 'trend', points: [] },
        { tool: 'bomb', points: [{ time: 1, price: 2 }] },
        { tool: 'arrow', points: [{ time: 1, price: 2 }] },
      ]),
    });
    expect(saved.drawings('NQ')).toEqual([{ tool: 'arrow', points: [{ time: 1, price: 2 }] }]);
  });

  test('never shows more than two panes', () => {
    expect(memory({ chart: '{"indicators":["MACD","RSI","KDJ","MA"]}' }).choices().indicators).toEqual([
      'MA',
      'MACD',
      'RSI',
    ]);
  });
});

describe('the choice of indicators', () => {
  test('a third pane replaces the first', () => {
    expect(toggled(['MA', 'MACD', 'RSI'], 'KDJ')).toEqual(['MA', 'RSI', 'KDJ']);
  });

  test('a second tap removes an indicator', () => {
    expect(toggled(['MA', 'RSI'], 'RSI')).toEqual(['MA']);
  });
});

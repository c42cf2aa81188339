import { describe, expect, test } from 'vitest';
import { createChartMemory } from './chart-memory.ts';
import { toggled } from './indicator-choice.ts';

function memory(kept: Readonly<Record<string, string>> = {}) {
  const storage = new Map(Object.entries(kept));
  return createChartMemory({
    getItem: (key) => storage.get(key) ?? null,
    setItem: (key, value) => void storage.set(key, value),
  });
}

describe('the memory of a chart', () => {
  test('begins with candles of five minutes, averages and volume', () => {
    expect(memory().choices()).toEqual({ period: '5m', kind: 'candle', indicators: ['MA', 'VOL'] });
  });

  test('gives back what was kept', () => {
    const kept = memory();
    kept.keepChoices({ period: 'tick', kind: 'line', indicators: ['RSI'] });
    expect(kept.choices()).toEqual({ period: 'tick', kind: 'line', indicators: ['RSI'] });
    const drawing = { tool: 'trend', points: [{ time: 1, price: 2 }] } as const;
    kept.keepDrawings('NQ', [drawing]);
    expect([kept.drawings('NQ'), kept.drawings('HSI')]).toEqual([[drawing], []]);
  });

  test.each(['not json', 'null', '[]', '{"period":"7m","kind":"pie","indicators":"all"}'])(
    'is not confused by %s',
    (text) => {
      const kept = memory({ chart: text, 'chart.drawings.NQ': text });
      expect(kept.choices()).toMatchObject({ period: '5m', kind: 'candle' });
      expect(kept.drawings('NQ')).toEqual([]);
    },
  );

  test('drops drawings that cannot be drawn', () => {
    const kept = memory({
      'chart.drawings.NQ': JSON.stringify([
        { tool: 'trend', points: [{ time: 1, price: 'x' }] },
        { tool: 'trend', points: [] },
        { tool: 'bomb', points: [{ time: 1, price: 2 }] },
        { tool: 'arrow', points: [{ time: 1, price: 2 }] },
      ]),
    });
    expect(kept.drawings('NQ')).toEqual([{ tool: 'arrow', points: [{ time: 1, price: 2 }] }]);
  });

  test('never shows more than two panes', () => {
    expect(memory({ chart: '{"indicators":["MACD","RSI","KDJ","MA"]}' }).choices().indicators).toEqual([
      'MA',
      'MACD',
      'RSI',
    ]);
  });
});

describe('choosing indicators', () => {
  test('a third pane takes the place of the first', () => {
    expect(toggled(['MA', 'MACD', 'RSI'], 'KDJ')).toEqual(['MA', 'RSI', 'KDJ']);
  });

  test('a second tap takes an indicator away', () => {
    expect(toggled(['MA', 'RSI'], 'RSI')).toEqual(['MA']);
  });
});

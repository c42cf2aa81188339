import { expect, test } from 'vitest';
import { cardTexts, drawCard, type SharedResult } from './share-card.ts';

const result: SharedResult = {
  name: '나스닥',
  side: { name: '매수', direction: 'up' },
  profit: { text: '+910,800원', direction: 'up' },
  outcome: '+0.82%',
  way: '25,200.00 → 25,412.75',
  when: '11월 14일 (금) 21:07:44',
};
const words = { brand: '마루', mark: '모의', hidden: '금액 숨김', caution: '지난 결과입니다.' };
const colours = {
  bg: 'bg',
  tx1: 'tx1',
  tx2: 'tx2',
  tx3: 'tx3',
  up: 'up',
  down: 'down',
  line: 'line',
  brass: 'brass',
  font: 'font',
};

function context() {
  const written: string[] = [];
  const nothing = () => {};
  return {
    written,
    fillStyle: '',
    strokeStyle: '',
    lineWidth: 0,
    font: '',
    textAlign: 'left' as const,
    fillRect: nothing,
    fillText: (text: string) => void written.push(text),
    measureText: (text: string) => ({ width: text.length * 20 }) as TextMetrics,
    beginPath: nothing,
    moveTo: nothing,
    bezierCurveTo: nothing,
    stroke: nothing,
    setLineDash: nothing,
    strokeRect: nothing,
  };
}

test('a card with hidden amounts has no amount anywhere', () => {
  const shown = cardTexts(result, words, true).map(({ text }) => text);
  expect(shown.join(' ')).not.toContain('910,800');
  expect(shown).toContain('+0.82%');
  expect(shown).toContain('금액 숨김');
});

test('win and loss have the same size and place', () => {
  const loss = cardTexts({ ...result, profit: { text: '−910,800원', direction: 'down' } }, words, false);
  const win = cardTexts(result, words, false);
  expect(loss.map(({ y, px, weight }) => [y, px, weight])).toEqual(
    win.map(({ y, px, weight }) => [y, px, weight]),
  );
});

test('a move of the price is named, and coloured by itself: fees may have turned it into a loss', () => {
  const move = { name: '가격 변동', direction: 'up' } as const;
  const lost = { ...result, move, profit: { text: '−1,200원', direction: 'down' } } as const;
  expect(cardTexts(lost, words, false)).toContainEqual(
    expect.objectContaining({ text: '가격 변동 +0.82%', tone: 'tx2' }),
  );
  const hidden = cardTexts(lost, words, true);
  expect(hidden).toContainEqual(expect.objectContaining({ text: '+0.82%', tone: 'up' }));
  expect(hidden).toContainEqual(expect.objectContaining({ text: '가격 변동 · 금액 숨김' }));
});

test('a name that is too long is drawn smaller, inside the picture', () => {
  const long = { ...result, name: 'E-마이크로 나스닥 100 지수 선물 (2026년 12월물) 연속 계약 무기한' };
  const drawn = context();
  const sizes = new Map<string, number>();
  drawn.fillText = (text: string) =>
    void sizes.set(text, Number.parseInt(drawn.font.split(' ')[1] ?? '', 10));
  drawn.measureText = (text: string) =>
    ({ width: text.length * Number.parseInt(drawn.font.split(' ')[1] ?? '', 10) }) as TextMetrics;
  drawCard(drawn, { texts: cardTexts(long, words, false), colours, mark: undefined });
  expect((sizes.get(long.name) ?? 0) * long.name.length).toBeLessThanOrEqual(1_080 - 2 * 96);
  expect(sizes.get('매수')).toBe(40);
});

test('practice money carries its mark inside the picture, real money has none', () => {
  const texts = cardTexts(result, words, false);
  const practice = context();
  drawCard(practice, { texts, colours, mark: '모의' });
  expect(practice.written).toContain('모의');
  const live = context();
  drawCard(live, { texts, colours, mark: undefined });
  expect(live.written).not.toContain('모의');
});

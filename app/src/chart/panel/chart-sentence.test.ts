import { expect, test } from 'vitest';
import { chart } from '../../text/ko/chart.ts';
import { chartSentence } from './chart-sentence.ts';

test.each([
  ['207.25', '마이크로 나스닥 현재가 25,412.75, 전일보다 207.25 높음'],
  ['-81', '마이크로 나스닥 현재가 25,412.75, 전일보다 81.00 낮음'],
  ['0', '마이크로 나스닥 현재가 25,412.75, 전일과 같음'],
  [undefined, '마이크로 나스닥 현재가 25,412.75'],
])('a chart with a change of %s is described as %s', (change, sentence) => {
  const summary = { name: '마이크로 나스닥', price: '25412.75', change, precision: 2 };
  expect(chartSentence(chart, summary)).toBe(sentence);
});

import { expect, test } from 'vitest';
import { withRo } from './particle.ts';

test.each([
  ['binary-1', 'binary-1로'],
  ['oversea-2', 'oversea-2로'],
  ['25,496.75', '25,496.75로'],
  ['18,250.00', '18,250.00으로'],
  ['95,447.13', '95,447.13으로'],
  ['1.086', '1.086으로'],
  ['77.7', '77.7로'],
  ['158.38', '158.38로'],
  ['4.9', '4.9로'],
  ['10,000,000원', '10,000,000원으로'],
  ['매수 2계약', '매수 2계약으로'],
  ['서울', '서울로'],
  ['마루', '마루로'],
])('the particle after %s follows the sound of its last letter or digit', (word, expected) => {
  expect(withRo(word)).toBe(expected);
});

import { expect, test } from 'vitest';
import { checkWording } from './wording.ts';

const now = new Date('2025-11-14T12:00:00Z');

test('the text of the design is polite, dated rightly and plain, and says nothing about amends', () => {
  const text =
    '더 빠른 체결을 위해 서버를 점검합니다. 점검 중에는 로그인과 주문을 쓸 수 없습니다.\n11월 15일(토) 06:00 – 07:00\n확인해 주세요.';
  expect(checkWording(text, now)).toEqual({
    isPolite: true,
    wrongDates: [],
    exaggerations: [],
    lacksAmends: true,
  });
});

test.each(['서버를 점검한다.', '점검해요.', '점검 예정임.'])('%s is not polite', (text) => {
  expect(checkWording(text, now).isPolite).toBe(false);
});

test('a wrong day of the week is named with the right one, in the nearest year', () => {
  expect(checkWording('11월 15일(일)에 쉽니다.', now).wrongDates).toEqual([
    { written: '11월 15일', weekday: '토' },
  ]);
  expect(checkWording('1월 1일(목)에 쉽니다. 2024년 2월 29일(목)도 쉬었습니다.', now).wrongDates).toEqual([]);
});

test('promises are exaggerations', () => {
  expect(checkWording('무조건 원금 보장', now).exaggerations).toEqual(['무조건', '원금 보장']);
});

test('a text about amends lacks none', () => {
  expect(checkWording('점검 중 손실은 보상합니다.', now).lacksAmends).toBe(false);
});

import { expect, test } from 'vitest';
import { factsOf, subjectText } from './request-words.ts';

test.each([
  ['player 7', '회원 7'],
  ['alert/3', '경보 3'],
  ['limit', '한도'],
  ['faq 5', '자주 묻는 질문 5'],
  ['hosts,type', '주소 · 상품'],
  ['USD', 'USD'],
  ['5f'.repeat(32), '5f5f5f5f…'],
])('the subject %s is read as %s', (subject, read) => {
  expect(subjectText(subject)).toBe(read);
});

test('a request is told in words: nested amounts, lists, flags, roles, products and times', () => {
  const body = {
    fee: { KRW: '1000' },
    walletTypes: ['BINARY', 'USDT'],
    isReset: true,
    role: 'SUPPORT',
    username: '20261118',
    type: '101001',
    theme: { theme: 'light' },
    rates: [{ product: 'binary', base: 'TURNOVER', rate: '1.5' }],
    untilMillis: Date.parse('2026-11-18T09:00:00+09:00'),
  };
  expect(factsOf(JSON.stringify(body))).toEqual([
    { label: '출금 수수료 · KRW', value: '1,000' },
    { label: '지갑', value: '해외선물, USDT' },
    { label: '초기화', value: '예' },
    { label: '역할', value: '상담' },
    { label: '아이디', value: '20261118' },
    { label: '상품', value: '해외선물, P2P, 바이너리' },
    { label: '모습', value: '밝게' },
    { label: '몫 비율', value: '바이너리 베팅 금액 1.5' },
    { label: '끝', value: '2026.11.18 (수) 09:00:00' },
  ]);
});

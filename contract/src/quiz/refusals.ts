import type { RefusalRow } from '../refusal-text.ts';

export const quizRefusals = {
  RISK_QUIZ_NEEDED: [
    403,
    '레버리지 거래를 시작하기 전에 확인 문제를 풀어 주세요.',
    'Please answer the questions about leverage before your first order.',
  ],
  QUESTION_NOT_FOUND: [404, '존재하지 않는 문제입니다.', 'There is no such question.'],
} as const satisfies Record<string, RefusalRow>;

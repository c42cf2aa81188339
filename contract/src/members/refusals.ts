// Refusals of what staff do with members.
import type { RefusalRow } from '../refusal-text.ts';

export const memberRefusals = {
  REVEAL_LIMIT: [
    429,
    '오늘은 가린 값을 더 볼 수 없습니다.',
    'You have seen as many masked values as you may in a day.',
  ],
  NOTHING_TO_REVEAL: [404, '등록된 값이 없습니다.', 'There is no such value.'],
  NOTES_FULL: [422, '이 회원에게는 메모를 더 적을 수 없습니다.', 'This member has too many notes.'],
} as const satisfies Record<string, RefusalRow>;

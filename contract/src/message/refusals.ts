// Refusals of letters.
import type { RefusalRow } from '../refusal-text.ts';

export const messageRefusals = {
  BATCH_UNDER_WAY: [
    409,
    '전체 메시지를 보내는 중입니다. 끝난 뒤 다시 보내 주세요.',
    'A message to everybody is being sent. Please send the next one when it is done.',
  ],
} as const satisfies Record<string, RefusalRow>;

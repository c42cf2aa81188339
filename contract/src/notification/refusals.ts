import type { RefusalRow } from '../refusal-text.ts';

export const notificationRefusals = {
  PUSH_ADDRESS_REFUSED: [
    422,
    '이 브라우저의 푸시 주소로는 알림을 보낼 수 없습니다.',
    'Notifications cannot be sent to the push address of this browser.',
  ],
  PUSH_KEY_REFUSED: [
    422,
    '푸시 키가 올바르지 않습니다. 다시 켜 주세요.',
    'The push key is not valid. Please switch it on again.',
  ],
} as const satisfies Record<string, RefusalRow>;

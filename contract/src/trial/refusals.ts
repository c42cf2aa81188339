import type { RefusalRow } from '../refusal-text.ts';

export const trialRefusals = {
  TRIAL_NOT_FOUND: [
    404,
    '체험 회차를 찾을 수 없습니다. 하루가 지나면 사라집니다.',
    'This trial round was not found. It ends after a day.',
  ],
  TRIAL_UNAVAILABLE: [
    503,
    '지금은 체험할 수 없습니다. 잠시 후 다시 시도해 주세요.',
    'A trial is not possible now. Please try again shortly.',
  ],
} as const satisfies Record<string, RefusalRow>;

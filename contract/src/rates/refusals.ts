import type { RefusalRow } from '../refusal-text.ts';

export const rateRefusals = {
  RATE_STALE: [
    409,
    '환율을 새로 받지 못했습니다. 잠시 후 다시 시도해 주세요.',
    'The exchange rate is too old. Please try again shortly.',
  ],
  RATE_UNKNOWN: [404, '환율이 없는 통화입니다.', 'There is no exchange rate for this currency.'],
} as const satisfies Record<string, RefusalRow>;

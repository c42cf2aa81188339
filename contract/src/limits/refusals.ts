// Refusals of the limits that members set for themselves. A text says which limit it is and how long it holds; the
// figures are in the call.
import type { RefusalRow } from '../refusal-text.ts';

export const limitRefusals = {
  SELF_EXCLUDED: [
    403,
    '이용 제한 기간입니다. 새 주문과 입금은 기간이 끝난 뒤 할 수 있습니다.',
    'You have excluded yourself. New orders and deposits are possible when the time is over.',
  ],
  COOLING_OFF: [
    403,
    '쉬어 가는 중입니다. 새 주문과 입금은 쉬는 시간이 끝난 뒤 할 수 있습니다.',
    'You are taking a break. New orders and deposits are possible when it is over.',
  ],
  TIME_LIMIT: [
    422,
    '오늘 정한 이용 시간을 모두 썼습니다. 자정부터 다시 주문할 수 있습니다.',
    'The time that you set for today is used up. You can order again from midnight.',
  ],
  STAKE_LIMIT: [
    422,
    '직접 정한 한 번 주문 한도를 넘습니다.',
    'This is above the limit that you set for one order.',
  ],
  LOSS_LIMIT: [
    422,
    '직접 정한 하루 손실 한도를 넘을 수 있는 주문입니다. 자정부터 다시 주문할 수 있습니다.',
    'This could lose more than the limit that you set for a day. You can order again from midnight.',
  ],
  DEPOSIT_LIMIT: [
    422,
    '직접 정한 한 달 입금 한도를 넘습니다. 다음 달부터 다시 입금할 수 있습니다.',
    'This is above the limit that you set for deposits of a month. You can deposit again next month.',
  ],
  LIMIT_RATE_MISSING: [
    503,
    '환율을 확인할 수 없어 한도를 계산하지 못했습니다. 잠시 후 다시 시도해 주세요.',
    'There is no exchange rate to check your limits with. Please try again shortly.',
  ],
  LIMIT_UNCHANGED: [422, '지금과 같은 한도입니다.', 'This limit is what it was.'],
  LIMIT_TOO_LONG: [422, '하루는 24시간까지입니다.', 'A day has 24 hours.'],
  NOTHING_PENDING: [404, '되돌릴 변경이 없습니다.', 'There is no change to take back.'],
  PAUSE_NOT_LONGER: [
    422,
    '이미 더 길게 쉬고 있습니다. 쉬는 시간은 줄일 수 없습니다.',
    'You are taking a longer break already. A break cannot be made shorter.',
  ],
} as const satisfies Record<string, RefusalRow>;

/** What the desk may answer to anything that puts money at stake. */
export const stakeLimitRefusals = [
  'SELF_EXCLUDED',
  'COOLING_OFF',
  'TIME_LIMIT',
  'STAKE_LIMIT',
  'LOSS_LIMIT',
  'LIMIT_RATE_MISSING',
] as const;

/**
 * What the desk may answer to a deposit.
 * @public
 */
export const depositLimitRefusals = [
  'SELF_EXCLUDED',
  'COOLING_OFF',
  'DEPOSIT_LIMIT',
  'LIMIT_RATE_MISSING',
] as const;

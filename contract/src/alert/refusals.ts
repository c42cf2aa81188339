import type { RefusalRow } from '../refusal-text.ts';

export const alertRefusals = {
  ALERT_OFF_TICK: [422, '호가 단위에 맞지 않는 가격입니다.', 'The price does not fit the tick size.'],
  ALERT_TOO_FAR: [422, '지금 가격에서 너무 먼 가격입니다.', 'This is too far away from the price of now.'],
  ALERT_REACHED: [
    422,
    '이미 도달한 가격입니다. 다른 가격을 정해 주세요.',
    'The price is there already. Please choose another one.',
  ],
  ALERT_EXISTS: [409, '같은 알림이 이미 있습니다.', 'You have the same alert already.'],
  TOO_MANY_ALERTS: [422, '가격 알림은 20개까지 만들 수 있습니다.', 'You can have 20 price alerts at most.'],
  ALERTS_FULL: [
    503,
    '지금은 가격 알림을 더 만들 수 없습니다. 나중에 다시 시도해 주세요.',
    'No more price alerts can be made now. Please try again later.',
  ],
  ALERT_NO_PRICE: [
    503,
    '지금 가격을 알 수 없습니다. 잠시 후 다시 시도해 주세요.',
    'The price of now is not known. Please try again shortly.',
  ],
} as const satisfies Record<string, RefusalRow>;

// Refusals of accounts of partners.
import type { RefusalRow } from '../refusal-text.ts';

export const partnerRefusals = {
  PARTNER_LEVEL: [
    422,
    '이 파트너 아래에는 둘 수 없습니다. 단계는 네 개까지입니다.',
    'Nobody can be below this partner: there are four levels.',
  ],
  PARTNER_RATE: [
    422,
    '몫 비율은 위 파트너보다 높거나 아래 파트너보다 낮을 수 없습니다.',
    'A rate cannot be above that of the partner above, nor below that of a partner below.',
  ],
  PARTNER_CODE_TAKEN: [422, '이미 쓰고 있는 추천 코드입니다.', 'This code is already in use.'],
  PARTNERS_ONLY: [403, '파트너 계정으로만 볼 수 있습니다.', 'Only accounts of partners can see this.'],
  SETTLEMENT_NOTHING: [422, '처리할 정산이 없습니다.', 'There is nothing to settle.'],
  SETTLEMENT_CHANGED: [
    409,
    '정산 금액이 바뀌었습니다. 다시 확인해 주세요.',
    'The amounts have changed meanwhile. Please look at them again.',
  ],
} as const satisfies Record<string, RefusalRow>;

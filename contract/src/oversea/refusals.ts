// Refusals that only overseas futures have.
import type { RefusalRow } from '../refusal-text.ts';

export const overseaRefusals = {
  STOP_EQUALS_LAST: [
    422,
    '현재가와 같은 가격으로는 MIT 주문을 낼 수 없습니다.',
    'A trigger cannot equal the current price.',
  ],
  TOO_MANY_CONTRACTS: [422, '최대 계약 수를 초과합니다.', 'The maximum of contracts is exceeded.'],
  TPSL_TICKS_INVALID: [422, '익절·손절 틱 수를 확인해 주세요.', 'Please check the ticks of TP and SL.'],
  GUARD_ONCE: [
    422,
    '착오방지에서 정한 한 번의 계약 수를 넘었습니다.',
    'This is more contracts than your order guard allows at once.',
  ],
  GUARD_REACH: [
    422,
    '착오방지에서 정한 범위보다 현재가에서 먼 가격입니다.',
    'This price is further from the market than your order guard allows.',
  ],
  GUARD_TOTAL: [
    422,
    '착오방지에서 정한 포지션과 주문의 합계를 넘었습니다.',
    'This is more open contracts in all than your order guard allows.',
  ],
  OVERNIGHT_ALREADY_ON: [409, '이미 오버나이트가 설정되어 있습니다.', 'Overnight is already set.'],
  OVERNIGHT_ALREADY_OFF: [409, '이미 오버나이트가 해제되어 있습니다.', 'Overnight is already off.'],
  OVERNIGHT_TOO_LATE: [
    409,
    '마감이 임박한 종목은 오버나이트를 설정할 수 없습니다.',
    'Overnight cannot be set for soon-closing instruments.',
  ],
} as const satisfies Record<string, RefusalRow>;

// Refusals that only coin futures have.
import type { RefusalRow } from '../refusal-text.ts';

export const futuresRefusals = {
  FUNDING_NOT_FOUND: [404, '존재하지 않는 펀딩비 내역입니다.', 'There is no such funding payment.'],
  // Orders
  ENTER_TRIGGER: [400, '감시가를 입력해 주세요.', 'Please enter the trigger price.'],
  QTY_OFF_STEP: [422, '수량을 최소 단위에 맞춰 주세요.', 'Please match the minimum unit of the quantity.'],
  QTY_TOO_SMALL: [422, '최소 주문 수량보다 작습니다.', 'The quantity is below the minimum of an order.'],
  STOP_REJECTED: [
    422,
    '현재가에서 바로 발동되는 감시가로는 주문할 수 없습니다.',
    'The stop was rejected: it would fire at once.',
  ],
  TPSL_BEYOND_LIQUIDATION: [
    422,
    '청산가보다 먼 손절은 체결될 수 없어 설정할 수 없습니다.',
    'A stop-loss beyond the liquidation price could never fire.',
  ],
  TRAILING_INVALID: [
    422,
    '추적 손절의 간격은 0.1%~20%이며, 시작 가격은 아직 지나지 않은 가격이어야 합니다.',
    'A trailing stop follows at 0.1% to 20%, from a price that is not passed yet.',
  ],
  TOO_MANY_EXITS: [
    422,
    '한 포지션에 걸 수 있는 청산 주문 수를 초과합니다.',
    'This position has as many exits as it may have.',
  ],
  WOULD_TAKE: [
    422,
    '바로 체결되는 가격이라 지정가 대기 주문을 낼 수 없습니다.',
    'Rejected: a post-only order must not fill at once.',
  ],
  WOULD_NOT_FILL: [
    422,
    '바로 체결되지 않는 가격이라 즉시 체결 주문을 낼 수 없습니다.',
    'Rejected: this would not fill at once.',
  ],
  NOT_AMENDABLE: [
    422,
    '이 주문은 그 내용으로 변경할 수 없습니다.',
    'This order cannot be changed like that.',
  ],

  // Leverage and margin (docs/rules.md 3.8)
  LEVERAGE_OUT_OF_RANGE: [422, '설정할 수 없는 레버리지입니다.', 'This leverage is out of range.'],
  LEVERAGE_DIFFERS: [
    409,
    '보유 포지션 또는 주문의 레버리지와 다릅니다.',
    'The leverage differs from that of your position or order.',
  ],
  MARGIN_TYPE_DIFFERS: [
    409,
    '보유 포지션 또는 주문의 마진 유형과 다릅니다.',
    'The margin type differs from that of your position or order.',
  ],
  ABOVE_LEVERAGE_CAP: [
    422,
    '해당 레버리지의 최대 수량을 초과합니다.',
    'This exceeds the maximum quantity at the leverage.',
  ],
  LEVERAGE_BELOW_POSITION: [
    409,
    '보유 포지션보다 낮은 레버리지로 변경할 수 없습니다.',
    'The leverage cannot go lower than that of the position.',
  ],
  LEVERAGE_WITH_POSITION: [
    409,
    '포지션이 있어 레버리지를 변경할 수 없습니다.',
    'The leverage cannot be changed with an open position.',
  ],
  MARGIN_TYPE_WITH_OPEN: [
    409,
    '포지션 또는 주문이 있어 마진 유형을 변경할 수 없습니다.',
    'The margin type cannot be changed with a position or order.',
  ],
  NOT_ISOLATED: [
    422,
    '격리 포지션만 증거금을 조정할 수 있습니다.',
    'Only the margin of an isolated position can be moved.',
  ],
  ISOLATED_MARGIN_SHORT: [422, '격리 증거금이 부족합니다.', 'Insufficient isolated margin.'],

  // Answered to the platform alone, which asks again
  ALREADY_FUNDED: [409, '이미 정산된 펀딩비입니다.', 'This funding was already paid.'],
} as const satisfies Record<string, RefusalRow>;

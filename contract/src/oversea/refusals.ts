// Refusals of overseas futures.
import type { RefusalRow } from '../refusal-text.ts';

export const overseaRefusals = {
  // Overseas futures
  ONLY_REDUCE: [409, '현재 청산 주문만 가능합니다.', 'Only reduce-only orders currently.'],
  NO_FRESH_PRICE: [
    409,
    '시세를 확인할 수 없습니다. 잠시 후 다시 시도해 주세요.',
    'There is no fresh price. Please try again in a few minutes.',
  ],
  ORDER_TYPE_INVALID: [422, '주문 유형을 확인해 주세요.', 'Please check the order type.'],
  ENTER_QTY: [400, '수량을 입력해 주세요.', 'Please enter the quantity.'],
  ENTER_PRICE: [400, '가격을 입력해 주세요.', 'Please enter the price.'],
  PRICE_OFF_TICK: [422, '가격을 최소 단위에 맞춰 주세요.', 'Please match the minimum unit of the price.'],
  STOP_EQUALS_LAST: [
    422,
    '현재가와 같은 가격으로는 MIT 주문을 낼 수 없습니다.',
    'A trigger cannot equal the current price.',
  ],
  NO_POSITION: [422, '포지션이 없어 주문할 수 없습니다.', 'This is impossible without a position.'],
  ABOVE_HOLDINGS: [422, '주문 금액이 보유 금액을 초과합니다.', 'The order amount is above your holdings.'],
  TOO_MANY_CONTRACTS: [422, '최대 계약 수를 초과합니다.', 'The maximum of contracts is exceeded.'],
  TOO_MANY_ORDERS: [
    422,
    '미체결 주문이 너무 많습니다. 일부를 취소한 뒤 다시 시도해 주세요.',
    'You have too many resting orders. Cancel some and try again.',
  ],
  TPSL_REJECTED: [
    422,
    '현재가에서 바로 체결되는 익절·손절은 설정할 수 없습니다.',
    'TP and SL rejected: they would fire at once.',
  ],
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
  ORDER_NOT_FOUND: [404, '존재하지 않는 주문입니다.', 'There is no such order.'],
  ORDER_FINISHED: [409, '이미 종료된 주문입니다.', 'This order is already finished.'],
  POSITION_NOT_FOUND: [404, '존재하지 않는 포지션입니다.', 'There is no such position.'],
  FILL_NOT_FOUND: [404, '존재하지 않는 체결 내역입니다.', 'There is no such fill.'],
  OVERNIGHT_ALREADY_ON: [409, '이미 오버나이트가 설정되어 있습니다.', 'Overnight is already set.'],
  OVERNIGHT_ALREADY_OFF: [409, '이미 오버나이트가 해제되어 있습니다.', 'Overnight is already off.'],
  OVERNIGHT_TOO_LATE: [
    409,
    '마감이 임박한 종목은 오버나이트를 설정할 수 없습니다.',
    'Overnight cannot be set for soon-closing instruments.',
  ],
  NOT_REACHED: [409, '조건에 도달하지 않았습니다.', 'The condition is not met.'],
  NOT_DUE: [409, '아직 처리할 시간이 아닙니다.', 'It is not time yet.'],
  EQUITY_FINE: [409, '로스컷 기준에 도달하지 않았습니다.', 'The loss-cut is not reached.'],
} as const satisfies Record<string, RefusalRow>;

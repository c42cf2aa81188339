// Refusals that more than one product has: of every order and bet, and of futures of both kinds.
import type { RefusalRow } from './refusal-text.ts';

export const orderRefusals = {
  // Orders and bets of every product (docs/rules.md 0.7)
  OPTION_NOT_FOUND: [404, '존재하지 않는 종목입니다.', 'This instrument does not exist.'],
  PARTNER_CANNOT_TRADE: [
    403,
    '파트너 계정은 투자 및 주문이 불가능합니다.',
    'Partner accounts cannot invest or order.',
  ],
  OPTION_STOPPED: [
    409,
    '거래가 일시 중지된 종목입니다. 잠시 후 다시 시도해 주세요.',
    'This instrument is halted. Please try again in a few minutes.',
  ],
  REST_DAY: [409, '휴장일입니다.', 'The market rests today.'],
  MARKET_CLOSED: [409, '거래 시간이 아닙니다.', 'The market is closed.'],

  // Orders and positions
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
  NO_POSITION: [422, '포지션이 없어 주문할 수 없습니다.', 'This is impossible without a position.'],
  ABOVE_HOLDINGS: [422, '주문 금액이 보유 금액을 초과합니다.', 'The order amount is above your holdings.'],
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
  ORDER_NOT_FOUND: [404, '존재하지 않는 주문입니다.', 'There is no such order.'],
  ORDER_FINISHED: [409, '이미 종료된 주문입니다.', 'This order is already finished.'],
  POSITION_NOT_FOUND: [404, '존재하지 않는 포지션입니다.', 'There is no such position.'],
  FILL_NOT_FOUND: [404, '존재하지 않는 체결 내역입니다.', 'There is no such fill.'],
  NOT_REACHED: [409, '조건에 도달하지 않았습니다.', 'The condition is not met.'],
  NOT_DUE: [409, '아직 처리할 시간이 아닙니다.', 'It is not time yet.'],
  EQUITY_FINE: [409, '강제 청산 기준에 도달하지 않았습니다.', 'A forced close is not due.'],
} as const satisfies Record<string, RefusalRow>;

// Refusals of prices, of every order and bet, of binary options and bit-ball, and of what staff asks for there.
import type { RefusalText } from '../refusal-text.ts';

export const binaryRefusals = {
  // Market
  BATCH_OUT_OF_ORDER: {
    status: 409,
    ko: '이미 받은 시세이거나 순서가 맞지 않습니다.',
    en: 'This batch of prices was already received or is out of order.',
  },
  OPTION_NOT_FOUND: { status: 404, ko: '존재하지 않는 종목입니다.', en: 'This instrument does not exist.' },

  // Orders and bets of every product (docs/rules.md 0.7)
  PARTNER_CANNOT_TRADE: {
    status: 403,
    ko: '파트너 계정은 투자 및 주문이 불가능합니다.',
    en: 'Partner accounts cannot invest or order.',
  },
  OPTION_STOPPED: {
    status: 409,
    ko: '거래가 일시 중지된 종목입니다. 잠시 후 다시 시도해 주세요.',
    en: 'This instrument is halted. Please try again in a few minutes.',
  },
  REST_DAY: { status: 409, ko: '휴장일입니다.', en: 'The market rests today.' },
  MARKET_CLOSED: { status: 409, ko: '거래 시간이 아닙니다.', en: 'The market is closed.' },

  // Binary options and bit-ball
  ROUND_NOT_FOUND: { status: 404, ko: '존재하지 않는 회차입니다.', en: 'This round does not exist.' },
  ROUND_CLOSED: {
    status: 409,
    ko: '투자 가능 시간이 종료되었습니다.',
    en: 'The investment time is closed.',
  },
  NO_SOURCE_TIME: {
    status: 409,
    ko: '시세 제공처의 시각이 없는 종목이라 이 투자는 받지 않습니다.',
    en: 'Prices here come without the time of their source, so this bet is not taken.',
  },
  BET_TYPE_INVALID: { status: 422, ko: '선택할 수 없는 항목입니다.', en: 'This cannot be chosen here.' },
  BET_NOT_FOUND: { status: 404, ko: '존재하지 않는 투자 내역입니다.', en: 'This bet does not exist.' },
  STAKE_TOO_SMALL: {
    status: 422,
    ko: '투자 금액이 너무 작습니다.',
    en: 'The investment amount is too small.',
  },
  STAKE_TOO_LARGE: {
    status: 422,
    ko: '1회 최대 투자 금액을 초과합니다.',
    en: 'This is above the most for one bet.',
  },
  TOO_MANY_TICKETS: {
    status: 422,
    ko: '한 회차에 투자할 수 있는 횟수를 초과합니다.',
    en: 'You have placed as many bets as one round takes.',
  },
  BOTH_SIDES: {
    status: 422,
    ko: '같은 회차에 상승·하락을 함께 주문할 수 없습니다.',
    en: 'You cannot order up and down in the same round.',
  },
  ROUND_LIMIT: {
    status: 422,
    ko: '한 회차의 최대 투자 금액을 초과합니다.',
    en: 'This is above the most for one round.',
  },
  EXPOSURE_FULL: {
    status: 422,
    ko: '이 방향의 투자 한도가 모두 찼습니다.',
    en: 'This side of the round is full.',
  },
  ROUND_NOT_OVER: { status: 409, ko: '아직 진행 중인 회차입니다.', en: 'This round is still running.' },
  ROUND_NOT_DECIDED: {
    status: 409,
    ko: '아직 결과가 나오지 않은 회차입니다.',
    en: 'This round has no result yet.',
  },
  ENTER_REASON: { status: 400, ko: '사유를 입력해 주세요.', en: 'Please enter the reason.' },
  VOID_TOO_LATE: {
    status: 409,
    ko: '무효 처리할 수 있는 시간이 지났습니다.',
    en: 'It is too late to void this round.',
  },
  VOID_REQUEST_NOT_FOUND: {
    status: 404,
    ko: '존재하지 않는 무효 요청입니다.',
    en: 'This request does not exist.',
  },
  STAFF_REQUEST_NOT_FOUND: {
    status: 404,
    ko: '존재하지 않는 승인 요청입니다.',
    en: 'This request does not exist.',
  },
  STAFF_REQUEST_TOO_OLD: {
    status: 422,
    ko: '승인 기한이 지난 요청입니다. 다시 요청해 주세요.',
    en: 'This request can no longer be approved. Please ask again.',
  },
  STAFF_PROTECTED: {
    status: 403,
    ko: '직원 계정에는 사용할 수 없습니다.',
    en: 'This cannot be done to an account of staff.',
  },
  SECOND_PERSON_NEEDED: {
    status: 403,
    ko: '다른 관리자의 승인이 필요합니다.',
    en: 'Another member of staff must approve.',
  },
  SETTING_INVALID: { status: 422, ko: '설정 값을 확인해 주세요.', en: 'Please check the setting.' },
} as const satisfies Record<string, RefusalText>;

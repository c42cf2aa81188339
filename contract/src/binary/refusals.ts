// Refusals of prices, of binary options and bit-ball, and of the calls of staff.
import type { RefusalRow } from '../refusal-text.ts';

export const binaryRefusals = {
  // Market
  BATCH_OUT_OF_ORDER: [
    409,
    '이미 받은 시세이거나 순서가 맞지 않습니다.',
    'This batch of prices was already received or is out of order.',
  ],

  // Binary options and bit-ball
  ROUND_NOT_FOUND: [404, '존재하지 않는 회차입니다.', 'This round does not exist.'],
  ROUND_CLOSED: [409, '투자 가능 시간이 종료되었습니다.', 'The investment time is closed.'],
  NO_SOURCE_TIME: [
    409,
    '시세 제공처의 시각이 없는 종목이라 이 투자는 받지 않습니다.',
    'Prices here come without the time of their source, so this bet is not taken.',
  ],
  BET_TYPE_INVALID: [422, '선택할 수 없는 항목입니다.', 'This cannot be chosen here.'],
  BET_NOT_FOUND: [404, '존재하지 않는 투자 내역입니다.', 'This bet does not exist.'],
  STAKE_TOO_SMALL: [422, '투자 금액이 너무 작습니다.', 'The investment amount is too small.'],
  STAKE_TOO_LARGE: [422, '1회 최대 투자 금액을 초과합니다.', 'This is above the most for one bet.'],
  TOO_MANY_TICKETS: [
    422,
    '한 회차에 투자할 수 있는 횟수를 초과합니다.',
    'You have placed as many bets as one round takes.',
  ],
  BOTH_SIDES: [
    422,
    '같은 회차에 상승·하락을 함께 주문할 수 없습니다.',
    'You cannot order up and down in the same round.',
  ],
  ROUND_LIMIT: [422, '한 회차의 최대 투자 금액을 초과합니다.', 'This is above the most for one round.'],
  EXPOSURE_FULL: [422, '이 방향의 투자 한도가 모두 찼습니다.', 'This side of the round is full.'],
  ROUND_NOT_OVER: [409, '아직 진행 중인 회차입니다.', 'This round is still running.'],
  ROUND_NOT_DECIDED: [409, '아직 결과가 나오지 않은 회차입니다.', 'This round has no result yet.'],
  ENTER_REASON: [400, '사유를 입력해 주세요.', 'Please enter the reason.'],
  VOID_TOO_LATE: [409, '무효 처리할 수 있는 시간이 지났습니다.', 'It is too late to void this round.'],
  VOID_REQUEST_NOT_FOUND: [404, '존재하지 않는 무효 요청입니다.', 'This request does not exist.'],
  STAFF_REQUEST_NOT_FOUND: [404, '존재하지 않는 승인 요청입니다.', 'This request does not exist.'],
  STAFF_REQUEST_TOO_OLD: [
    422,
    '승인 기한이 지난 요청입니다. 다시 요청해 주세요.',
    'This request can no longer be approved. Please ask again.',
  ],
  STAFF_PROTECTED: [403, '직원 계정에는 사용할 수 없습니다.', 'This cannot be done to an account of staff.'],
  SECOND_PERSON_NEEDED: [403, '다른 관리자의 승인이 필요합니다.', 'Another member of staff must approve.'],
  SETTING_INVALID: [422, '설정 값을 확인해 주세요.', 'Please check the setting.'],
} as const satisfies Record<string, RefusalRow>;

// Refusals of copy trading, in the words of the specification where it has them.
import type { RefusalRow } from '../refusal-text.ts';

export const copytradeRefusals = {
  // To follow (docs/rules.md 5.2)
  ENTER_FOLLOW: [400, '팔로워 정보를 입력해 주세요.', 'Please enter the follower info.'],
  FOLLOW_LIMIT_LOW: [
    422,
    '최대 투자금과 한 번 한도는 10 USDT 이상이어야 합니다.',
    'The maximum and the single-trade limit must be at least 10 USDT.',
  ],
  FOLLOW_LIMIT_ORDER: [
    422,
    '최대 투자금은 한 번 한도보다 커야 합니다.',
    'The maximum must exceed the single-trade limit.',
  ],
  FOLLOW_PAIR: [
    422,
    '트레이더가 공개한 종목을 하나 이상 선택해 주세요.',
    'Please choose at least one pair that the trader offers.',
  ],
  FOLLOW_MULTIPLIER: [
    422,
    '주문 배율은 0% 이상, 1% 단위로 입력해 주세요.',
    'The multiplier is at least 0%, in steps of 1%.',
  ],
  FOLLOW_PROTECTION: [422, '보호 설정 값을 확인해 주세요.', 'Please check the values of the protections.'],
  TRADER_CANNOT_FOLLOW: [
    409,
    '트레이더는 팔로우할 수 없습니다. 트레이더를 그만둔 경우 다음 날부터 가능합니다.',
    'Traders cannot follow. Who stops being a trader can follow from the next day.',
  ],
  FOLLOWS_ALREADY: [409, '트레이더는 한 명만 팔로우할 수 있습니다.', 'You can follow only one trader.'],
  FOLLOW_NEEDS_FLAT: [
    409,
    '코인선물 포지션이나 주문이 있으면 팔로우할 수 없습니다.',
    'You cannot follow with open positions or orders.',
  ],
  FOLLOW_NEEDS_BALANCE: [
    422,
    '코인선물 지갑에 한 번 한도만큼의 USDT가 필요합니다.',
    'Unable to follow due to insufficient balance.',
  ],
  TRADER_NOT_FOUND: [404, '존재하지 않는 트레이더입니다.', 'There is no such trader.'],
  TRADER_NOT_ACCEPTING: [
    409,
    '팔로워를 받지 않는 트레이더입니다.',
    'This trader is not accepting followers.',
  ],
  TRADER_FULL: [409, '팔로워 모집이 마감되었습니다.', 'This trader is over quota.'],

  // A follow and its copies
  FOLLOW_NOT_FOUND: [404, '존재하지 않는 팔로워입니다.', 'There is no such follower.'],
  FOLLOW_ENDED: [409, '이미 끝난 팔로우입니다.', 'This follow has ended already.'],
  FOLLOW_POSITIONS_OPEN: [
    409,
    '열린 카피 포지션을 정리한 뒤 그만둘 수 있습니다.',
    'Please organize your positions before unfollowing.',
  ],
  COPY_NOT_FOUND: [404, '존재하지 않는 카피 포지션입니다.', 'There is no such copied position.'],
  COPY_PRICE_WORSE: [
    409,
    '보신 가격보다 0.5% 넘게 불리해졌습니다. 가격을 다시 확인해 주세요.',
    'The market is more than 0.5% worse than the price you saw. Please check it again.',
  ],

  // What is closed to traders and followers (docs/rules.md 5.5)
  TRADER_USES_COPY_TAB: [
    409,
    '카피 트레이더의 포지션은 카피 탭에서 청산해 주세요.',
    'A trader’s positions are closed in the copy-trade tab.',
  ],
  TRADER_NO_EXITS: [
    409,
    '카피 트레이더는 익절·손절 주문을 낼 수 없습니다.',
    'Traders cannot place TP/SL orders.',
  ],
  TRADER_NO_OPPOSING: [
    409,
    '카피 트레이더는 반대 주문을 낼 수 없습니다. 카피 탭에서 청산해 주세요.',
    'Traders cannot sell or place opposing orders. Please use the copy-trade tab.',
  ],
  COPIES_PENDING: [
    409,
    '팔로워 주문을 처리하고 있습니다. 잠시 후 다시 주문해 주세요.',
    'The orders of your followers are still being processed. Please order again in a moment.',
  ],
  COPY_ONLY_SHRINKS: [
    409,
    '남은 카피 포지션은 줄이거나 청산할 수만 있습니다. 정리한 뒤 주문해 주세요.',
    'A copied position can only be reduced or closed. Please order after that.',
  ],
  CLOSE_WHILE_FOLLOWING: [
    409,
    '트레이더를 팔로우하고 있습니다. 팔로우를 끝낸 뒤 계정을 닫을 수 있습니다.',
    'You are following a trader. Please end the follow before you close the account.',
  ],
  FOLLOWER_USES_COPY_TAB: [
    409,
    '카피 포지션이 있는 종목입니다. 카피 탭을 이용해 주세요.',
    'There is a copied position on this instrument. Please use the copy-trade tab.',
  ],

  // To be a trader (docs/rules.md 5.1)
  TRADER_TERMS: [
    422,
    '트레이더 설정 값을 확인해 주세요. 분배 비율은 10~30%입니다.',
    'Please check the trader’s settings. The share is 10 to 30%.',
  ],
  TRADER_NEEDS_FLAT: [
    409,
    '포지션·주문이 없고 팔로우 중이 아니어야 트레이더가 될 수 있습니다.',
    'To become a trader you must have no position and no order, and follow nobody.',
  ],
  TRADER_HELD: [
    409,
    '운영팀이 중지한 트레이더입니다. 다시 시작하려면 1:1 문의를 이용해 주세요.',
    'Staff stopped you as a trader. To start again, please send us an inquiry.',
  ],
  TRADER_ALREADY: [
    409,
    '이미 트레이더이거나 신청을 심사하고 있습니다.',
    'You are a trader already, or your application is waiting.',
  ],
  APPLICATION_NOT_FOUND: [404, '심사 중인 신청이 없습니다.', 'There is no application that waits.'],
} as const satisfies Record<string, RefusalRow>;

// Refusals of the cashier: requests, payout accounts, conversion, coupons, providers (spec 5, 8).
import { depositLimitRefusals } from '../limits/refusals.ts';
import type { RefusalRow } from '../refusal-text.ts';

export const cashierRefusals = {
  // Requests
  ENTER_DEPOSIT_AMOUNT: [400, '입금신청금액을 입력해주세요.', 'Please enter the amount to deposit.'],
  ENTER_WITHDRAW_AMOUNT: [400, '출금신청금액을 입력해주세요.', 'Please enter the amount to withdraw.'],
  ABOVE_WITHDRAWABLE: [
    422,
    '출금신청금액이 보유금액을 초과합니다.',
    'The amount is above what may be withdrawn.',
  ],
  INSUFFICIENT_FEE: [
    422,
    '수수료를 더하면 보유금액을 초과합니다.',
    'The amount and its fee are above what may be withdrawn.',
  ],
  BELOW_MINIMUM: [422, '최소 신청 금액보다 적습니다.', 'This is below the minimum amount.'],
  REQUEST_ONGOING: [409, '이미 진행 중인 신청이 있습니다.', 'A request of this kind is already ongoing.'],
  REQUEST_NOT_FOUND: [404, '존재하지 않는 신청입니다.', 'There is no such request.'],
  REQUEST_PROCESSED: [
    409,
    '내역이 없거나 이미 처리되었습니다.',
    'The record is missing or has already been processed.',
  ],
  REQUEST_TAKEN: [
    409,
    '다른 담당자가 처리하고 있습니다. 10분 뒤에 이어받을 수 있습니다.',
    'A colleague is working on it. You can take over after ten minutes.',
  ],
  DISPUTE_TOO_EARLY: [
    409,
    '아직 분쟁을 열 수 없습니다. 잠시 더 기다려 주세요.',
    'A dispute cannot be opened yet. Please wait a little longer.',
  ],
  STATUS_UNDEFINED: [400, '정의되지 않은 상태입니다.', 'Undefined status.'],
  TYPE_UNDEFINED: [400, '정의되지 않은 종류입니다.', 'Undefined type.'],
  MONEY_MODE_OFF: [
    422,
    '실제 자금 입출금은 열려 있지 않습니다.',
    'Deposits and withdrawals of real money are off.',
  ],
  PLAYER_EXCLUDED: [
    409,
    '이용 제한 중인 회원의 입금은 승인할 수 없습니다.',
    'A deposit of a member who is excluded cannot be approved.',
  ],

  // Wallets and payout accounts
  WALLET_NOT_DEPOSITABLE: [422, '입금할 수 없는 지갑입니다.', 'This wallet cannot be deposited to.'],
  CURRENCY_NOT_WITHDRAWABLE: [422, '출금할 수 없는 통화입니다.', 'This currency cannot be withdrawn.'],
  COIN_UNSUPPORTED: [422, '지원하지 않는 코인입니다.', 'This coin is not supported.'],
  PURCHASE_UNSUPPORTED: [422, '구매할 수 없는 코인입니다.', 'This coin cannot be bought or sold.'],
  PAYOUT_ACCOUNT_MISSING: [
    422,
    '출금 계좌를 먼저 등록해 주세요.',
    'Please register your account info first.',
  ],
  PAYOUT_ACCOUNT_UNCONFIRMED: [
    422,
    '출금 계좌를 먼저 확인해 주세요.',
    'Please confirm this payout account first.',
  ],
  TOO_MANY_PAYOUT_ACCOUNTS: [
    422,
    '출금 계좌는 지갑마다 5개까지 등록할 수 있습니다.',
    'You may register up to 5 payout accounts for each wallet.',
  ],
  ABOVE_LEVEL_LIMIT: [
    422,
    '지금 인증 단계에서 하루에 출금할 수 있는 금액을 넘습니다.',
    'This is above what your verification level may withdraw in a day.',
  ],
  WITHDRAWAL_WAITS: [
    409,
    '보안을 위해 지금은 출금하거나 보낼 수 없습니다. 출금 화면에서 시간을 확인해 주세요.',
    'Withdrawals and transfers to members wait for security. See the withdrawal page for the time.',
  ],
  BANK_ACCOUNT_INVALID: [
    422,
    '은행과 계좌번호를 확인해 주세요.',
    'Please check the bank and the account number.',
  ],
  ADDRESS_INVALID: [422, '지갑 주소를 확인해 주세요.', 'Please check the wallet address.'],
  TAG_MISSING: [422, '데스티네이션 태그를 입력해 주세요.', 'Please enter the destination tag.'],
  TAG_OUT_OF_RANGE: [
    422,
    '데스티네이션 태그는 0부터 4294967295까지 입력할 수 있습니다.',
    'A destination tag is from 0 to 4294967295.',
  ],

  // Conversion and transfer
  SAME_WALLET: [422, '같은 지갑으로는 보낼 수 없습니다.', 'It is the same wallet.'],
  CURRENCIES_DIFFER: [
    422,
    '통화가 다른 지갑입니다. 전환을 이용해 주세요.',
    'The wallets have different currencies. Please convert instead.',
  ],
  QUOTE_EXPIRED: [
    409,
    '환율 시간이 지났습니다. 새 환율을 받아 주세요.',
    'The quote has expired. Please get a new one.',
  ],
  CONVERTS_TO_NOTHING: [422, '전환하기에 금액이 너무 적습니다.', 'The amount is too small to convert.'],
  AMOUNT_TOO_LARGE: [422, '금액이 너무 많습니다.', 'The amount is too large.'],
  PRICE_CHANGED: [
    409,
    '가격이 바뀌었습니다. 다시 확인해 주세요.',
    'The price has changed. Please check again.',
  ],
  TRANSFER_NOT_ALLOWED: [
    422,
    '다른 회원에게 보낼 수 없는 사이트입니다.',
    'This site does not allow transfers to other members.',
  ],
  RECIPIENT_NOT_FOUND: [404, '받을 회원을 찾을 수 없습니다.', 'The recipient was not found.'],

  STAFF_DAY_LIMIT: [
    422,
    '오늘 승인할 수 있는 금액을 초과합니다. 다른 직원에게 요청해 주세요.',
    'This is above what you may approve in a day. Please ask another member of staff.',
  ],

  // Coupons
  COUPON_NOT_FOUND: [422, '존재하지 않는 코드입니다.', 'This code does not exist.'],
  COUPON_USED_BY_YOU: [409, '이미 사용한 코드입니다.', 'You have used this code already.'],
  COUPON_EXPIRED: [422, '기간이 지난 코드입니다.', 'This code has expired.'],
  COUPON_WRONG_WALLET: [422, '이 지갑에는 사용할 수 없는 코드입니다.', 'This wallet cannot use the code.'],
  AFFILIATES_CANNOT_USE_COUPONS: [
    403,
    '파트너 계정은 쿠폰을 사용할 수 없습니다.',
    'Affiliates cannot use coupons.',
  ],
  TOO_MANY_COUPON_TRIES: [
    429,
    '쿠폰을 너무 여러 번 시도했습니다. 내일 다시 시도해 주세요.',
    'Too many coupon tries. Please try again tomorrow.',
  ],

  // P2P and providers
  P2P_OFF: [422, 'P2P를 이용할 수 없는 사이트입니다.', 'This site has no P2P.'],
  P2P_NAME_DIFFERS: [422, '가입한 이름과 다릅니다.', 'The name differs from that of the member.'],
  P2P_PHONE_DIFFERS: [
    422,
    '가입한 전화번호와 다릅니다.',
    'The phone number differs from that of the member.',
  ],
  TOO_MANY_MESSAGES: [429, '메시지가 너무 많습니다.', 'There are too many messages.'],
  PROVIDER_UNKNOWN: [404, '존재하지 않는 결제사입니다.', 'This provider does not exist.'],
  PROVIDER_UNAVAILABLE: [
    409,
    '결제사에 연결할 수 없습니다. 잠시 후 다시 시도해 주세요.',
    'The provider cannot be reached. Please try again shortly.',
  ],
  ACCOUNT_CANNOT_BE_CHARGED: [422, '충전할 수 없는 계정입니다.', 'This account cannot be charged.'],
  CALLBACK_REFUSED: [401, '확인할 수 없는 알림입니다.', 'This callback cannot be verified.'],
  CALLBACK_MISMATCH: [409, '신청과 다른 알림입니다.', 'This callback differs from the request.'],
  ABOVE_PRACTICE_ARRIVAL: [
    422,
    '연습 입금 한도를 초과합니다.',
    'This is above the limit of a practice deposit.',
  ],
} as const satisfies Record<string, RefusalRow>;

/** What the member decided about their own deposits. */
export const depositBars = depositLimitRefusals;

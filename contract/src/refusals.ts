// The one table of refusals: code → HTTP status, Korean text, English text. No error text stands anywhere else.

interface RefusalText {
  readonly status: number;
  readonly ko: string;
  readonly en: string;
}

export const refusals = {
  // The door
  INVALID_REQUEST: { status: 400, ko: '잘못된 요청입니다.', en: 'Invalid request.' },
  LOGIN_REQUIRED: { status: 401, ko: '로그인이 필요합니다.', en: 'Please sign in.' },
  TOKEN_EXPIRED: {
    status: 401,
    ko: '인증이 만료되었습니다. 다시 로그인해주세요.',
    en: 'Your token has expired. Please sign in again.',
  },
  FORBIDDEN: { status: 403, ko: '권한이 없습니다.', en: 'You do not have permission.' },
  NOT_FOUND: { status: 404, ko: '존재하지 않는 요청입니다.', en: 'Not found.' },
  ARCHIVED: { status: 410, ko: '보관 처리된 지난 내역입니다.', en: 'This is too old and was archived.' },
  METHOD_NOT_ALLOWED: { status: 405, ko: '허용되지 않는 요청 방식입니다.', en: 'Method not allowed.' },
  TOO_LARGE: { status: 413, ko: '요청이 너무 큽니다.', en: 'The request is too large.' },
  UNSUPPORTED_CONTENT_TYPE: { status: 415, ko: '지원하지 않는 형식입니다.', en: 'Unsupported content type.' },
  TOO_MANY_REQUESTS: {
    status: 429,
    ko: '요청이 너무 많습니다. 잠시 후 다시 시도해주세요.',
    en: 'Too many requests. Please try again shortly.',
  },
  TRY_AGAIN: { status: 503, ko: '잠시 후 다시 시도해주세요.', en: 'Please try again in a few minutes.' },
  UNEXPECTED: {
    status: 500,
    ko: '오류가 발생했습니다. 관리자에게 문의해주세요.',
    en: 'Something went wrong. Please contact the administrator.',
  },
  KEY_REUSED: {
    status: 409,
    ko: '같은 요청 키로 다른 내용을 보낼 수 없습니다.',
    en: 'This request key was already used with another body.',
  },
  TOO_MANY_KEYS: {
    status: 429,
    ko: '하루 동안 보낼 수 있는 요청 수를 넘었습니다. 한 시간 후 다시 시도해주세요.',
    en: 'You have sent more requests than one day allows. Please try again in an hour.',
  },
  RESULT_UNKNOWN: {
    status: 503,
    ko: '처리 결과를 확인하고 있습니다. 내역을 확인해주세요.',
    en: 'The result is being confirmed. Please check your history.',
  },

  HOST_UNKNOWN: {
    status: 421,
    ko: '이 주소로는 서비스를 제공하지 않습니다.',
    en: 'Nothing is served under this address.',
  },

  // The HTTP parser
  HEADERS_TOO_LARGE: {
    status: 431,
    ko: '요청 헤더가 너무 큽니다.',
    en: 'The request headers are too large.',
  },
  REQUEST_TIMEOUT: { status: 408, ko: '요청 시간이 초과되었습니다.', en: 'The request took too long.' },

  // Account
  ACCOUNT_NOT_FOUND: { status: 404, ko: '존재하지 않는 회원입니다.', en: 'This member does not exist.' },
  ACCOUNT_EXISTS: { status: 409, ko: '이미 등록된 회원입니다.', en: 'This member is already registered.' },
  ACCOUNT_BLOCKED: {
    status: 403,
    ko: '계정이 이용이 불가능합니다. 자세한 사항은 관리자에게 문의해주시기 바랍니다.',
    en: 'This account cannot be used. Please contact the administrator for details.',
  },
  SESSION_ENDED: {
    status: 401,
    ko: '접속이 끊겼습니다. 잠시 후 다시 로그인해주세요.',
    en: 'You were signed out. Please sign in again shortly.',
  },
  ALREADY_PROCESSED: { status: 409, ko: '이미 처리되었습니다.', en: 'This has already been processed.' },

  // Wallet
  WALLET_UNSUPPORTED: { status: 422, ko: '지원하지 않는 지갑입니다.', en: 'This wallet is not supported.' },
  ENTER_AMOUNT: { status: 400, ko: '금액을 입력해주세요.', en: 'Please enter the amount.' },
  AMOUNT_OFF_UNIT: {
    status: 422,
    ko: '금액의 최소 단위를 맞춰주세요.',
    en: 'Please match the minimum unit of the amount.',
  },
  INSUFFICIENT_BALANCE: { status: 422, ko: '잔액이 부족합니다.', en: 'Insufficient balance.' },
  REFILL_ABOVE_LIMIT: {
    status: 422,
    ko: '연습 자금 한도를 초과합니다.',
    en: 'This is above the practice money limit.',
  },
  REFILL_WHILE_OPEN: {
    status: 409,
    ko: '진행 중인 거래가 있어 다시 채울 수 없습니다. 거래를 정리한 뒤 다시 시도해주세요.',
    en: 'You cannot refill while a trade is open. Close it first.',
  },
  HOLD_NOT_FOUND: { status: 404, ko: '존재하지 않는 내역입니다.', en: 'This record does not exist.' },

  // Realtime
  FRAME_MALFORMED: { status: 400, ko: '잘못된 메시지 형식입니다.', en: 'The frame is malformed.' },
  FRAME_NOT_SUPPORTED: { status: 405, ko: '지원하지 않는 메시지입니다.', en: 'This frame is not supported.' },
  CONNECT_FIRST: { status: 400, ko: '먼저 연결 요청을 보내주세요.', en: 'CONNECT must come first.' },
  ALREADY_CONNECTED: { status: 409, ko: '이미 연결되어 있습니다.', en: 'Already connected.' },
  CONNECT_TOO_LATE: { status: 408, ko: '연결 시간이 초과되었습니다.', en: 'CONNECT did not arrive in time.' },
  DESTINATION_NOT_FOUND: {
    status: 404,
    ko: '존재하지 않는 구독 경로입니다.',
    en: 'This destination does not exist.',
  },
  SUBSCRIPTION_ID_TAKEN: {
    status: 409,
    ko: '이미 사용 중인 구독 번호입니다.',
    en: 'This subscription id is already in use.',
  },
  TOO_MANY_SUBSCRIPTIONS: {
    status: 429,
    ko: '구독 개수를 초과했습니다.',
    en: 'Too many subscriptions.',
  },
  TOO_MANY_CONNECTIONS: {
    status: 429,
    ko: '동시 접속 수를 초과했습니다.',
    en: 'Too many connections.',
  },
  CONSUMER_TOO_SLOW: {
    status: 408,
    ko: '연결이 느려 접속을 종료합니다. 다시 연결해주세요.',
    en: 'The connection is too slow and was closed. Please reconnect.',
  },

  // Sign-up, sign-in and profile
  USERNAME_INVALID: {
    status: 400,
    ko: '아이디는 영문 소문자, 숫자, _, - 4~20자로 입력해주세요.',
    en: 'A username has 4 to 20 lowercase letters, digits, _ or -.',
  },
  USERNAME_TAKEN: { status: 422, ko: '이미 사용 중인 아이디입니다.', en: 'This username is already in use.' },
  ENTER_NAME: { status: 400, ko: '이름을 입력해주세요.', en: 'Please enter your name.' },
  ENTER_NICK: { status: 400, ko: '닉네임을 입력해주세요.', en: 'Please enter your nickname.' },
  ENTER_PHONE: { status: 400, ko: '휴대폰 번호를 입력해주세요.', en: 'Please enter your phone number.' },
  ENTER_EMAIL: { status: 400, ko: '이메일을 입력해주세요.', en: 'Please enter your email.' },
  NAME_INVALID: { status: 400, ko: '이름을 확인해주세요.', en: 'Please check your name.' },
  NICK_INVALID: {
    status: 400,
    ko: '닉네임은 한글, 영문, 숫자 2~12자로 입력해주세요.',
    en: 'A nickname has 2 to 12 Hangul or Latin letters or digits.',
  },
  NICK_RESERVED: { status: 422, ko: '사용할 수 없는 닉네임입니다.', en: 'This nickname cannot be used.' },
  NICK_TAKEN: { status: 422, ko: '이미 사용 중인 닉네임입니다.', en: 'This nickname is already in use.' },
  USERNAME_EQUALS_NICK: {
    status: 422,
    ko: '아이디와 닉네임은 서로 달라야 합니다.',
    en: 'The username and the nickname must differ.',
  },
  PHONE_INVALID: { status: 400, ko: '휴대폰 번호를 확인해주세요.', en: 'Please check your phone number.' },
  TOO_MANY_SIGN_UPS: {
    status: 429,
    ko: '같은 네트워크에서 가입이 너무 많습니다. 나중에 다시 시도해주세요.',
    en: 'Too many sign-ups from this network. Please try again later.',
  },
  EMAIL_INVALID: { status: 400, ko: '이메일을 확인해주세요.', en: 'Please check your email.' },
  PASSWORD_LENGTH: {
    status: 400,
    ko: '비밀번호는 8자 이상 128자 이하로 입력해주세요.',
    en: 'A password has 8 to 128 characters.',
  },
  PASSWORD_TOO_COMMON: {
    status: 422,
    ko: '너무 흔한 비밀번호입니다. 다른 비밀번호를 입력해주세요.',
    en: 'This password is too common. Please choose another.',
  },
  PASSWORD_UNCHANGED: {
    status: 422,
    ko: '현재 비밀번호와 다른 비밀번호를 입력해주세요.',
    en: 'Please enter a password that differs from the current one.',
  },
  CURRENT_PASSWORD_MISMATCH: {
    status: 422,
    ko: '현재 비밀번호가 일치하지 않습니다.',
    en: 'The current password does not match.',
  },
  PARTNER_NOT_FOUND: { status: 422, ko: '존재하지 않는 파트너입니다.', en: 'This partner does not exist.' },
  WRONG_CREDENTIALS: {
    status: 401,
    ko: '아이디 또는 비밀번호가 일치하지 않습니다.',
    en: 'Wrong username or password.',
  },
  WAITING_FOR_APPROVAL: {
    status: 403,
    ko: '가입 승인 대기 중입니다.',
    en: 'Your account is waiting for approval.',
  },
  DEVICE_BLOCKED: {
    status: 403,
    ko: '모바일 디바이스 접속이 불가합니다.',
    en: 'Mobile devices cannot be used with this account.',
  },
  PRACTICE_ONLY: {
    status: 422,
    ko: '모의 거래에서만 이용할 수 있습니다.',
    en: 'This is available in practice mode only.',
  },

  // Site
  SITE_NOT_FOUND: { status: 404, ko: '존재하지 않는 사이트입니다.', en: 'This site does not exist.' },

  // Market
  BATCH_OUT_OF_ORDER: {
    status: 409,
    ko: '이미 받은 시세이거나 순서가 맞지 않습니다.',
    en: 'This batch of prices was already received or is out of order.',
  },
  OPTION_NOT_FOUND: { status: 404, ko: '존재하지 않는 종목입니다.', en: 'This instrument does not exist.' },

  // Orders and bets of every product (rules.md 0.7)
  PARTNER_CANNOT_TRADE: {
    status: 403,
    ko: '파트너 계정은 투자 및 주문이 불가능합니다.',
    en: 'Partner accounts cannot invest or order.',
  },
  OPTION_STOPPED: {
    status: 409,
    ko: '거래가 일시 중지된 종목입니다. 잠시 후 다시 시도해주세요.',
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
    ko: '한 회차에 양방향으로 투자할 수 없습니다.',
    en: 'You cannot bet both ways in one round.',
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
  ENTER_REASON: { status: 400, ko: '사유를 입력해주세요.', en: 'Please enter the reason.' },
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
    ko: '승인 기한이 지난 요청입니다. 다시 요청해주세요.',
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
  SETTING_INVALID: { status: 422, ko: '설정 값을 확인해주세요.', en: 'Please check the setting.' },

  // Overseas futures
  ONLY_REDUCE: {
    status: 409,
    ko: '현재 청산 주문만 가능합니다.',
    en: 'Only reduce-only orders currently.',
  },
  NO_FRESH_PRICE: {
    status: 409,
    ko: '시세를 확인할 수 없습니다. 잠시 후 다시 시도해주세요.',
    en: 'There is no fresh price. Please try again in a few minutes.',
  },
  ORDER_TYPE_INVALID: {
    status: 422,
    ko: '주문 유형을 확인해주세요.',
    en: 'Please check the order type.',
  },
  ENTER_QTY: { status: 400, ko: '수량을 입력해주세요.', en: 'Please enter the quantity.' },
  ENTER_PRICE: { status: 400, ko: '가격을 입력해주세요.', en: 'Please enter the price.' },
  PRICE_OFF_TICK: {
    status: 422,
    ko: '가격을 최소 단위에 맞춰주세요.',
    en: 'Please match the minimum unit of the price.',
  },
  STOP_EQUALS_LAST: {
    status: 422,
    ko: '현재가와 같은 가격으로는 MIT 주문을 낼 수 없습니다.',
    en: 'A trigger cannot equal the current price.',
  },
  NO_POSITION: {
    status: 422,
    ko: '포지션이 없어 주문할 수 없습니다.',
    en: 'This is impossible without a position.',
  },
  ABOVE_HOLDINGS: {
    status: 422,
    ko: '주문 금액이 보유 금액을 초과합니다.',
    en: 'The order amount is above your holdings.',
  },
  TOO_MANY_CONTRACTS: {
    status: 422,
    ko: '최대 계약 수를 초과합니다.',
    en: 'The maximum of contracts is exceeded.',
  },
  TOO_MANY_ORDERS: {
    status: 422,
    ko: '미체결 주문이 너무 많습니다. 일부를 취소한 뒤 다시 시도해주세요.',
    en: 'You have too many resting orders. Cancel some and try again.',
  },
  TPSL_REJECTED: {
    status: 422,
    ko: '현재가에서 바로 체결되는 익절·손절은 설정할 수 없습니다.',
    en: 'TP and SL rejected: they would fire at once.',
  },
  TPSL_TICKS_INVALID: {
    status: 422,
    ko: '익절·손절 틱 수를 확인해주세요.',
    en: 'Please check the ticks of TP and SL.',
  },
  ORDER_NOT_FOUND: { status: 404, ko: '존재하지 않는 주문입니다.', en: 'There is no such order.' },
  ORDER_FINISHED: { status: 409, ko: '이미 종료된 주문입니다.', en: 'This order is already finished.' },
  POSITION_NOT_FOUND: { status: 404, ko: '존재하지 않는 포지션입니다.', en: 'There is no such position.' },
  FILL_NOT_FOUND: { status: 404, ko: '존재하지 않는 체결 내역입니다.', en: 'There is no such fill.' },
  OVERNIGHT_ALREADY_ON: {
    status: 409,
    ko: '이미 오버나이트가 설정되어 있습니다.',
    en: 'Overnight is already set.',
  },
  OVERNIGHT_ALREADY_OFF: {
    status: 409,
    ko: '이미 오버나이트가 해제되어 있습니다.',
    en: 'Overnight is already off.',
  },
  OVERNIGHT_TOO_LATE: {
    status: 409,
    ko: '마감이 임박한 종목은 오버나이트를 설정할 수 없습니다.',
    en: 'Overnight cannot be set for soon-closing instruments.',
  },
  NOT_REACHED: { status: 409, ko: '조건에 도달하지 않았습니다.', en: 'The condition is not met.' },
  NOT_DUE: { status: 409, ko: '아직 처리할 시간이 아닙니다.', en: 'It is not time yet.' },
  EQUITY_FINE: { status: 409, ko: '로스컷 기준에 도달하지 않았습니다.', en: 'The loss-cut is not reached.' },
} as const satisfies Record<string, RefusalText>;

export type RefusalCode = keyof typeof refusals;
export type Language = 'ko' | 'en';

export const refusalText = (code: RefusalCode, language: Language): string => refusals[code][language];

// Refusals of the HTTP layer, of the parser before it, and of realtime.
import type { RefusalText } from './refusal-text.ts';

export const transportRefusals = {
  // HTTP
  INVALID_REQUEST: { status: 400, ko: '잘못된 요청입니다.', en: 'Invalid request.' },
  LOGIN_REQUIRED: { status: 401, ko: '로그인이 필요합니다.', en: 'Please sign in.' },
  TOKEN_EXPIRED: {
    status: 401,
    ko: '인증이 만료되었습니다. 다시 로그인해 주세요.',
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
    ko: '요청이 너무 많습니다. 잠시 후 다시 시도해 주세요.',
    en: 'Too many requests. Please try again shortly.',
  },
  TRY_AGAIN: { status: 503, ko: '잠시 후 다시 시도해 주세요.', en: 'Please try again in a few minutes.' },
  UNEXPECTED: {
    status: 500,
    ko: '오류가 발생했습니다. 관리자에게 문의해 주세요.',
    en: 'Something went wrong. Please contact the administrator.',
  },
  KEY_REUSED: {
    status: 409,
    ko: '같은 요청 키로 다른 내용을 보낼 수 없습니다.',
    en: 'This request key was already used with another body.',
  },
  TOO_MANY_KEYS: {
    status: 429,
    ko: '하루 동안 보낼 수 있는 요청 수를 넘었습니다. 한 시간 후 다시 시도해 주세요.',
    en: 'You have sent more requests than one day allows. Please try again in an hour.',
  },
  RESULT_UNKNOWN: {
    status: 503,
    ko: '처리 결과를 확인하고 있습니다. 내역을 확인해 주세요.',
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

  // Realtime
  FRAME_MALFORMED: { status: 400, ko: '잘못된 메시지 형식입니다.', en: 'The frame is malformed.' },
  FRAME_NOT_SUPPORTED: { status: 405, ko: '지원하지 않는 메시지입니다.', en: 'This frame is not supported.' },
  CONNECT_FIRST: { status: 400, ko: '먼저 연결 요청을 보내 주세요.', en: 'CONNECT must come first.' },
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
    ko: '연결이 느려 접속을 종료합니다. 다시 연결해 주세요.',
    en: 'The connection is too slow and was closed. Please reconnect.',
  },
} as const satisfies Record<string, RefusalText>;

// Refusals of the HTTP layer, of the parser before it, and of realtime.
import type { RefusalRow } from './refusal-text.ts';

export const transportRefusals = {
  // HTTP
  INVALID_REQUEST: [400, '잘못된 요청입니다.', 'Invalid request.'],
  LOGIN_REQUIRED: [401, '로그인이 필요합니다.', 'Please sign in.'],
  TOKEN_EXPIRED: [
    401,
    '인증이 만료되었습니다. 다시 로그인해 주세요.',
    'Your token has expired. Please sign in again.',
  ],
  FORBIDDEN: [403, '권한이 없습니다.', 'You do not have permission.'],
  NOT_FOUND: [404, '존재하지 않는 요청입니다.', 'Not found.'],
  ARCHIVED: [410, '보관 처리된 지난 내역입니다.', 'This is too old and was archived.'],
  METHOD_NOT_ALLOWED: [405, '허용되지 않는 요청 방식입니다.', 'Method not allowed.'],
  TOO_LARGE: [413, '요청이 너무 큽니다.', 'The request is too large.'],
  UNSUPPORTED_CONTENT_TYPE: [415, '지원하지 않는 형식입니다.', 'Unsupported content type.'],
  TOO_MANY_REQUESTS: [
    429,
    '요청이 너무 많습니다. 잠시 후 다시 시도해 주세요.',
    'Too many requests. Please try again shortly.',
  ],
  TRY_AGAIN: [503, '잠시 후 다시 시도해 주세요.', 'Please try again in a few minutes.'],
  UNEXPECTED: [
    500,
    '오류가 발생했습니다. 관리자에게 문의해 주세요.',
    'Something went wrong. Please contact the administrator.',
  ],
  KEY_REUSED: [
    409,
    '같은 요청 키로 다른 내용을 보낼 수 없습니다.',
    'This request key was already used with another body.',
  ],
  TOO_MANY_KEYS: [
    429,
    '하루 동안 보낼 수 있는 요청 수를 넘었습니다. 한 시간 후 다시 시도해 주세요.',
    'You have sent more requests than one day allows. Please try again in an hour.',
  ],
  RESULT_UNKNOWN: [
    503,
    '처리 결과를 확인하고 있습니다. 내역을 확인해 주세요.',
    'The result is being confirmed. Please check your history.',
  ],

  HOST_UNKNOWN: [421, '이 주소로는 서비스를 제공하지 않습니다.', 'Nothing is served under this address.'],

  // The HTTP parser
  HEADERS_TOO_LARGE: [431, '요청 헤더가 너무 큽니다.', 'The request headers are too large.'],
  REQUEST_TIMEOUT: [408, '요청 시간이 초과되었습니다.', 'The request took too long.'],

  // Realtime
  FRAME_MALFORMED: [400, '잘못된 메시지 형식입니다.', 'The frame is malformed.'],
  FRAME_NOT_SUPPORTED: [405, '지원하지 않는 메시지입니다.', 'This frame is not supported.'],
  CONNECT_FIRST: [400, '먼저 연결 요청을 보내 주세요.', 'CONNECT must come first.'],
  ALREADY_CONNECTED: [409, '이미 연결되어 있습니다.', 'Already connected.'],
  CONNECT_TOO_LATE: [408, '연결 시간이 초과되었습니다.', 'CONNECT did not arrive in time.'],
  DESTINATION_NOT_FOUND: [404, '존재하지 않는 구독 경로입니다.', 'This destination does not exist.'],
  SUBSCRIPTION_ID_TAKEN: [409, '이미 사용 중인 구독 번호입니다.', 'This subscription id is already in use.'],
  TOO_MANY_SUBSCRIPTIONS: [429, '구독 개수를 초과했습니다.', 'Too many subscriptions.'],
  TOO_MANY_CONNECTIONS: [429, '동시 접속 수를 초과했습니다.', 'Too many connections.'],
  CONSUMER_TOO_SLOW: [
    408,
    '연결이 느려 접속을 종료합니다. 다시 연결해 주세요.',
    'The connection is too slow and was closed. Please reconnect.',
  ],
} as const satisfies Record<string, RefusalRow>;

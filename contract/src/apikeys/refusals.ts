// Refusals of API keys: of making them, and of requests that are signed with one.
import type { RefusalRow } from '../refusal-text.ts';

export const apikeyRefusals = {
  // One answer for an unknown key, a wrong signature and headers that are no signature at all.
  SIGNATURE_WRONG: [
    401,
    'API 키 또는 서명이 올바르지 않습니다.',
    'The API key or its signature is not right.',
  ],
  SIGNATURE_TIME: [
    401,
    '요청 시각이 서버 시각과 다릅니다. 시계를 확인하고 다시 서명해 주세요.',
    'The time of the request is not the time of the server. Please check the clock and sign again.',
  ],
  SIGNATURE_USED: [
    409,
    '이미 받은 서명입니다. 새로 서명해 보내 주세요.',
    'This signature was received before. Please sign again.',
  ],
  API_KEY_ENDED: [
    401,
    '만료되었거나 더 쓸 수 없는 API 키입니다. 새 키를 만들어 주세요.',
    'This API key has expired or was ended. Please make a new one.',
  ],
  API_KEY_ADDRESS: [
    403,
    '이 주소에서는 쓸 수 없는 API 키입니다.',
    'This API key may not be used from this address.',
  ],
  API_KEY_SCOPE: [403, '이 API 키로는 할 수 없는 요청입니다.', 'This API key does not allow this request.'],
  TOO_MANY_API_KEYS: [409, 'API 키는 5개까지 만들 수 있습니다.', 'You can have at most 5 API keys.'],
  API_KEY_NAME_INVALID: [
    400,
    '이름은 1자에서 20자까지 입력해 주세요.',
    'Please enter a name of 1 to 20 characters.',
  ],
  API_KEY_ADDRESS_INVALID: [
    400,
    '주소는 IPv4나 IPv6 주소 또는 그 범위로 10개까지 입력해 주세요.',
    'Please enter up to 10 IPv4 or IPv6 addresses or ranges.',
  ],
  API_KEY_NEEDS_ADDRESS: [
    422,
    '거래 권한에는 주소가 하나 이상 필요합니다.',
    'A key that may trade needs at least one address.',
  ],
  API_KEY_NEEDS_SCOPE: [
    422,
    '할 수 있는 일을 하나 이상 골라 주세요.',
    'Please choose at least one thing that the key may do.',
  ],
} as const satisfies Record<string, RefusalRow>;

/** What a signed request may be refused with before its call is asked. */
export const signingRefusals = [
  'SIGNATURE_WRONG',
  'SIGNATURE_TIME',
  'SIGNATURE_USED',
  'API_KEY_ENDED',
  'API_KEY_ADDRESS',
  'API_KEY_SCOPE',
] as const satisfies readonly (keyof typeof apikeyRefusals)[];

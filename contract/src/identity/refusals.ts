// Refusals about codes, proofs of e-mail addresses and phone numbers, and what they open.
import type { RefusalRow } from '../refusal-text.ts';

export const identityRefusals = {
  CODE_WRONG: [
    422,
    '인증번호가 맞지 않거나 시간이 지났습니다.',
    'The code is wrong, or its time has passed.',
  ],
  CODE_TRIES_USED: [
    429,
    '인증번호를 5번 틀렸습니다. 새 인증번호를 받아 주세요.',
    'The code was wrong five times. Please ask for a new one.',
  ],
  TOO_MANY_CODES: [
    429,
    '인증번호를 너무 자주 요청했습니다. 잠시 후 다시 시도해 주세요.',
    'Too many codes were asked for. Please try again later.',
  ],
  TERMS_TEXT_MISSING: [
    409,
    '먼저 이 약관의 글을 게시해 주세요.',
    'Please publish the page of these terms first.',
  ],
  PROOF_EXPIRED: [
    422,
    '인증 시간이 지났습니다. 다시 인증해 주세요.',
    'The verification has expired. Please verify again.',
  ],
  PHONE_REGISTERED: [
    422,
    '이미 같은 휴대폰 번호로 가입되어 있습니다. 아이디 찾기를 이용해 주세요.',
    'You are already registered with the same phone. Please use find ID.',
  ],
  CLOSE_WHILE_OPEN: [
    409,
    '진행 중인 거래나 입출금 신청이 있어 계정을 닫을 수 없습니다. 모두 마친 뒤 다시 시도해 주세요.',
    'The account cannot be closed while a trade or a request is open. Finish them first.',
  ],
  EMAIL_REGISTERED: [
    422,
    '이미 같은 이메일로 가입되어 있습니다. 아이디 찾기를 이용해 주세요.',
    'You are already registered with the same email. Please use find ID.',
  ],
} as const satisfies Record<string, RefusalRow>;

// Refusals about accounts, wallets, signing up and in, and the site.
import type { RefusalRow } from '../refusal-text.ts';

export const accountRefusals = {
  // Account
  ACCOUNT_NOT_FOUND: [404, '존재하지 않는 회원입니다.', 'This member does not exist.'],
  ACCOUNT_EXISTS: [409, '이미 등록된 회원입니다.', 'This member is already registered.'],
  ACCOUNT_BLOCKED: [
    403,
    '계정이 이용이 불가능합니다. 자세한 사항은 관리자에게 문의해주시기 바랍니다.',
    'This account cannot be used. Please contact the administrator for details.',
  ],
  SESSION_ENDED: [
    401,
    '접속이 끊겼습니다. 잠시 후 다시 로그인해주세요.',
    'You were signed out. Please sign in again shortly.',
  ],
  ALREADY_PROCESSED: [409, '이미 처리되었습니다.', 'This has already been processed.'],

  // Wallet
  WALLET_UNSUPPORTED: [422, '지원하지 않는 지갑입니다.', 'This wallet is not supported.'],
  ENTER_AMOUNT: [400, '금액을 입력해 주세요.', 'Please enter the amount.'],
  AMOUNT_OFF_UNIT: [422, '금액의 최소 단위를 맞춰 주세요.', 'Please match the minimum unit of the amount.'],
  INSUFFICIENT_BALANCE: [422, '잔액이 부족합니다.', 'Insufficient balance.'],
  REFILL_ABOVE_LIMIT: [422, '연습 자금 한도를 초과합니다.', 'This is above the practice money limit.'],
  REFILL_WHILE_OPEN: [
    409,
    '진행 중인 거래가 있어 연습을 다시 시작할 수 없습니다. 거래를 정리한 뒤 다시 시도해 주세요.',
    'You cannot start over while a trade is open. Close it first.',
  ],
  HOLD_NOT_FOUND: [404, '존재하지 않는 내역입니다.', 'This record does not exist.'],

  // Sign-up, sign-in and profile
  USERNAME_INVALID: [
    400,
    '아이디는 영문 소문자, 숫자, _, - 4~20자로 입력해 주세요.',
    'A username has 4 to 20 lowercase letters, digits, _ or -.',
  ],
  USERNAME_TAKEN: [422, '이미 사용 중인 아이디입니다.', 'This username is already in use.'],
  ENTER_NAME: [400, '이름을 입력해 주세요.', 'Please enter your name.'],
  ENTER_NICK: [400, '닉네임을 입력해 주세요.', 'Please enter your nickname.'],
  ENTER_PHONE: [400, '휴대폰 번호를 입력해 주세요.', 'Please enter your phone number.'],
  ENTER_EMAIL: [400, '이메일을 입력해 주세요.', 'Please enter your email.'],
  NAME_INVALID: [
    400,
    '이름은 숫자나 특수문자 없이 40자까지 입력해 주세요.',
    'Please enter a name of at most 40 characters without digits or symbols.',
  ],
  NICK_INVALID: [
    400,
    '닉네임은 한글, 영문, 숫자 2~12자로 입력해 주세요.',
    'A nickname has 2 to 12 Hangul or Latin letters or digits.',
  ],
  NICK_RESERVED: [422, '사용할 수 없는 닉네임입니다.', 'This nickname cannot be used.'],
  NICK_TAKEN: [422, '이미 사용 중인 닉네임입니다.', 'This nickname is already in use.'],
  USERNAME_EQUALS_NICK: [
    422,
    '아이디와 닉네임은 서로 달라야 합니다.',
    'The username and the nickname must differ.',
  ],
  PHONE_INVALID: [
    400,
    '전화번호를 010-1234-5678처럼 입력해 주세요.',
    'Please enter a phone number such as 010-1234-5678.',
  ],
  TOO_MANY_SIGN_UPS: [
    429,
    '같은 네트워크에서 가입이 너무 많습니다. 나중에 다시 시도해 주세요.',
    'Too many sign-ups from this network. Please try again later.',
  ],
  EMAIL_INVALID: [
    400,
    '이메일을 name@example.com처럼 입력해 주세요.',
    'Please enter an email such as name@example.com.',
  ],
  PASSWORD_LENGTH: [
    400,
    '비밀번호는 8자 이상 128자 이하로 입력해 주세요.',
    'A password has 8 to 128 characters.',
  ],
  PASSWORD_TOO_COMMON: [
    422,
    '너무 흔한 비밀번호입니다. 다른 비밀번호를 입력해 주세요.',
    'This password is too common. Please choose another.',
  ],
  PASSWORD_UNCHANGED: [
    422,
    '현재 비밀번호와 다른 비밀번호를 입력해 주세요.',
    'Please enter a password that differs from the current one.',
  ],
  CURRENT_PASSWORD_MISMATCH: [
    422,
    '현재 비밀번호가 일치하지 않습니다.',
    'The current password does not match.',
  ],
  PARTNER_NOT_FOUND: [422, '존재하지 않는 파트너입니다.', 'This partner does not exist.'],
  WRONG_CREDENTIALS: [401, '아이디 또는 비밀번호가 일치하지 않습니다.', 'Wrong username or password.'],
  WAITING_FOR_APPROVAL: [403, '가입 승인 대기 중입니다.', 'Your account is waiting for approval.'],
  DEVICE_BLOCKED: [
    403,
    '모바일 디바이스 접속이 불가합니다.',
    'Mobile devices cannot be used with this account.',
  ],
  PRACTICE_ONLY: [422, '모의 거래에서만 이용할 수 있습니다.', 'This is available in practice mode only.'],

  // Site
  SITE_NOT_FOUND: [404, '존재하지 않는 사이트입니다.', 'This site does not exist.'],
} as const satisfies Record<string, RefusalRow>;

// Refusals about accounts, wallets, signing up and in, and the site.
import type { RefusalText } from '../refusal-text.ts';

export const accountRefusals = {
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
  ENTER_AMOUNT: { status: 400, ko: '금액을 입력해 주세요.', en: 'Please enter the amount.' },
  AMOUNT_OFF_UNIT: {
    status: 422,
    ko: '금액의 최소 단위를 맞춰 주세요.',
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
    ko: '진행 중인 거래가 있어 연습을 다시 시작할 수 없습니다. 거래를 정리한 뒤 다시 시도해 주세요.',
    en: 'You cannot start over while a trade is open. Close it first.',
  },
  HOLD_NOT_FOUND: { status: 404, ko: '존재하지 않는 내역입니다.', en: 'This record does not exist.' },

  // Sign-up, sign-in and profile
  USERNAME_INVALID: {
    status: 400,
    ko: '아이디는 영문 소문자, 숫자, _, - 4~20자로 입력해 주세요.',
    en: 'A username has 4 to 20 lowercase letters, digits, _ or -.',
  },
  USERNAME_TAKEN: { status: 422, ko: '이미 사용 중인 아이디입니다.', en: 'This username is already in use.' },
  ENTER_NAME: { status: 400, ko: '이름을 입력해 주세요.', en: 'Please enter your name.' },
  ENTER_NICK: { status: 400, ko: '닉네임을 입력해 주세요.', en: 'Please enter your nickname.' },
  ENTER_PHONE: { status: 400, ko: '휴대폰 번호를 입력해 주세요.', en: 'Please enter your phone number.' },
  ENTER_EMAIL: { status: 400, ko: '이메일을 입력해 주세요.', en: 'Please enter your email.' },
  NAME_INVALID: {
    status: 400,
    ko: '이름은 숫자나 특수문자 없이 40자까지 입력해 주세요.',
    en: 'Please enter a name of at most 40 characters without digits or symbols.',
  },
  NICK_INVALID: {
    status: 400,
    ko: '닉네임은 한글, 영문, 숫자 2~12자로 입력해 주세요.',
    en: 'A nickname has 2 to 12 Hangul or Latin letters or digits.',
  },
  NICK_RESERVED: { status: 422, ko: '사용할 수 없는 닉네임입니다.', en: 'This nickname cannot be used.' },
  NICK_TAKEN: { status: 422, ko: '이미 사용 중인 닉네임입니다.', en: 'This nickname is already in use.' },
  USERNAME_EQUALS_NICK: {
    status: 422,
    ko: '아이디와 닉네임은 서로 달라야 합니다.',
    en: 'The username and the nickname must differ.',
  },
  PHONE_INVALID: {
    status: 400,
    ko: '전화번호를 010-1234-5678처럼 입력해 주세요.',
    en: 'Please enter a phone number such as 010-1234-5678.',
  },
  TOO_MANY_SIGN_UPS: {
    status: 429,
    ko: '같은 네트워크에서 가입이 너무 많습니다. 나중에 다시 시도해 주세요.',
    en: 'Too many sign-ups from this network. Please try again later.',
  },
  EMAIL_INVALID: {
    status: 400,
    ko: '이메일을 name@example.com처럼 입력해 주세요.',
    en: 'Please enter an email such as name@example.com.',
  },
  PASSWORD_LENGTH: {
    status: 400,
    ko: '비밀번호는 8자 이상 128자 이하로 입력해 주세요.',
    en: 'A password has 8 to 128 characters.',
  },
  PASSWORD_TOO_COMMON: {
    status: 422,
    ko: '너무 흔한 비밀번호입니다. 다른 비밀번호를 입력해 주세요.',
    en: 'This password is too common. Please choose another.',
  },
  PASSWORD_UNCHANGED: {
    status: 422,
    ko: '현재 비밀번호와 다른 비밀번호를 입력해 주세요.',
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
} as const satisfies Record<string, RefusalText>;

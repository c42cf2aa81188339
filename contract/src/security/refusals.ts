// Refusals of what proves who a member is, and of what protects their withdrawals.
import type { RefusalRow } from '../refusal-text.ts';

export const securityRefusals = {
  SECOND_FACTOR_NEEDED: [
    401,
    '인증 앱의 6자리 번호를 입력해 주세요.',
    'Please enter the 6 digits of your authenticator app.',
  ],
  SECOND_FACTOR_WRONG: [
    401,
    'OTP 번호가 일치하지 않습니다. 새 번호로 다시 입력해 주세요.',
    'OTP mismatch. Please enter a new code.',
  ],
  SECOND_FACTOR_ON: [409, '2단계 인증이 이미 켜져 있습니다.', 'The second factor is on already.'],
  SECOND_FACTOR_OFF: [409, '2단계 인증이 꺼져 있습니다.', 'The second factor is off.'],
  SETUP_EXPIRED: [
    409,
    '설정 시간이 지났습니다. 처음부터 다시 해 주세요.',
    'The setup has expired. Please start again.',
  ],
  PASSKEY_REFUSED: [401, '패스키를 확인하지 못했습니다.', 'The passkey could not be verified.'],
  PASSKEY_NOT_FOUND: [404, '존재하지 않는 패스키입니다.', 'There is no such passkey.'],
  TOO_MANY_PASSKEYS: [422, '패스키는 10개까지 등록할 수 있습니다.', 'You may register up to 10 passkeys.'],
  PASSKEYS_NEED_HTTPS: [
    422,
    '이 주소에서는 패스키를 쓸 수 없습니다.',
    'Passkeys cannot be used at this address.',
  ],
  ACCOUNT_LOCKED: [
    409,
    '잠긴 계정입니다. 먼저 잠금을 풀어 주세요.',
    'This account is locked. Please unlock it first.',
  ],
  ACCOUNT_NOT_LOCKED: [409, '잠기지 않은 계정입니다.', 'This account is not locked.'],
  UNLOCK_NEEDS_STAFF: [
    403,
    '2단계 인증이 없어 고객센터에서 풀어 드립니다.',
    'Without a second factor only support can unlock the account.',
  ],
} as const satisfies Record<string, RefusalRow>;

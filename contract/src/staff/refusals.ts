// Refusals of the office: what a role may not do, and what staff must prove first.
import type { RefusalRow } from '../refusal-text.ts';

export const staffRefusals = {
  SECOND_FACTOR_SETUP_NEEDED: [
    403,
    '먼저 2단계 인증을 설정해 주세요.',
    'Please set up your second factor first.',
  ],
  PASSWORD_CHANGE_NEEDED: [403, '먼저 비밀번호를 바꾸어 주세요.', 'Please change your password first.'],
  STEP_UP_NEEDED: [
    403,
    '인증 번호를 다시 확인해 주세요. 돈이나 규칙이 바뀌는 일입니다.',
    'Please confirm with your second factor again: this moves money or changes rules.',
  ],
  STAFF_LEVEL: [
    403,
    '자기 아래 단계의 계정만 만들거나 바꿀 수 있습니다.',
    'You may make or change accounts below your own level only.',
  ],
  PASSKEY_NEEDED: [401, '등록한 패스키로 로그인해 주세요.', 'Please sign in with your passkey.'],
} as const satisfies Record<string, RefusalRow>;

// Letters that a member gets when something about the safety of the account has changed: if it was not them, they learn
// of it while withdrawals still wait.
import type { Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { type LetterText, postMessage } from '../message/post-message.ts';
import { loadSecurity, type Owner } from './store.ts';

const LINK = '/more/security';

const CHANGES = {
  SECOND_FACTOR_ON: {
    title: { ko: '2단계 인증을 켰습니다', en: 'The second factor is on' },
    body: {
      ko: '이제 로그인과 출금에 6자리 번호가 필요합니다. 보호 시간 동안 출금할 수 없습니다.',
      en: 'Signing in and withdrawing now take a 6-digit code. Withdrawals wait for the protection time.',
    },
  },
  SECOND_FACTOR_OFF: {
    title: { ko: '2단계 인증이 꺼졌습니다', en: 'The second factor is off' },
    body: {
      ko: '보호 시간 동안 출금할 수 없습니다. 직접 한 일이 아니면 지금 계정을 잠가 주세요.',
      en: 'Withdrawals wait for the protection time. If this was not you, lock the account now.',
    },
  },
  PASSKEY_ADDED: {
    title: { ko: '패스키를 추가했습니다', en: 'A passkey was added' },
    body: {
      ko: '직접 한 일이 아니면 지금 계정을 잠가 주세요.',
      en: 'If this was not you, lock the account now.',
    },
  },
  PASSKEY_REMOVED: {
    title: { ko: '패스키를 지웠습니다', en: 'A passkey was removed' },
    body: {
      ko: '보호 시간 동안 출금할 수 없습니다. 직접 한 일이 아니면 지금 계정을 잠가 주세요.',
      en: 'Withdrawals wait for the protection time. If this was not you, lock the account now.',
    },
  },
  SECOND_FACTOR_RESET: {
    title: { ko: '고객센터가 2단계 인증을 껐습니다', en: 'Support turned the second factor off' },
    body: {
      ko: '보호 시간 동안 출금할 수 없습니다. 요청하지 않았다면 지금 계정을 잠그고 고객센터에 알려 주세요.',
      en: 'Withdrawals wait for the protection time. If you did not ask for it, lock the account now and tell support.',
    },
  },
  PASSWORD_CHANGED: {
    title: { ko: '비밀번호를 바꿨습니다', en: 'The password was changed' },
    body: {
      ko: '다른 기기에서 모두 로그아웃했고, 보호 시간 동안 출금할 수 없습니다. 직접 한 일이 아니면 지금 계정을 잠가 주세요.',
      en: 'Every other sign-in has ended, and withdrawals wait for the protection time. If this was not you, lock the account now.',
    },
  },
  RECOVERY_CODE_USED: {
    title: { ko: '복구 코드를 사용했습니다', en: 'A recovery code was used' },
    body: {
      ko: '보호 시간 동안 출금할 수 없습니다. 직접 한 일이 아니면 지금 계정을 잠가 주세요.',
      en: 'Withdrawals wait for the protection time. If this was not you, lock the account now.',
    },
  },
  LOCKED: {
    title: { ko: '계정을 잠갔습니다', en: 'The account was locked' },
    body: {
      ko: '모든 기기에서 로그아웃했고, 잠금을 풀 때까지 출금할 수 없습니다. 열린 포지션은 그대로입니다.',
      en: 'Every sign-in has ended, and nothing can be withdrawn until the account is unlocked. Open positions stay.',
    },
  },
  UNLOCKED: {
    title: { ko: '계정 잠금을 풀었습니다', en: 'The account was unlocked' },
    body: {
      ko: '직접 한 일이 아니면 다시 잠그고 고객센터에 알려 주세요.',
      en: 'If this was not you, lock it again and tell support.',
    },
  },
} as const satisfies Record<string, { readonly title: LetterText; readonly body: LetterText }>;

export async function tellChange(
  tx: Tx,
  { site, player }: Owner,
  { change, now }: { readonly change: keyof typeof CHANGES; readonly now: Millis },
): Promise<void> {
  await postMessage(tx, { site, player, kind: 'SECURITY', ...CHANGES[change], link: LINK, now });
}

/** A sign-in from a device that the member has not used before, unless they do not want to hear of it. */
export async function tellNewDevice(
  tx: Tx,
  owner: Owner,
  { name, ip, now }: { readonly name: string; readonly ip: string; readonly now: Millis },
): Promise<void> {
  if (!(await loadSecurity(tx, owner)).newDeviceLetters) return;
  const what = [name, ip].filter((each) => each !== '').join(' · ');
  const body = {
    ko: `${what} 기기에서 로그인했습니다. 본인이 아니면 지금 계정을 잠가 주세요.`,
    en: `Signed in from ${what}. If this was not you, lock the account now.`,
  };
  const title = { ko: '새 기기에서 로그인했습니다', en: 'Sign-in from a new device' };
  const { site, player } = owner;
  await postMessage(tx, { site, player, kind: 'SECURITY', title, body, link: LINK, now });
}

// A new password with a proven address or number. Every sign-in ends and none begins: whoever has a second factor still
// needs it (S-36), and withdrawals wait as after every change of the password.
import { isPasswordLength } from '@maru/contract/account/rules';
import { findPassword as findPasswordCall } from '@maru/contract/identity/calls';
import type { Language } from '@maru/contract/refusals';
import type { SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import { writeSignInAudit } from '../account/attempt-store.ts';
import type { AccountDeps } from '../account/deps.ts';
import type { Device } from '../account/device.ts';
import { BUSY } from '../account/password-pool.ts';
import { isCommonPassword } from '../account/passwords.ts';
import { endFamilies } from '../account/session-store.ts';
import { findProfile, updatePasswordHash } from '../account/store.ts';
import { refusalFor } from '../desk/call-answer.ts';
import { limitKey } from '../http/client-address.ts';
import type { AnswerOf } from '../http/serve.ts';
import { postMessage } from '../message/post-message.ts';
import { postLetter } from '../outbox/letters.ts';
import { findProof, takeProof } from './code-store.ts';
import { printOf } from './codes.ts';

type FindPasswordAnswer = AnswerOf<typeof findPasswordCall>;

const EXPIRED: FindPasswordAnswer = { ok: false, refusal: 'PROOF_EXPIRED', field: 'proof' };

export async function findPassword(
  deps: AccountDeps,
  asked: {
    readonly proof: string;
    readonly password: string;
    readonly site: SiteId;
    readonly device: Device;
    readonly language: Language;
    readonly now: Millis;
  },
): Promise<FindPasswordAnswer> {
  const { password, site, device, language, now } = asked;
  if (!isPasswordLength(password)) return { ok: false, refusal: 'PASSWORD_LENGTH', field: 'password' };
  const proof = { site, print: printOf(asked.proof), purpose: 'FIND_PASSWORD', now } as const;
  const profile = await deps.database.transaction(async (tx) => {
    const proven = await findProof(tx, proof);
    return proven?.player == null ? undefined : findProfile(tx, site, proven.player);
  });
  if (profile === undefined) return EXPIRED;
  const { id: player, username } = profile;
  if (isCommonPassword(password, username))
    return { ok: false, refusal: 'PASSWORD_TOO_COMMON', field: 'password' };
  const asker = { lane: 'CLEAN', sender: limitKey(device.ip) } as const;
  const hash = await deps.passwords.withPlace(asker, (at) => at.hash(password));
  if (hash === BUSY) return { ok: false, refusal: 'TRY_AGAIN', retryAfterSeconds: 3 };

  // The sessions end first: a crash in between leaves a player signed out, never an attacker signed in.
  const ended = await deps.desk.submit({ kind: 'END_SESSIONS', site, player });
  if (!ended.ok) return { ok: false, refusal: refusalFor(findPasswordCall, ended.refusal) };
  const families = await deps.database.transaction(async (tx) => {
    const proven = await takeProof(tx, proof);
    if (proven?.player !== player) return undefined;
    await updatePasswordHash(tx, { player, hash, now });
    await writeSignInAudit(tx, { site, username, device, now }, player, 'PASSWORD_FOUND');
    await postLetter(tx, {
      ...{ site, language, now },
      channel: proven.kind === 'EMAIL' ? 'EMAIL' : 'SMS',
      recipient: proven.value,
      kind: 'PASSWORD_FOUND',
      text: {
        ko: '[마루] 비밀번호를 새로 정했습니다. 직접 하지 않았다면 바로 고객센터에 알려 주세요.',
        en: '[Maru] Your password was set anew. If this was not you, tell support at once.',
      },
    });
    const told = { ko: '비밀번호를 새로 정했습니다', en: 'Your password was set anew' };
    const body = {
      ko: '직접 하지 않았다면 바로 고객센터에 알려 주세요.',
      en: 'If this was not you, tell support at once.',
    };
    await postMessage(tx, { site, player, kind: 'SECURITY', title: told, body, now });
    return endFamilies(tx, { player, why: 'PASSWORD_FOUND', now });
  });
  if (families === undefined) return EXPIRED;
  deps.authenticator.endFamilies(families, now);
  deps.forceLogout({ player });
  return { ok: true, reply: { username } };
}

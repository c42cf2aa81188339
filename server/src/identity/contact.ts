// Making a proven address or number the member's own. Whoever could do this with a stolen session could find the password
// with it, so the owner has to prove who they are, and the old address hears of it.

import type { BodyOf } from '@maru/contract/call';
import type { setContact as setContactCall } from '@maru/contract/identity/member-calls';
import type { Language } from '@maru/contract/refusals';
import type { Millis } from '@maru/engine/time';
import type { AccountDeps } from '../account/deps.ts';
import { isUniqueViolation } from '../db/database.ts';
import type { AnswerOf, Principal } from '../http/serve.ts';
import { postMessage } from '../message/post-message.ts';
import { postLetter } from '../outbox/letters.ts';
import { saveSecurity } from '../security/store.ts';
import { takeProof } from './code-store.ts';
import { printOf } from './codes.ts';
import { findProvenValue, isOfAnother, updateContact } from './member-store.ts';

type SetContactAnswer = AnswerOf<typeof setContactCall>;

export async function setContact(
  deps: AccountDeps,
  asked: {
    readonly body: BodyOf<typeof setContactCall>;
    readonly principal: Principal;
    readonly language: Language;
    readonly now: Millis;
  },
): Promise<SetContactAnswer> {
  const { body, principal, language, now } = asked;
  const { site, player } = principal;
  const unconfirmed = await deps.confirmOwner(principal, { password: body.password, code: body.code });
  if (unconfirmed !== undefined) return unconfirmed;
  try {
    return await deps.database.transaction(async (tx): Promise<SetContactAnswer> => {
      const proven = await takeProof(tx, { site, print: printOf(body.proof), purpose: 'PROFILE', now });
      if (proven?.player !== player) return { ok: false, refusal: 'PROOF_EXPIRED', field: 'proof' };
      const { kind, value } = proven;
      if (await isOfAnother(tx, { site, ...proven }))
        return { ok: false, refusal: kind === 'PHONE' ? 'PHONE_REGISTERED' : 'EMAIL_REGISTERED' };
      const old = await findProvenValue(tx, { site, player, kind });
      await updateContact(tx, { site, player, kind, value, now });
      const text = {
        ko: kind === 'PHONE' ? '휴대폰 번호를 인증했습니다.' : '이메일을 인증했습니다.',
        en: kind === 'PHONE' ? 'A phone number was verified.' : 'An email was verified.',
      };
      const caution = {
        ko: `${text.ko} 직접 하지 않았다면 바로 비밀번호를 바꿔 주세요.`,
        en: `${text.en} If this was not you, change your password at once.`,
      };
      await postMessage(tx, { site, player, kind: 'SECURITY', title: text, body: caution, now });
      if (old !== undefined && old !== value) {
        // Withdrawals wait after it, as after every change of what protects the account.
        await saveSecurity(tx, { site, player }, { phone_ms: now });
        await postLetter(tx, {
          ...{ site, language, now },
          channel: kind === 'EMAIL' ? 'EMAIL' : 'SMS',
          recipient: old,
          kind: 'CONTACT_CHANGED',
          text: { ko: `[마루] ${caution.ko}`, en: `[Maru] ${caution.en}` },
        });
      }
      return { ok: true, reply: { kind, value } };
    });
  } catch (fault) {
    // Of two members who prove one value at once, the second is told here.
    if (isUniqueViolation(fault, 'a_verified_phone_is_of_one_player'))
      return { ok: false, refusal: 'PHONE_REGISTERED' };
    if (isUniqueViolation(fault, 'a_verified_email_is_of_one_player'))
      return { ok: false, refusal: 'EMAIL_REGISTERED' };
    throw fault;
  }
}

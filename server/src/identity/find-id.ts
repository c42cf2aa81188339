// Finding a username: whoever reads what is sent to a proven address or number sees it masked, and gets it there in full.
import type { findId as findIdCall } from '@maru/contract/identity/calls';
import type { Language } from '@maru/contract/refusals';
import type { SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { AccountDeps } from '../account/deps.ts';
import type { AnswerOf } from '../http/serve.ts';
import { postLetter } from '../outbox/letters.ts';
import { takeProof } from './code-store.ts';
import { printOf } from './codes.ts';
import { listOwners } from './member-store.ts';

export async function findId(
  { database }: Pick<AccountDeps, 'database'>,
  asked: {
    readonly proof: string;
    readonly site: SiteId;
    readonly language: Language;
    readonly now: Millis;
  },
): Promise<AnswerOf<typeof findIdCall>> {
  const { proof, site, language, now } = asked;
  const owners = await database.transaction(async (tx) => {
    const proven = await takeProof(tx, { site, print: printOf(proof), purpose: 'FIND_ID', now });
    if (proven === undefined) return undefined;
    const found = await listOwners(tx, { site, ...proven });
    if (found.length === 0) return found;
    const names = found.map(({ username }) => username).join(', ');
    await postLetter(tx, {
      ...{ site, language, now },
      channel: proven.kind === 'EMAIL' ? 'EMAIL' : 'SMS',
      recipient: proven.value,
      kind: 'FOUND_ID',
      text: { ko: `[마루] 회원님의 아이디는 ${names} 입니다.`, en: `[Maru] Your username is ${names}.` },
    });
    return found;
  });
  if (owners === undefined) return { ok: false, refusal: 'PROOF_EXPIRED', field: 'proof' };
  const content = owners.map(({ username, createdAt }) => ({
    username: masked(username),
    createdMillis: createdAt.getTime(),
  }));
  return { ok: true, reply: { content } };
}

/** The first two characters, and the last one of a long name. */
function masked(username: string): string {
  const shownLast = username.length > 5 ? 1 : 0;
  const hidden = '*'.repeat(username.length - 2 - shownLast);
  return `${username.slice(0, 2)}${hidden}${shownLast === 0 ? '' : username.slice(-1)}`;
}

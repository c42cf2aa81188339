import type { changeNick as changeNickCall } from '@maru/contract/account/calls';
import { foldNick, isReservedNick, isSameName, nickOf } from '@maru/contract/account/rules';
import type { BodyOf, RefusalOf } from '@maru/contract/call';
import { type Database, isUniqueViolation } from '../db/database.ts';
import type { AnswerOf, Principal } from '../http/serve.ts';
import { findProfile, updateNick } from './store.ts';

type Refusal = RefusalOf<typeof changeNickCall>;

const wrong = (refusal: Refusal, field = 'nick') => ({ ok: false, refusal, field }) as const;

export async function changeNick(
  database: Database,
  { body, principal }: { readonly body: BodyOf<typeof changeNickCall>; readonly principal: Principal },
): Promise<AnswerOf<typeof changeNickCall>> {
  const { player, site } = principal;
  if (body.id !== player) return wrong('FORBIDDEN', 'id');
  if (body.nick === '') return wrong('ENTER_NICK');
  const nick = nickOf(body.nick);
  if (nick === undefined) return wrong('NICK_INVALID');
  if (isReservedNick(nick)) return wrong('NICK_RESERVED');
  try {
    return await database.transaction(async (tx) => {
      const profile = await findProfile(tx, site, player);
      if (profile === undefined) return wrong('ACCOUNT_NOT_FOUND', 'id');
      if (isSameName({ username: profile.username, nick })) return wrong('USERNAME_EQUALS_NICK');
      const changed = await updateNick(tx, { site, player, nick, foldedNick: foldNick(nick) });
      return changed ? { ok: true, reply: { id: player, nick } } : wrong('NICK_TAKEN');
    });
  } catch (fault) {
    // Two players chose one nickname at the same moment; the unique index accepted the other one.
    if (isUniqueViolation(fault)) return wrong('NICK_TAKEN');
    throw fault;
  }
}

// Closing an account. The desk decides, in one command with everything that is open, and accepts nothing afterwards; the
// row stays so that nobody gets the username, and what is personal in it is erased later.
import { closeAccount as closeAccountCall } from '@maru/contract/identity/member-calls';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import { DAY_MS, earlier, type Millis } from '@maru/engine/time';
import type { AccountDeps } from '../account/deps.ts';
import { endFamilies } from '../account/session-store.ts';
import { createVerifyPassword } from '../account/verify-password.ts';
import type { Tx } from '../db/database.ts';
import { refusalFor } from '../desk/call-answer.ts';
import type { AnswerOf, Principal } from '../http/serve.ts';

/** docs/operating.md: practice money has no period of the law; this is for questions that come late. */
const PERSONAL_KEPT_MS = 30 * DAY_MS;

export async function closeAccount(
  deps: AccountDeps,
  {
    password,
    principal,
    now,
  }: { readonly password: string; readonly principal: Principal; readonly now: Millis },
): Promise<AnswerOf<typeof closeAccountCall>> {
  const { site, player, session } = principal;
  const right = await createVerifyPassword(deps)(principal, password);
  if (typeof right === 'string') return { ok: false, refusal: right, retryAfterSeconds: 1 };
  if (!right) return { ok: false, refusal: 'CURRENT_PASSWORD_MISMATCH', field: 'password' };
  const blocked = await deps.desk.submit({ kind: 'BLOCK_ACCOUNT', site, player, session, unlessOpen: true });
  if (!blocked.ok) return { ok: false, refusal: refusalFor(closeAccountCall, blocked.refusal) };
  const families = await deps.database.transaction(async (tx) => {
    await markClosed(tx, { site, player, now });
    return endFamilies(tx, { player, why: 'CLOSED', now });
  });
  deps.authenticator.endFamilies(families, now);
  deps.forceLogout({ player });
  return { ok: true, reply: {} };
}

/** The person may sign up again with the same address, number and name; the username stays taken. */
async function markClosed(
  tx: Tx,
  { site, player, now }: { readonly site: SiteId; readonly player: PlayerId; readonly now: Millis },
): Promise<void> {
  await tx.query(
    `update player
        set closed_at = $3, email_verified_at = null, phone_verified_at = null, person_verified_at = null,
            person_print = null
      where site_id = $1 and id = $2`,
    [site, player, new Date(now)],
  );
}

/** The ledger keeps the number of the account and nothing else of the person. */
export async function eraseClosed(tx: Tx, now: Millis): Promise<void> {
  const erased = await tx.query<{ readonly id: number }>(
    `update player
        set name = '', phone = null, email = null, nick = 'closed' || id, folded_nick = 'closed ' || id, bank = null,
            address = null, etc = '{}', birth_day = null, password_hash = ''
      where closed_at < $1 and password_hash <> ''
     returning id`,
    [new Date(earlier(now, PERSONAL_KEPT_MS))],
  );
  if (erased.length === 0) return;
  const players = erased.map(({ id }) => id);
  await tx.query('delete from known_device where player_id = any($1::bigint[])', [players]);
  await tx.query(
    `update payout_account set account = '', holder = null where player_id = any($1::bigint[])`,
    [players],
  );
}

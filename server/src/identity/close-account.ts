// Closing an account. The desk decides, in one command with everything that is open, and accepts nothing afterwards; the
// row stays so that nobody gets the username, and what is personal in it is erased later.
import type { BodyOf } from '@maru/contract/call';
import { closeAccount as closeAccountCall } from '@maru/contract/identity/member-calls';
import type { BlockAccount } from '@maru/engine/account/commands';
import { assert } from '@maru/engine/assert';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import { DAY_MS, earlier, type Millis } from '@maru/engine/time';
import type { AccountDeps } from '../account/deps.ts';
import { seeAccount } from '../account/desk-account.ts';
import { endFamilies } from '../account/session-store.ts';
import type { Database, Tx } from '../db/database.ts';
import { refusalFor } from '../desk/call-answer.ts';
import type { AnswerOf, Principal } from '../http/serve.ts';
import { bySite } from '../shadow/of-shard.ts';

/** docs/operating.md: practice money has no period of the law; this is for questions that come late. */
const PERSONAL_KEPT_MS = 30 * DAY_MS;

type ClosingDeps = Pick<AccountDeps, 'shard' | 'database' | 'desk' | 'forceLogout'> & {
  readonly authenticator: Pick<AccountDeps['authenticator'], 'endFamilies'>;
};

interface Closing {
  readonly site: SiteId;
  readonly player: PlayerId;
  readonly key: string;
}

export async function closeAccount(
  deps: AccountDeps,
  {
    body,
    principal,
    now,
  }: {
    readonly body: Pick<BodyOf<typeof closeAccountCall>, 'password' | 'code'>;
    readonly principal: Principal;
    readonly now: Millis;
  },
): Promise<AnswerOf<typeof closeAccountCall>> {
  const unconfirmed = await deps.confirmOwner(principal, { password: body.password, code: body.code });
  if (unconfirmed !== undefined) return unconfirmed;
  const newKey = Buffer.from(deps.random(16)).toString('base64url');
  const closing = await deps.database.transaction((tx) => beginClosing(tx, principal, newKey));
  const blocked = await deps.desk.submit({ ...blockCommand(closing), session: principal.session });
  if (!blocked.ok) {
    if (blocked.refusal !== 'RESULT_UNKNOWN') await forgetClosing(deps.database, closing);
    return { ok: false, refusal: refusalFor(closeAccountCall, blocked.refusal) };
  }
  await finish(deps, closing, now);
  return { ok: true, reply: {} };
}

/** The key makes one command of all that are sent for one closing: whoever sends it again gets the first answer. */
const blockCommand = ({ site, player, key }: Closing): BlockAccount => ({
  kind: 'BLOCK_ACCOUNT',
  site,
  player,
  unlessOpen: true,
  key: { key: `close ${key}`, fingerprint: 'close' },
});

/**
 * Closes the accounts that the desk has closed and the tables have not, because the process stopped in between. A closing
 * that the desk never decided is forgotten: its owner was not told that the account is closed.
 */
export async function finishClosings(deps: ClosingDeps, now: Millis): Promise<void> {
  const begun = await deps.database.transaction((tx) =>
    tx.query<Closing>(
      `select site_id as site, id as player, closing_key as key
         from player
        where closing_key is not null and closed_at is null and ${bySite(deps.shard, 'player')}
        order by id
        limit 1000`,
    ),
  );
  for (const closing of begun) {
    const seen = await seeAccount(deps.desk, closing.site, closing.player);
    if (seen === 'TRY_AGAIN') return;
    if (seen === 'MISSING' || !seen.blocked) {
      await forgetClosing(deps.database, closing);
      continue;
    }
    const blocked = await deps.desk.submit(blockCommand(closing));
    if (blocked.ok) await finish(deps, closing, now);
    else if (blocked.refusal === 'TRY_AGAIN' || blocked.refusal === 'RESULT_UNKNOWN') return;
    // Staff blocked it, and the closing was refused.
    else await forgetClosing(deps.database, closing);
  }
}

async function finish(
  { database, authenticator, forceLogout }: ClosingDeps,
  { site, player }: Closing,
  now: Millis,
): Promise<void> {
  const families = await database.transaction(async (tx) => {
    await markClosed(tx, { site, player, now });
    return endFamilies(tx, { player, why: 'CLOSED', now });
  });
  authenticator.endFamilies(families, now);
  forceLogout({ player });
}

/** Of two at once both close the same closing. */
async function beginClosing(
  tx: Tx,
  { site, player }: { readonly site: SiteId; readonly player: PlayerId },
  newKey: string,
): Promise<Closing> {
  const [row] = await tx.query<Pick<Closing, 'key'>>(
    `update player
        set closing_key = coalesce(closing_key, $3)
      where site_id = $1 and id = $2
     returning closing_key as key`,
    [site, player, newKey],
  );
  assert(row !== undefined, 'a member who is signed in has a row');
  return { site, player, ...row };
}

const forgetClosing = (database: Database, { site, player }: Closing) =>
  database.transaction((tx) =>
    tx.query('update player set closing_key = null where site_id = $1 and id = $2 and closed_at is null', [
      site,
      player,
    ]),
  );

/** The person may sign up again with the same address, number and name; the username stays taken. */
async function markClosed(
  tx: Tx,
  { site, player, now }: { readonly site: SiteId; readonly player: PlayerId; readonly now: Millis },
): Promise<void> {
  await tx.query(
    `update player
        set closed_at = coalesce(closed_at, $3), email_verified_at = null, phone_verified_at = null,
            person_verified_at = null, person_print = null
      where site_id = $1 and id = $2`,
    [site, player, new Date(now)],
  );
}

/** Beside the row itself: what proved who its owner is, what they were told and waited for, and from where. */
const PERSONAL_TABLES = [
  ...['known_device', 'second_factor', 'passkey', 'player_security', 'api_key'],
  ...['message', 'alert', 'alert_firing', 'push_device', 'notification_mark', 'notification_setting'],
  ...['member_mark', 'member_note', 'copy_profile', 'copy_application'],
];

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
  for (const table of PERSONAL_TABLES)
    await tx.query(`delete from ${table} where player_id = any($1::bigint[])`, [players]);
  await tx.query(
    `update payout_account set account = '', holder = null where player_id = any($1::bigint[])`,
    [players],
  );
}

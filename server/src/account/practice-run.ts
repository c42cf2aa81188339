// Where the practice run of a wallet began: the last refill of it, or the opening of the account.
import type { practiceRun } from '@maru/contract/account/practice';
import type { ReplyOf } from '@maru/contract/call';
import { toDecimal } from '@maru/engine/amount';
import { type PlayerId, playerPurse, type WalletType } from '@maru/engine/purse';
import type { Database } from '../db/database.ts';
import { readEvent } from '../desk/read-event.ts';

/** More events than these between a beginning and now are not read: the run is then not told. */
const MOST_EVENTS = 200;

export async function findPracticeRun(
  database: Database,
  { player, wallet }: { readonly player: PlayerId; readonly wallet: WalletType },
): Promise<ReplyOf<typeof practiceRun>['run']> {
  // The kinds of the index `account_event_of_runs`, which is as large as these are many.
  const rows = await database.transaction((tx) =>
    tx.query<{ body: string }>(
      `select body
       from account_event
       where player_id = $1
         and kind in (
           'ACCOUNT_OPENED', 'PRACTICE_REFILLED', 'CONVERTED', 'MONEY_TRANSFERRED', 'DEPOSIT_CREDITED', 'COUPON_USED',
           'REQUEST_MADE', 'REQUEST_PAID', 'REQUEST_CONFIRMED', 'REQUEST_DONE', 'REQUEST_REJECTED', 'REQUEST_CANCELLED'
         )
       order by seq desc
       limit $2`,
      [player, MOST_EVENTS],
    ),
  );
  const free = playerPurse(player, wallet, 'free');
  let hasOtherMoney = false;
  for (const { body } of rows) {
    const event = readEvent(body);
    const after = event.after.find(({ purse }) => purse === free);
    if (after === undefined) continue;
    if (event.kind === 'ACCOUNT_OPENED' || event.kind === 'PRACTICE_REFILLED')
      return { startedMillis: event.at, start: toDecimal(after.balance), hasOtherMoney };
    hasOtherMoney = true;
  }
  return null;
}

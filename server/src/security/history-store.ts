// Who tried to sign in, and how: failures of one day from one place are one line, so that a guesser does not push the
// owner's own sign-ins off the list.

import type { ReplyOf } from '@maru/contract/call';
import type { signInHistory } from '@maru/contract/security/calls';
import type { Millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import type { Owner } from './store.ts';

type Line = ReplyOf<typeof signInHistory>['content'][number];

const MOST_READ = 2_000;
const MOST_LINES = 100;

const OUTCOMES: Readonly<Record<string, Line['outcome']>> = {
  SIGNED_IN: 'SIGNED_IN',
  WRONG_CREDENTIALS: 'WRONG_PASSWORD',
  WRONG_CODE: 'WRONG_CODE',
  PASSWORD_CHANGED: 'PASSWORD_CHANGED',
};

export async function listSignIns(tx: Tx, { site, player }: Owner, since: Millis): Promise<readonly Line[]> {
  const rows = await tx.query<
    Omit<Line, 'atMillis' | 'outcome'> & { readonly at: Date; readonly outcome: string }
  >(
    `select max(at) as at, outcome, method, device_class as device, device_name as name, ip, count(*)::int as times
       from (select id, at, outcome, method, device_class, device_name, ip
               from sign_in_audit
              where player_id = $2 and site_id = $1 and at >= $3
              order by id desc
              limit ${MOST_READ}) newest
      group by case when outcome = 'SIGNED_IN' then id end, (at at time zone 'Asia/Seoul')::date,
               outcome, method, device_class, device_name, ip
      order by max(at) desc, max(id) desc
      limit ${MOST_LINES}`,
    [site, player, new Date(since)],
  );
  return rows.map(({ at, outcome, ...row }) => ({
    ...row,
    atMillis: at.getTime(),
    outcome: OUTCOMES[outcome] ?? 'REFUSED',
  }));
}

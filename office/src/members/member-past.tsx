// The time machine: the account at a moment, folded from its own events by the function that the app uses.
import { memberPast } from '@maru/contract/members/views';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/form.tsx';
import { dayOf, secondOf, timeOf } from '../parts/moments.ts';
import { useOffice } from '../shell/office-context.tsx';
import { useRead } from '../shell/use-read.ts';
import { words } from '../text/members.ts';
import { AccountView } from './account-view.tsx';

const DAY_MS = 86_400_000;
/** Korea has no daylight saving. */
const KOREA = '+09:00';

export function MemberPastPart({ playerId }: { readonly playerId: number }) {
  const { timers } = useOffice();
  const [day] = useState(() => timers.now() - DAY_MS);
  const [text, setText] = useState(`${dayOf(day)}T${timeOf(day).slice(0, 5)}`);
  const [at, setAt] = useState<number>();
  const account = useRead(memberPast, at === undefined ? null : { playerId, at });
  return (
    <form
      className="member-form"
      onSubmit={(event) => {
        event.preventDefault();
        const moment = Date.parse(`${text}${KOREA}`);
        if (!Number.isNaN(moment)) setAt(Math.min(moment, timers.now()));
      }}
    >
      <p className="members__quiet">{words.pastLead}</p>
      <Field label={words.at} type="datetime-local" value={text} onChange={setText} />
      <Button type="submit" kind="primary">
        {words.show}
      </Button>
      {account.fault !== undefined && <p role="alert">{account.fault.message}</p>}
      {account.data !== undefined && account.fault === undefined && (
        <div>
          <p>
            <b>{words.pastAt(secondOf(account.data.atMillis))}</b>{' '}
            <span className="members__quiet">{words.proof(account.data.seq)}</span>
          </p>
          <AccountView account={account.data} />
        </div>
      )}
    </form>
  );
}

// What one member of staff asked for and another one has to approve, with what would change.
import type { ReceivedReply } from '@maru/client/call';
import { approveStaffRequest, staffRequests, withdrawStaffRequest } from '@maru/contract/staff/calls';
import { rightToApprove } from '@maru/contract/staff/request-rights';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { ConfirmDialog } from '../parts/dialogs.tsx';
import { Chips, type Fact, Facts, Notice, Tag, type Tone } from '../parts/facts.tsx';
import { minuteOf, secondOf } from '../parts/moments.ts';
import { Page } from '../parts/page.tsx';
import { Drawer, DrawerSection, Panel } from '../parts/panel.tsx';
import { useMay, useMe, useOffice } from '../shell/office-context.tsx';
import { useAct } from '../shell/use-act.ts';
import { usePages } from '../shell/use-pages.ts';
import { words } from '../text/requests.ts';
import { words as shell } from '../text/shell.ts';
import './requests.css';

type Request = ReceivedReply<typeof approveStaffRequest>;
type State = keyof typeof words.states;

const TONES: Readonly<Record<State, Tone>> = {
  ...{ WAITING: 'brass', DONE: 'plain', WITHDRAWN: 'plain', REFUSED: 'warn' },
};

function stateOf({ approvedBy, withdrawnBy, outcome }: Request): State {
  if (withdrawnBy !== null) return 'WITHDRAWN';
  if (approvedBy === null) return 'WAITING';
  return outcome === 'DONE' ? 'DONE' : 'REFUSED';
}

const kindOf = ({ kind }: Request): string => words.kinds[kind] ?? kind;

/** The requested change, field by field; it is JSON of a plain object. */
function factsOf(body: string): readonly Fact[] {
  const read = JSON.parse(body) as unknown;
  if (typeof read !== 'object' || read === null) return [{ label: '', value: body }];
  return Object.entries(read).map(([label, value]) => ({
    label,
    value: typeof value === 'object' ? JSON.stringify(value) : String(value),
  }));
}

export function Screen() {
  const me = useMe();
  const [shown, setShown] = useState<'WAITING' | 'ALL'>('WAITING');
  const [chosen, setChosen] = useState<number>();
  const requests = usePages(staffRequests, {});
  const rows = requests.rows.filter((row) => shown === 'ALL' || stateOf(row) === 'WAITING');
  const selected = rows.find(({ id }) => id === chosen);
  const nameOf = (id: number) => (id === me.id ? words.me : words.person(id));
  return (
    <Page title={words.title}>
      <Chips
        label={words.state}
        choices={[
          { value: 'WAITING', label: words.waiting },
          { value: 'ALL', label: words.all },
        ]}
        value={shown}
        onChange={setShown}
      />
      <div className="requests">
        <Panel isFlush fills>
          <DataTable
            label={words.title}
            rows={rows}
            keyOf={({ id }) => id}
            selected={chosen}
            onSelect={({ id }) => setChosen(id)}
            isLoading={requests.isLoading}
            empty={words.none}
            hasMore={requests.hasMore}
            onMore={() => void requests.more()}
            columns={[
              { head: words.since, cell: ({ requestedMillis }) => minuteOf(requestedMillis) },
              { head: words.kind, cell: kindOf },
              { head: words.subject, cell: ({ subject }) => subject },
              { head: words.by, cell: ({ requestedBy }) => nameOf(requestedBy), isExtra: true },
              { head: words.reason, cell: ({ reason }) => reason, isExtra: true },
              {
                head: words.state,
                cell: (row) => <Tag tone={TONES[stateOf(row)]}>{words.states[stateOf(row)]}</Tag>,
              },
            ]}
          />
        </Panel>
        {selected !== undefined && (
          <Details
            request={selected}
            nameOf={nameOf}
            onChanged={() => void requests.reload()}
            onClose={() => setChosen(undefined)}
          />
        )}
      </div>
    </Page>
  );
}

interface DetailsProps {
  readonly request: Request;
  readonly nameOf: (id: number) => string;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

function Details({ request, nameOf, onChanged, onClose }: DetailsProps) {
  const office = useOffice();
  const me = useMe();
  const may = useMay();
  const [asking, setAsking] = useState<'APPROVE' | 'WITHDRAW'>();
  const approve = useAct(approveStaffRequest);
  const withdraw = useAct(withdrawStaffRequest);
  const isWaiting = stateOf(request) === 'WAITING';
  const isOwn = request.requestedBy === me.id;
  const mayApprove = may('REQUEST_APPROVE') && may(rightToApprove(request.kind));

  async function send(): Promise<void> {
    const acting = asking === 'APPROVE' ? approve : withdraw;
    setAsking(undefined);
    const outcome = await acting.act({ staffRequestId: request.id });
    if (outcome.ok) office.toast('good', shell.done);
    onChanged();
  }
  return (
    <Drawer
      label={kindOf(request)}
      head={
        <>
          <b>{kindOf(request)}</b> <span>{request.subject}</span>
        </>
      }
      onClose={onClose}
      actions={
        isWaiting && may('REQUEST_APPROVE') ? (
          <>
            <Button hotkey="w" onPress={() => setAsking('WITHDRAW')}>
              {words.withdraw}
            </Button>
            {!isOwn && mayApprove && (
              <Button
                kind="primary"
                hotkey="a"
                takesTwo
                busy={approve.isBusy}
                onPress={() => setAsking('APPROVE')}
              >
                {words.approve}
              </Button>
            )}
          </>
        ) : undefined
      }
    >
      {isWaiting && isOwn && <Notice>{words.own}</Notice>}
      {isWaiting && !isOwn && !mayApprove && <Notice tone="warn">{words.noRight}</Notice>}
      <Facts
        facts={[
          { label: words.since, value: secondOf(request.requestedMillis) },
          { label: words.by, value: nameOf(request.requestedBy) },
          { label: words.reason, value: request.reason },
          { label: words.state, value: words.states[stateOf(request)] },
        ]}
      />
      <DrawerSection title={words.changes}>
        <Facts facts={factsOf(request.body)} />
      </DrawerSection>
      <ConfirmDialog
        open={asking !== undefined}
        title={asking === 'WITHDRAW' ? words.withdrawTitle : words.approveTitle}
        confirm={asking === 'WITHDRAW' ? words.withdraw : words.approve}
        kind={asking === 'WITHDRAW' ? 'danger' : 'primary'}
        onClose={() => setAsking(undefined)}
        onConfirm={() => void send()}
      >
        <p>
          {kindOf(request)} · {request.subject}
        </p>
        {asking === 'APPROVE' && <p>{words.approveSentence}</p>}
      </ConfirmDialog>
    </Drawer>
  );
}

// What one member of staff asked for and another one has to approve, with what would change.
import type { ReceivedReply } from '@maru/client/call';
import {
  approveStaffRequest,
  REQUEST_WAITS_MS,
  staffRequests,
  withdrawStaffRequest,
} from '@maru/contract/staff/calls';
import { rightToApprove } from '@maru/contract/staff/request-rights';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { ConfirmDialog, ReasonDialog } from '../parts/dialogs.tsx';
import { Chips, type Fact, Facts, Notice, Tag, type Tone } from '../parts/facts.tsx';
import { TextArea } from '../parts/form.tsx';
import { minuteOf, secondOf } from '../parts/moments.ts';
import { Page } from '../parts/page.tsx';
import { Drawer, DrawerSection, Panel } from '../parts/panel.tsx';
import { useMay, useMe, useOffice } from '../shell/office-context.tsx';
import { useAct } from '../shell/use-act.ts';
import { usePages } from '../shell/use-pages.ts';
import { words } from '../text/requests.ts';
import { words as shell } from '../text/shell.ts';
import { RequestEffect } from './request-effect.tsx';
import { factsOf, subjectText } from './request-words.ts';
import './requests.css';

type Request = ReceivedReply<typeof staffRequests>['content'][number];
type State = keyof typeof words.states;

const TONES: Readonly<Record<State, Tone>> = {
  ...{ WAITING: 'brass', OLD: 'plain', DONE: 'plain', WITHDRAWN: 'plain', REFUSED: 'warn' },
  UNKNOWN: 'warn',
};

function stateOf({ requestedMillis, approvedBy, withdrawnBy, outcome }: Request, now: number): State {
  if (withdrawnBy !== null) return 'WITHDRAWN';
  if (approvedBy === null) return now - requestedMillis > REQUEST_WAITS_MS ? 'OLD' : 'WAITING';
  // Approved before it is done: of one that a stop of the server interrupted nobody noted how it ended.
  if (outcome === null) return 'UNKNOWN';
  return outcome === 'DONE' ? 'DONE' : 'REFUSED';
}

const kindOf = ({ kind }: Request): string => words.kinds[kind] ?? kind;

export function Screen() {
  const me = useMe();
  const now = useOffice().timers.now();
  const [shown, setShown] = useState<'WAITING' | 'ALL'>('WAITING');
  const [chosen, setChosen] = useState<number>();
  const requests = usePages(staffRequests, {});
  const rows = requests.rows.filter((row) => shown === 'ALL' || stateOf(row, now) === 'WAITING');
  const selected = rows.find(({ id }) => id === chosen);
  const nameOf = (id: number, name: string | null) => (id === me.id ? words.me : (name ?? words.person(id)));
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
              { head: words.subject, cell: ({ subject }) => subjectText(subject) },
              { head: words.by, cell: (row) => nameOf(row.requestedBy, row.requestedName), isExtra: true },
              { head: words.reason, cell: ({ reason }) => reason, isExtra: true },
              {
                head: words.state,
                cell: (row) => <Tag tone={TONES[stateOf(row, now)]}>{words.states[stateOf(row, now)]}</Tag>,
              },
            ]}
          />
        </Panel>
        {selected !== undefined && (
          <Details
            key={selected.id}
            request={selected}
            state={stateOf(selected, now)}
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
  readonly state: State;
  readonly nameOf: (id: number, name: string | null) => string;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

function Details({ request, state, nameOf, onChanged, onClose }: DetailsProps) {
  const office = useOffice();
  const me = useMe();
  const may = useMay();
  const [asking, setAsking] = useState<'APPROVE' | 'WITHDRAW'>();
  const approve = useAct(approveStaffRequest);
  const withdraw = useAct(withdrawStaffRequest);
  const [said, setSaid] = useState('');
  const isWaiting = state === 'WAITING';
  const isOwn = request.requestedBy === me.id;
  const mayApprove = may('REQUEST_APPROVE') && may(rightToApprove(request.kind));

  async function send(reason: string): Promise<void> {
    const acting = asking === 'APPROVE' ? approve : withdraw;
    setAsking(undefined);
    const outcome = await acting.act({ staffRequestId: request.id, reason });
    if (outcome.ok) office.toast('good', shell.done);
    onChanged();
  }
  return (
    <Drawer
      label={kindOf(request)}
      head={
        <>
          <b>{kindOf(request)}</b> <span>{subjectText(request.subject)}</span>
        </>
      }
      onClose={onClose}
      actions={
        (isWaiting || state === 'OLD') && may('REQUEST_APPROVE') ? (
          <>
            <Button hotkey="w" onPress={() => setAsking('WITHDRAW')}>
              {words.withdraw}
            </Button>
            {isWaiting && !isOwn && mayApprove && (
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
      {state === 'OLD' && <Notice tone="warn">{words.old}</Notice>}
      {state === 'UNKNOWN' && <Notice tone="warn">{words.unknown}</Notice>}
      <Facts facts={headOf(request, state, nameOf)} />
      <DrawerSection title={words.changes}>
        <Facts facts={factsOf(request.body)} />
      </DrawerSection>
      {isWaiting && <RequestEffect kind={request.kind} body={request.body} />}
      <ConfirmDialog
        open={asking === 'APPROVE'}
        title={words.approveTitle}
        confirm={words.approve}
        onClose={() => setAsking(undefined)}
        onConfirm={() => void send(said.trim())}
      >
        <p>
          {kindOf(request)} · {subjectText(request.subject)}
        </p>
        <p>{words.approveSentence}</p>
        <TextArea label={words.say} value={said} maxLength={200} onChange={setSaid} />
      </ConfirmDialog>
      {asking === 'WITHDRAW' && (
        <ReasonDialog
          open
          title={words.withdrawTitle}
          confirm={words.withdraw}
          kind="danger"
          onClose={() => setAsking(undefined)}
          onConfirm={(reason) => void send(reason)}
        >
          <p>
            {kindOf(request)} · {subjectText(request.subject)}
          </p>
        </ReasonDialog>
      )}
    </Drawer>
  );
}

function headOf(request: Request, state: State, nameOf: DetailsProps['nameOf']): readonly Fact[] {
  const { approvedBy, withdrawnBy, decidedName, decisionReason } = request;
  const decider = approvedBy ?? withdrawnBy;
  return [
    { label: words.since, value: secondOf(request.requestedMillis) },
    { label: words.by, value: nameOf(request.requestedBy, request.requestedName) },
    { label: words.reason, value: request.reason },
    { label: words.state, value: words.states[state] },
    ...(decider === null ? [] : [{ label: words.decidedBy, value: nameOf(decider, decidedName) }]),
    ...(decisionReason === '' ? [] : [{ label: words.decisionReason, value: decisionReason }]),
  ];
}

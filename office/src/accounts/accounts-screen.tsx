// Accounts of staff: who there is, asking for a new one or a change, and one's half of a first password.
import type { ReceivedReply } from '@maru/client/call';
import { changeAdmin, createAdmin, firstPassword, listAdmins } from '@maru/contract/accounts/calls';
import { STAFF_ROLES, type StaffRole } from '@maru/contract/staff/rights';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { ConfirmDialog, ReasonDialog } from '../parts/dialogs.tsx';
import { Facts, Tag } from '../parts/facts.tsx';
import { Field, Select } from '../parts/form.tsx';
import { minuteOf } from '../parts/moments.ts';
import { Page } from '../parts/page.tsx';
import { Drawer, Panel } from '../parts/panel.tsx';
import { useMay, useOffice } from '../shell/office-context.tsx';
import { useAct } from '../shell/use-act.ts';
import { usePages } from '../shell/use-pages.ts';
import { words } from '../text/accounts.ts';
import { words as shell } from '../text/shell.ts';
import '../requests/requests.css';

type Account = ReceivedReply<typeof listAdmins>['content'][number];

const ROLES = STAFF_ROLES.map((value) => ({ value, label: shell.roles[value] }));

const StateTag = ({ account: { isDisabled, isNew } }: { readonly account: Account }) => (
  <Tag tone={isDisabled ? 'warn' : isNew ? 'brass' : 'plain'}>
    {isDisabled ? words.states.closed : isNew ? words.states.new : words.states.open}
  </Tag>
);

export function Screen() {
  const may = useMay();
  const accounts = usePages(listAdmins, {});
  const [chosen, setChosen] = useState<number>();
  const [isAdding, setAdding] = useState(false);
  const selected = accounts.rows.find(({ id }) => id === chosen);
  return (
    <Page
      title={words.title}
      tools={
        may('ACCOUNTS_EDIT') && (
          <Button kind="primary" takesTwo hotkey="n" onPress={() => setAdding(true)}>
            {words.add}
          </Button>
        )
      }
    >
      <div className="requests">
        <Panel isFlush fills>
          <DataTable
            label={words.title}
            rows={accounts.rows}
            keyOf={({ id }) => id}
            selected={chosen}
            onSelect={({ id }) => setChosen(id)}
            isLoading={accounts.isLoading}
            empty={words.none}
            hasMore={accounts.hasMore}
            onMore={() => void accounts.more()}
            columns={[
              { head: words.username, cell: ({ username }) => username },
              { head: words.name, cell: ({ name }) => name },
              { head: words.role, cell: ({ role }) => shell.roles[role] },
              { head: words.level, cell: ({ level }) => level, isExtra: true },
              { head: words.state, cell: (account) => <StateTag account={account} /> },
              { head: words.made, cell: ({ createdMillis }) => minuteOf(createdMillis), isExtra: true },
            ]}
          />
        </Panel>
        {selected !== undefined && (
          <Details
            key={selected.id}
            account={selected}
            onChanged={() => void accounts.reload()}
            onClose={() => setChosen(undefined)}
          />
        )}
      </div>
      {isAdding && <NewAccount onClose={() => setAdding(false)} />}
    </Page>
  );
}

function NewAccount({ onClose }: { readonly onClose: () => void }) {
  const office = useOffice();
  const creating = useAct(createAdmin);
  const [username, setUsername] = useState('');
  const [name, setName] = useState('');
  const [role, setRole] = useState<StaffRole>('OPERATOR');
  async function send(reason: string): Promise<void> {
    const outcome = await creating.act({ username: username.trim(), name: name.trim(), role, reason });
    if (!outcome.ok) return;
    office.toast('good', words.asked);
    onClose();
  }
  return (
    <ReasonDialog
      open
      title={words.addTitle}
      confirm={words.ask}
      takesTwo
      busy={creating.isBusy}
      onClose={onClose}
      onConfirm={(reason) => void send(reason)}
    >
      <p>{words.addSentence}</p>
      <Field label={words.username} value={username} required maxLength={20} onChange={setUsername} />
      <Field label={words.name} value={name} required maxLength={40} onChange={setName} />
      <Select label={words.role} value={role} choices={ROLES} onChange={setRole} />
    </ReasonDialog>
  );
}

interface DetailsProps {
  readonly account: Account;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

type Asking = 'ROLE' | 'CLOSE' | 'REOPEN' | 'RESET';

const TITLES: Readonly<Record<Asking, string>> = {
  ...{ ROLE: words.change, CLOSE: words.close, REOPEN: words.reopen, RESET: words.reset },
};

function Details({ account, onChanged, onClose }: DetailsProps) {
  const office = useOffice();
  const may = useMay();
  const changing = useAct(changeAdmin);
  const revealing = useAct(firstPassword);
  const [asking, setAsking] = useState<Asking>();
  const [role, setRole] = useState<StaffRole>(account.role);
  const [half, setHalf] = useState<ReceivedReply<typeof firstPassword>>();
  const { id, isDisabled } = account;

  async function ask(reason: string): Promise<void> {
    const wanted = {
      ROLE: { role },
      CLOSE: { isDisabled: true },
      REOPEN: { isDisabled: false },
      RESET: { isReset: true as const },
    };
    const outcome = await changing.act({ id, reason, ...wanted[asking ?? 'ROLE'] });
    if (!outcome.ok) return;
    setAsking(undefined);
    office.toast('good', words.asked);
  }
  async function reveal(): Promise<void> {
    const outcome = await revealing.act({ id });
    if (outcome.ok) setHalf(outcome.reply);
    onChanged();
  }
  return (
    <Drawer
      label={account.username}
      head={
        <>
          <b>{account.name}</b> <span>{account.username}</span>
        </>
      }
      onClose={onClose}
      actions={
        may('ACCOUNTS_EDIT') ? (
          <>
            <Button takesTwo onPress={() => setAsking('ROLE')}>
              {words.change}
            </Button>
            <Button takesTwo onPress={() => setAsking(isDisabled ? 'REOPEN' : 'CLOSE')}>
              {isDisabled ? words.reopen : words.close}
            </Button>
            <Button takesTwo onPress={() => setAsking('RESET')}>
              {words.resetShort}
            </Button>
          </>
        ) : undefined
      }
    >
      <Facts
        facts={[
          { label: words.role, value: shell.roles[account.role] },
          { label: words.level, value: account.level },
          { label: words.state, value: <StateTag account={account} /> },
          { label: words.made, value: minuteOf(account.createdMillis) },
        ]}
      />
      {account.half !== null && may('ACCOUNTS_EDIT') && (
        <Button kind="primary" busy={revealing.isBusy} onPress={() => void reveal()}>
          {words.half}
        </Button>
      )}
      {asking !== undefined && (
        <ReasonDialog
          open
          title={TITLES[asking]}
          confirm={words.ask}
          takesTwo
          busy={changing.isBusy}
          onClose={() => setAsking(undefined)}
          onConfirm={(reason) => void ask(reason)}
        >
          {asking === 'ROLE' && <Select label={words.role} value={role} choices={ROLES} onChange={setRole} />}
        </ReasonDialog>
      )}
      {half !== undefined && (
        <ConfirmDialog
          open
          title={words.halves[half.half]}
          confirm={words.kept}
          onClose={() => setHalf(undefined)}
          onConfirm={() => setHalf(undefined)}
        >
          <p className="figure">{half.text}</p>
          <p>{words.halfSentence}</p>
        </ConfirmDialog>
      )}
    </Drawer>
  );
}

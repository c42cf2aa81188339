import { type LedgerLine, ledgerCsv } from '@maru/contract/books/calls';
import { useState } from 'react';
import { walletName } from '../cashier/check-words.ts';
import { Button } from '../parts/button.tsx';
import { type Column, DataTable } from '../parts/data-table.tsx';
import { FileButton } from '../parts/file-button.tsx';
import { Field, Select } from '../parts/form.tsx';
import { secondOf } from '../parts/moments.ts';
import { moneyOf } from '../parts/money.ts';
import { Panel } from '../parts/panel.tsx';
import { kindWord, reasonWord, words } from '../text/books.ts';
import { type LedgerFilters, useLedger } from './use-ledger.ts';

const KINDS = [
  ...['', 'free', 'wait', 'posMargin', 'withdrawHold', 'escrow', 'bank', 'chain', 'p2p', 'practice', 'fee'],
  ...['bonus', 'fx', 'funding', 'insurance', 'pnl:binary', 'pnl:bitball', 'pnl:oversea', 'pnl:futures'],
];

const endText = ({ kind, playerId, walletType }: LedgerLine['from']): string =>
  playerId === null ? kindWord(kind) : words.member(playerId, walletName(walletType ?? ''), kindWord(kind));

const columns: readonly Column<LedgerLine>[] = [
  {
    head: words.at,
    cell: ({ atMillis }) => <span className="figure books-quiet">{secondOf(atMillis)}</span>,
    isExtra: true,
  },
  {
    head: words.event,
    cell: ({ event }) => <span className="figure books-quiet">{event}</span>,
    isExtra: true,
  },
  { head: words.reason, cell: ({ reason }) => <b>{reasonWord(reason)}</b> },
  { head: words.source, cell: ({ from }) => endText(from) },
  { head: words.target, cell: ({ to }) => endText(to) },
  {
    head: words.amount,
    align: 'right',
    cell: ({ amount, currency }) => (
      <span className="figure">
        {moneyOf(amount)} {currency}
      </span>
    ),
  },
];

export function LedgerPage() {
  const [typed, setTyped] = useState({ player: '', date: '' });
  const [kind, setKind] = useState('');
  const [asked, setAsked] = useState({ player: '', date: '' });
  const filters: LedgerFilters = {
    ...(/^[1-9]\d*$/.test(asked.player) ? { playerId: Number(asked.player) } : {}),
    ...(kind === '' ? {} : { kind }),
    ...(asked.date === '' ? {} : { date: asked.date }),
  };
  const ledger = useLedger(filters);
  return (
    <>
      <form
        className="books-filters"
        onSubmit={(event) => {
          event.preventDefault();
          setAsked(typed);
        }}
      >
        <Field
          label={words.player}
          inputMode="numeric"
          maxLength={15}
          value={typed.player}
          onChange={(player) => setTyped({ ...typed, player })}
        />
        <Field
          label={words.date}
          type="date"
          value={typed.date}
          onChange={(date) => setTyped({ ...typed, date })}
        />
        <Select
          label={words.kind}
          value={kind}
          choices={KINDS.map((value) => ({
            value,
            label: value === '' ? words.everything : kindWord(value),
          }))}
          onChange={setKind}
        />
        <Button type="submit" kind="primary">
          {words.apply}
        </Button>
        <span className="books-filters__space" />
        <FileButton call={ledgerCsv} query={filters} />
      </form>
      <Panel isFlush fills>
        <DataTable
          label={words.ledger}
          columns={columns}
          rows={ledger.lines}
          keyOf={({ event, leg }) => `${event}/${leg}`}
          isLoading={ledger.isLoading}
          empty={ledger.fault?.message ?? words.empty}
          hasMore={ledger.hasMore}
          onMore={() => void ledger.more()}
          foot={filters.playerId === undefined ? words.siteHint : undefined}
        />
      </Panel>
    </>
  );
}

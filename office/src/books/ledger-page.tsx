import { type LedgerLine, ledgerCsv } from '@maru/contract/books/calls';
import { sectionOf } from '@maru/contract/books/kinds';
import { useState } from 'react';
import { walletName } from '../cashier/check-words.ts';
import { Button } from '../parts/button.tsx';
import { type Column, DataTable } from '../parts/data-table.tsx';
import { FileButton } from '../parts/file-button.tsx';
import { Field, Select } from '../parts/form.tsx';
import { secondOf } from '../parts/moments.ts';
import { moneyOf } from '../parts/money.ts';
import { Panel } from '../parts/panel.tsx';
import { useMay, useOffice } from '../shell/office-context.tsx';
import { kindWord, reasonWord, words } from '../text/books.ts';
import { type LedgerFilters, useLedger } from './use-ledger.ts';

const KINDS = [
  ...['', 'free', 'wait', 'posMargin', 'withdrawHold', 'escrow', 'bank', 'chain', 'p2p', 'practice', 'fee'],
  ...[
    'bonus',
    'fx',
    'partner',
    'share',
    'funding',
    'insurance',
    'pnl:binary',
    'pnl:bitball',
    'pnl:oversea',
    'pnl:futures',
  ],
];

const REASONS = [
  ...['', 'BET', 'BET_STAKE', 'BET_PROFIT', 'BET_LOST', 'BET_VOID', 'BET_REVERSED', 'DEBT_REPAID'],
  ...['DEPOSIT', 'WITHDRAWAL', 'WITHDRAWAL_FEE', 'PURCHASE', 'SALE', 'TRANSFER', 'CONVERT_IN', 'CONVERT_OUT'],
  ...[
    'SHARE_CONFIRMED',
    'SHARE_PAID',
    'GRANT',
    'DEDUCTION',
    'BONUS',
    'PRACTICE_CREDIT',
    'PRACTICE_REFILL',
    'PRACTICE_RETURN',
  ],
  ...['OVERSEA_PNL', 'OVERSEA_COMMISSION', 'OVERSEA_TOP_UP', 'FUTURES_PNL', 'FUTURES_FEE'],
  ...['FUTURES_FUNDING', 'FUTURES_LIQUIDATION_FEE', 'FUTURES_FORFEITED', 'FUTURES_INSURED', 'COPY_SHARE'],
];

const choicesOf = (values: readonly string[], wordOf: (value: string) => string) =>
  values.map((value) => ({ value, label: value === '' ? words.everything : wordOf(value) }));

const endText = ({ kind, playerId, walletType }: LedgerLine['from']): string => {
  if (playerId !== null) return words.member(playerId, walletName(walletType ?? ''), kindWord(kind));
  return sectionOf(kind) === 'MEMBER' ? words.allMembers(kindWord(kind)) : kindWord(kind);
};

const isNumber = (typed: string): boolean => /^[1-9]\d*$/.test(typed);

const columnsOf = (openRound: ((id: number) => void) | undefined): readonly Column<LedgerLine>[] => [
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
  {
    head: words.reason,
    cell: ({ reason, moves }) => (
      <>
        <b>{reasonWord(reason)}</b>
        {moves > 1 && <span className="figure books-quiet"> {words.movesOf(moneyOf(String(moves)))}</span>}
      </>
    ),
  },
  {
    head: words.round,
    isExtra: true,
    cell: ({ roundId }) => {
      if (roundId === null) return null;
      if (openRound === undefined) return <span className="figure books-quiet">{roundId}</span>;
      return (
        <Button size="small" kind="quiet" onPress={() => openRound(roundId)}>
          <span className="figure">{roundId}</span>
        </Button>
      );
    },
  },
  { head: words.source, cell: ({ from }) => endText(from) },
  { head: words.target, cell: ({ to }) => endText(to) },
  {
    head: words.amount,
    align: 'right',
    cell: ({ amount, currency }) => (
      <>
        <span className="figure">{moneyOf(amount)}</span> {currency}
      </>
    ),
  },
];

export function LedgerPage() {
  const { place } = useOffice();
  const may = useMay();
  const [typed, setTyped] = useState({ player: '', round: '', date: '' });
  const [kind, setKind] = useState('');
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(typed);
  const filters: LedgerFilters = {
    ...(isNumber(asked.player) ? { playerId: Number(asked.player) } : {}),
    ...(isNumber(asked.round) ? { tradeRoundId: Number(asked.round) } : {}),
    ...(kind === '' ? {} : { kind }),
    ...(reason === '' ? {} : { reason }),
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
          label={words.roundNumber}
          inputMode="numeric"
          maxLength={15}
          value={typed.round}
          onChange={(round) => setTyped({ ...typed, round })}
        />
        <Field
          label={words.date}
          type="date"
          value={typed.date}
          onChange={(date) => setTyped({ ...typed, date })}
        />
        <Select
          label={words.reason}
          value={reason}
          choices={choicesOf(REASONS, reasonWord)}
          onChange={setReason}
        />
        <Select label={words.kind} value={kind} choices={choicesOf(KINDS, kindWord)} onChange={setKind} />
        <Button type="submit" kind="primary">
          {words.apply}
        </Button>
        <span className="books-filters__space" />
        <FileButton call={ledgerCsv} query={filters} />
      </form>
      <Panel isFlush fills>
        <DataTable
          label={words.ledger}
          columns={columnsOf(may('MARKET_READ') ? (id) => place.go(`/rounds/void?id=${id}`) : undefined)}
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

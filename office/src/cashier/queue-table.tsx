// The waiting requests as rows, and which of them are picked for one approval of many.
import { Icon } from '@maru/app/ui/icons/icon';
import type { IconName } from '@maru/app/ui/icons/icons';
import type { ReactNode } from 'react';
import { DataTable } from '../parts/data-table.tsx';
import { Tag } from '../parts/facts.tsx';
import { spanOf, timeOf } from '../parts/moments.ts';
import { amountOf, moneyOf } from '../parts/money.ts';
import { words } from '../text/cashier.ts';
import { checkTags, isOut, type QueueRow, typeName } from './check-words.ts';

interface Props {
  readonly rows: readonly QueueRow[];
  readonly now: number;
  readonly targetMs: number;
  readonly selected: number | undefined;
  readonly onSelect: (row: QueueRow) => void;
  readonly picked: ReadonlySet<number>;
  readonly onPick: (id: number) => void;
  readonly isLoading: boolean;
  readonly foot?: ReactNode;
}

/** The drawer has all of them. */
const MOST_TAGS = 2;

/** Many at once are approved only where nothing is to be looked at, by one person alone. */
export const canPick = ({ worst, needsTwo, hold, takenBy }: QueueRow): boolean =>
  worst === 'PLAIN' && !needsTwo && hold === null && takenBy === null;

export function iconOf(row: QueueRow): IconName {
  if (row.channel === 'p2p') return 'transfer';
  if (row.type === 'PB' || row.type === 'PM') return 'gift';
  return isOut(row) ? 'send' : 'download';
}

/** The drawer has all places of a coin. */
const inFewPlaces = (point: string): string => point.replace(/(\.\d{4})\d+$/, '$1');

const accountOf = ({ bankName, counterpart, name }: QueueRow): string =>
  counterpart === '' ? name : `${bankName ?? ''} ${counterpart.replace(/•+/, '••')}`.trim();

export function QueueTable({
  rows,
  now,
  targetMs,
  selected,
  onSelect,
  picked,
  onPick,
  isLoading,
  foot,
}: Props) {
  return (
    <DataTable
      label={words.table}
      rows={rows}
      keyOf={({ id }) => id}
      selected={selected}
      onSelect={onSelect}
      isLoading={isLoading}
      empty={words.empty}
      foot={foot}
      columns={[
        {
          head: words.columns.pick,
          width: '44px',
          isExtra: true,
          cell: (row) => (
            <input
              type="checkbox"
              className="queue__pick"
              aria-label={words.pick(row.username)}
              disabled={!canPick(row)}
              checked={picked.has(row.id)}
              onClick={(event) => event.stopPropagation()}
              onChange={() => onPick(row.id)}
            />
          ),
        },
        {
          head: words.columns.at,
          isExtra: true,
          cell: ({ createdMillis }) => <span className="figure queue__quiet">{timeOf(createdMillis)}</span>,
        },
        {
          head: words.columns.wait,
          cell: ({ createdMillis }) => (
            <span className={now - createdMillis >= targetMs ? 'figure queue__late' : 'figure queue__quiet'}>
              {spanOf(now - createdMillis)}
            </span>
          ),
        },
        {
          head: words.columns.type,
          cell: (row) => (
            <span className="queue__kind">
              <Icon name={iconOf(row)} size={15} weight={2} />
              {typeName(row)}
            </span>
          ),
        },
        {
          head: words.columns.member,
          cell: ({ name, username }) => (
            <>
              <b>{name}</b> <span className="queue__quiet queue__username">{username}</span>
            </>
          ),
        },
        {
          head: words.columns.partner,
          isExtra: true,
          cell: ({ partner }) => <span className="queue__quiet">{partner === '' ? '–' : partner}</span>,
        },
        {
          head: words.columns.amount,
          align: 'right',
          cell: ({ point, currency }) => (
            <b className="figure queue__amount">
              {currency === 'KRW' ? moneyOf(point) : amountOf(inFewPlaces(point), currency)}
            </b>
          ),
        },
        {
          head: words.columns.account,
          isExtra: true,
          cell: (row) => <span className="queue__quiet">{accountOf(row)}</span>,
        },
        { head: words.columns.checks, isExtra: true, cell: (row) => <Marks row={row} now={now} /> },
      ]}
    />
  );
}

function Marks({ row, now }: { readonly row: QueueRow; readonly now: number }) {
  const tags = checkTags(row, now);
  const isHalfDone = row.confirmedBy !== null || row.askedBy !== null;
  return (
    <>
      {row.hold !== null && <Tag tone="brass">{words.hold}</Tag>}
      {isHalfDone && <Tag tone="brass">{words.waitsForSecond}</Tag>}
      {tags.slice(0, MOST_TAGS).map(({ key, tone, tag }) => (
        <Tag key={key} tone={tone}>
          {tag}
        </Tag>
      ))}
      {tags.length > MOST_TAGS && <span className="queue__quiet"> +{tags.length - MOST_TAGS}</span>}
      {tags.length === 0 && row.hold === null && !isHalfDone && (
        <span className="queue__quiet">{words.normal}</span>
      )}
    </>
  );
}

// Rows of the deposit and withdrawal history. Amounts are neutral: money that comes in is no profit.

import { formatSignedMoney } from '@maru/client/format-amount';
import { formatClock } from '@maru/client/format-date';
import type { DnwRow } from '@maru/contract/cashier/wire';
import { useMoneyTexts } from '../../shell/money-text.ts';
import { Badge } from '../../ui/figures/badge.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { ListRow } from '../../ui/rows/list-row.tsx';
import { Tile } from '../../ui/rows/tile.tsx';
import { isMoving, isOpenRequest, signedPoint } from './history-filter.ts';
import './history-rows.css';
import { rowIcons, useRowWords } from './row-words.ts';

interface Props {
  readonly rows: readonly DnwRow[];
  readonly onOpen: (row: DnwRow) => void;
}

export function HistoryRows({ rows, onOpen }: Props) {
  const { typeOf, statusOf, detailOf } = useRowWords();
  return (
    <ul>
      {rows.map((row) => {
        const status = statusOf(row);
        const detail = detailOf(row);
        return (
          <li key={row.id}>
            <ListRow
              height={60}
              tile={
                <Tile shape="round">
                  <Icon name={rowIcons[row.type]} size={20} />
                </Tile>
              }
              title={typeOf(row)}
              mark={
                status !== undefined && (
                  <Badge tone={isOpenRequest(row) ? 'brass' : 'neutral'}>{status}</Badge>
                )
              }
              meta={[formatClock(row.createdMillis), detail].filter(Boolean).join(' · ')}
              value={<RowAmount row={row} />}
              onPress={() => onOpen(row)}
            />
          </li>
        );
      })}
    </ul>
  );
}

/** Struck through where nothing moved. */
export function RowAmount({ row }: { readonly row: DnwRow }) {
  const { unit } = useMoneyTexts()(row.currency);
  const { figure } = formatSignedMoney(signedPoint(row), row.currency);
  return (
    <span
      className={isMoving(row) ? 'history-rows__amount' : 'history-rows__amount history-rows__amount--void'}
    >
      {figure}
      <small>{unit}</small>
    </span>
  );
}

// A table with one chosen row. J and K (or the arrows, in the table) choose the next and the one before, Enter opens. Tab
// stops at one row, the chosen one: behind a hundred rows the rest of the page would be out of reach.
import { useShortcut } from '@maru/app/ui/typing/use-shortcut';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { words } from '../text/shell.ts';
import './data-table.css';

export interface Column<Row> {
  readonly head: string;
  /** Drawn in the place of the words of the head. */
  readonly headCell?: ReactNode;
  readonly cell: (row: Row) => ReactNode;
  readonly align?: 'right';
  /** Left out on a phone. */
  readonly isExtra?: boolean;
  readonly width?: string;
}

interface Props<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  readonly selected?: string | number | undefined;
  readonly onSelect?: ((row: Row) => void) | undefined;
  /** Enter or a double click on the chosen row. */
  readonly onOpen?: ((row: Row) => void) | undefined;
  readonly isLoading?: boolean;
  readonly empty?: string;
  readonly hasMore?: boolean;
  readonly onMore?: (() => void) | undefined;
  /** Rows of a table inside a drawer are lower, and it takes no keys. */
  readonly isSmall?: boolean;
  /** Below the table, at its left. */
  readonly foot?: ReactNode;
}

export function DataTable<Row>(props: Props<Row>) {
  const { label, columns, rows, keyOf, selected, onSelect, onOpen, isSmall = false } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const place = rows.findIndex((row) => keyOf(row) === selected);
  const canChoose = onSelect !== undefined;

  function choose(index: number): void {
    const row = rows[Math.min(Math.max(index, 0), rows.length - 1)];
    if (row !== undefined) onSelect?.(row);
  }
  useShortcut(canChoose && !isSmall ? 'j' : undefined, () => choose(place + 1));
  useShortcut(canChoose && !isSmall ? 'k' : undefined, () => choose(place < 0 ? 0 : place - 1));

  useEffect(() => {
    if (place < 0) return;
    const row = body.current?.children[place] as HTMLTableRowElement | undefined;
    row?.scrollIntoView?.({ block: 'nearest' });
    // The focus follows the choice only where it is in the table already.
    if (body.current?.contains(document.activeElement)) row?.focus();
  }, [place]);

  function steer(event: KeyboardEvent, row: Row): void {
    if (event.target !== event.currentTarget) return;
    if (event.key === 'ArrowDown') choose(rows.indexOf(row) + 1);
    else if (event.key === 'ArrowUp') choose(rows.indexOf(row) - 1);
    else if (event.key === 'Enter') {
      onSelect?.(row);
      onOpen?.(row);
    } else if (event.key === ' ') onSelect?.(row);
    else return;
    event.preventDefault();
  }

  return (
    <div className={isSmall ? 'data-table data-table--small' : 'data-table'}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset does not scroll. */}
      <div
        className="data-table__scroll"
        role="group"
        aria-label={label}
        tabIndex={isSmall || canChoose ? undefined : 0}
      >
        <table aria-label={label} aria-busy={props.isLoading === true || undefined}>
          <thead>
            <tr>
              {columns.map(({ head, headCell, align, isExtra, width }) => (
                <th key={head} scope="col" className={cellClass(align, isExtra)} style={{ width }}>
                  {headCell ?? head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody ref={body}>
            {rows.map((row, index) => (
              <tr
                key={keyOf(row)}
                className={canChoose ? 'data-table__row' : undefined}
                aria-current={keyOf(row) === selected ? 'true' : undefined}
                onClick={canChoose ? () => onSelect(row) : undefined}
                onDoubleClick={onOpen === undefined ? undefined : () => onOpen(row)}
                onKeyDown={canChoose ? (event) => steer(event, row) : undefined}
                tabIndex={canChoose ? (index === Math.max(place, 0) ? 0 : -1) : undefined}
              >
                {columns.map(({ head, cell, align, isExtra }) => (
                  <td key={head} className={cellClass(align, isExtra)}>
                    {cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {rows.length === 0 && (
          <p className="data-table__empty" role="status">
            {props.isLoading === true ? words.loading : (props.empty ?? words.empty)}
          </p>
        )}
        {props.hasMore === true && (
          <button type="button" className="data-table__more" onClick={props.onMore}>
            {words.more}
          </button>
        )}
      </div>
      {!isSmall && (props.foot !== undefined || canChoose) && (
        <footer className="data-table__foot">
          <span>{props.foot}</span>
          {canChoose && (
            <span className="data-table__keys" aria-hidden="true">
              <span className="key">J</span>
              <span className="key">K</span> {words.moveHint}
            </span>
          )}
        </footer>
      )}
    </div>
  );
}

const cellClass = (align: 'right' | undefined, isExtra = false): string | undefined =>
  [...(align === 'right' ? ['data-table__right'] : []), ...(isExtra ? ['data-table__extra'] : [])].join(
    ' ',
  ) || undefined;

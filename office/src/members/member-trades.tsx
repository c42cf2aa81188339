// What the member traded, and what came and went, as the app lists them; each trade with its receipt.
import { memberBetReceipt, memberBets } from '@maru/contract/binary/views';
import { officeDnwList } from '@maru/contract/cashier/office';
import { memberFuturesFills, memberFuturesReceipt, memberLiquidation } from '@maru/contract/futures/views';
import { memberOverseaFills, memberOverseaReceipt } from '@maru/contract/oversea/views';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { type Column, DataTable } from '../parts/data-table.tsx';
import { minuteOf } from '../parts/moments.ts';
import { DrawerSection } from '../parts/panel.tsx';
import { usePages } from '../shell/use-pages.ts';
import { words } from '../text/members.ts';
import { shownAmount, shownResult, sumOf, toneOf } from './figures.ts';
import { type Paper, PaperDialog } from './paper-dialog.tsx';

const NEWEST = 10;

interface Row {
  readonly id: number;
  readonly atMillis: number;
  readonly what: string;
  readonly amount: string;
  /** Null while it is open. */
  readonly result: string | null;
  /** It closed because the position was liquidated: there is a report of what led to it. */
  readonly isLiquidation?: boolean;
}

const columns: readonly Column<Row>[] = [
  { head: words.when, cell: ({ atMillis }) => <span className="figure">{minuteOf(atMillis)}</span> },
  { head: words.what, cell: ({ what }) => what },
  { head: words.amount, cell: ({ amount }) => <span className="figure">{amount}</span>, align: 'right' },
  {
    head: words.result,
    cell: ({ result }) =>
      result === null ? (
        <span className="members__quiet">{words.running}</span>
      ) : (
        <span className={`figure tone--${toneOf(result)}`}>{shownResult(result)}</span>
      ),
    align: 'right',
  },
];

interface Fetched<Each> {
  readonly rows: readonly Each[];
  readonly isLoading: boolean;
  readonly hasMore: boolean;
  more(): Promise<void>;
}

interface NewestProps<Each> {
  readonly title: string;
  readonly pages: Fetched<Each>;
  readonly rowOf: (each: Each) => Row;
  readonly paperOf: (row: Row) => Paper;
}

function Newest<Each>({ title, pages, rowOf, paperOf }: NewestProps<Each>) {
  const [paper, setPaper] = useState<Paper>();
  return (
    <DrawerSection title={title}>
      <DataTable
        label={title}
        isSmall
        rows={pages.rows.map(rowOf)}
        isLoading={pages.isLoading}
        empty={words.noTrades}
        keyOf={({ id }) => id}
        hasMore={pages.hasMore}
        onMore={() => void pages.more()}
        columns={[
          ...columns,
          {
            head: words.paper,
            align: 'right',
            cell: (row) => (
              <Button
                size="small"
                kind="quiet"
                label={words.paperOf(row.what, minuteOf(row.atMillis))}
                onPress={() => setPaper(paperOf(row))}
              >
                {words.paper}
              </Button>
            ),
          },
        ]}
      />
      {paper !== undefined && <PaperDialog paper={paper} onClose={() => setPaper(undefined)} />}
    </DrawerSection>
  );
}

interface Fill {
  readonly id: number;
  readonly createdMillis: number;
  readonly stock: string;
  readonly tradeType: string;
  readonly qty: string | number;
  readonly price: string;
  readonly net: string | null;
  readonly marketType: string;
}

const ofFill = ({ id, createdMillis, stock, tradeType, qty, price, net, marketType }: Fill): Row => ({
  ...{ id, atMillis: createdMillis, what: `${words.sides[tradeType] ?? tradeType} ${stock}` },
  ...{ amount: `${qty} @ ${shownAmount(price)}`, result: net },
  isLiquidation: marketType === 'LIQUIDATION',
});

export function MemberTrades({ playerId }: { readonly playerId: number }) {
  const paged = { size: NEWEST, cursorName: 'beforeId' as const };
  const bets = usePages(memberBets, { playerId }, paged);
  const futures = usePages(memberFuturesFills, { playerId }, paged);
  const oversea = usePages(memberOverseaFills, { playerId }, paged);
  return (
    <>
      <Newest
        title={words.futuresFills}
        pages={futures}
        rowOf={ofFill}
        paperOf={({ id, isLiquidation }) => ({
          call: isLiquidation ? memberLiquidation : memberFuturesReceipt,
          query: { playerId, fillId: id },
          title: isLiquidation ? words.liquidationReport : words.paper,
        })}
      />
      <Newest
        title={words.overseaFills}
        pages={oversea}
        rowOf={ofFill}
        paperOf={({ id }) => ({
          ...{ call: memberOverseaReceipt, query: { playerId, fillId: id }, title: words.paper },
        })}
      />
      <Newest
        title={words.bets}
        pages={bets}
        rowOf={({ id, createdMillis, stock, optionType, type, point, credit }) => ({
          ...{ id, atMillis: createdMillis, what: `${stock} ${optionType} ${words.sides[type] ?? type}` },
          amount: shownAmount(point),
          result: credit === null ? null : sumOf([credit, `-${point}`]),
        })}
        paperOf={({ id }) => ({
          ...{ call: memberBetReceipt, query: { playerId, betId: id }, title: words.paper },
        })}
      />
    </>
  );
}

export function MemberMoney({ playerId }: { readonly playerId: number }) {
  const money = usePages(officeDnwList, { playerId, statusStrs: '0,1,2,3,4' }, { size: 20 });
  return (
    <DrawerSection title={words.dnw}>
      <DataTable
        label={words.dnw}
        isSmall
        rows={money.rows}
        isLoading={money.isLoading}
        empty={words.noDnw}
        keyOf={({ id }) => id}
        hasMore={money.hasMore}
        onMore={() => void money.more()}
        columns={[
          {
            head: words.when,
            cell: ({ createdMillis }) => <span className="figure">{minuteOf(createdMillis)}</span>,
          },
          { head: words.what, cell: ({ type }) => words.dnwTypes[type] ?? type },
          {
            head: words.amount,
            cell: ({ point, currency }) => (
              <span className="figure">
                {shownAmount(point)} {currency}
              </span>
            ),
            align: 'right',
          },
          { head: words.state, cell: ({ status }) => words.dnwStates[status], align: 'right' },
        ]}
      />
    </DrawerSection>
  );
}

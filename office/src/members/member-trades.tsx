// What the member traded, and what came and went: the newest of each, as the app lists them.
import { memberBets } from '@maru/contract/binary/views';
import { officeDnwList } from '@maru/contract/cashier/office';
import { memberFuturesFills } from '@maru/contract/futures/views';
import { memberOverseaFills } from '@maru/contract/oversea/views';
import { type Column, DataTable } from '../parts/data-table.tsx';
import { minuteOf } from '../parts/moments.ts';
import { DrawerSection } from '../parts/panel.tsx';
import { useRead } from '../shell/use-read.ts';
import { words } from '../text/members.ts';
import { shownAmount, shownResult, toneOf } from './figures.ts';

const NEWEST = 10;

interface Row {
  readonly id: number;
  readonly atMillis: number;
  readonly what: string;
  readonly amount: string;
  /** Null while it is open. */
  readonly result: string | null;
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

const Newest = ({ title, rows }: { readonly title: string; readonly rows: readonly Row[] | undefined }) => (
  <DrawerSection title={title}>
    <DataTable
      label={title}
      isSmall
      rows={rows ?? []}
      isLoading={rows === undefined}
      empty={words.noTrades}
      keyOf={({ id }) => id}
      columns={columns}
    />
  </DrawerSection>
);

export function MemberTrades({ playerId }: { readonly playerId: number }) {
  const query = { playerId, size: NEWEST };
  const bets = useRead(memberBets, query);
  const futures = useRead(memberFuturesFills, query);
  const oversea = useRead(memberOverseaFills, query);
  return (
    <>
      <Newest
        title={words.futuresFills}
        rows={futures.data?.content.map(({ id, createdMillis, stock, tradeType, qty, price, net }) => ({
          ...{ id, atMillis: createdMillis, what: `${words.sides[tradeType] ?? tradeType} ${stock}` },
          ...{ amount: `${qty} @ ${shownAmount(price)}`, result: net },
        }))}
      />
      <Newest
        title={words.overseaFills}
        rows={oversea.data?.content.map(({ id, createdMillis, stock, tradeType, qty, price, net }) => ({
          ...{ id, atMillis: createdMillis, what: `${words.sides[tradeType] ?? tradeType} ${stock}` },
          ...{ amount: `${qty} @ ${shownAmount(price)}`, result: net },
        }))}
      />
      <Newest
        title={words.bets}
        rows={bets.data?.content.map(({ id, createdMillis, stock, optionType, type, point, credit }) => ({
          ...{ id, atMillis: createdMillis, what: `${stock} ${optionType} ${words.sides[type] ?? type}` },
          amount: shownAmount(point),
          // Stakes and credits are whole amounts of a wallet, far below what a double holds exactly.
          result: credit === null ? null : String(Number((Number(credit) - Number(point)).toFixed(8))),
        }))}
      />
    </>
  );
}

export function MemberMoney({ playerId }: { readonly playerId: number }) {
  const { data } = useRead(officeDnwList, { playerId, size: 20, statusStrs: '0,1,2,3,4' });
  return (
    <DrawerSection title={words.dnw}>
      <DataTable
        label={words.dnw}
        isSmall
        rows={data?.content ?? []}
        isLoading={data === undefined}
        empty={words.noDnw}
        keyOf={({ id }) => id}
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

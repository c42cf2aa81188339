// Every open position and order, newest first.
import { riskExposure, riskOrders, riskPositions } from '@maru/contract/risk/exposure';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { Chips } from '../parts/facts.tsx';
import { Field, Select } from '../parts/form.tsx';
import { minuteOf } from '../parts/moments.ts';
import { Page } from '../parts/page.tsx';
import { Panel } from '../parts/panel.tsx';
import { useRead } from '../shell/use-read.ts';
import { words } from '../text/risk.ts';
import { MemberText, nameText, sideText } from './position-text.tsx';
import './risk.css';
import { amountText, toneOf, wonText } from './won.ts';

const { list } = words;
const ALL = 'all';
const EVERY_MS = 5_000;
const FIRST = 50;
const MOST = 100;

interface Filter {
  readonly product?: string;
  readonly instrumentId?: number;
  readonly playerId?: number;
}

export function Screen() {
  const [kind, setKind] = useState<'positions' | 'orders'>('positions');
  const [product, setProduct] = useState(ALL);
  const [instrument, setInstrument] = useState(ALL);
  const exposure = useRead(riskExposure, {});
  const [player, setPlayer] = useState('');
  const filter: Filter = {
    ...(product === ALL ? {} : { product }),
    ...(instrument === ALL ? {} : { instrumentId: Number(instrument) }),
    ...(/^[1-9]\d{0,14}$/.test(player) ? { playerId: Number(player) } : {}),
  };
  return (
    <Page
      title={list.title}
      tools={
        <Chips
          label={list.kind}
          value={kind}
          onChange={setKind}
          choices={[
            { value: 'positions', label: list.positions },
            { value: 'orders', label: list.orders },
          ]}
        />
      }
    >
      <div className="risk-filters">
        <Chips
          label={words.product}
          value={product}
          onChange={setProduct}
          choices={[ALL, 'oversea', 'futures'].map((value) => ({
            value,
            label: value === ALL ? words.all : (words.products[value] ?? value),
          }))}
        />
        <Select
          label={list.instrument}
          value={instrument}
          onChange={setInstrument}
          choices={instrumentChoices(exposure.data?.instruments ?? [])}
        />
        <Field label={list.player} value={player} inputMode="numeric" maxLength={15} onChange={setPlayer} />
      </div>
      {kind === 'positions' ? <Positions filter={filter} /> : <Orders filter={filter} />}
    </Page>
  );
}

/** Those in which something is open: each once, however many products trade it. */
function instrumentChoices(
  held: readonly { readonly instrumentId: number; readonly code: string; readonly koName: string }[],
) {
  const names = new Map(held.map(({ instrumentId, code, koName }) => [instrumentId, `${code} ${koName}`]));
  return [
    { value: ALL, label: words.all },
    ...Array.from(names, ([id, label]) => ({ value: String(id), label })),
  ];
}

/** Where the shown page begins; another filter begins with the newest. */
function usePaging(filter: Filter) {
  const name = JSON.stringify(filter);
  const [paged, setPaged] = useState({ name, before: undefined as number | undefined });
  const before = paged.name === name ? paged.before : undefined;
  return { before, go: (next: number | undefined) => setPaged({ name, before: next }) };
}

function ToNewest({ paging: { before, go } }: { readonly paging: ReturnType<typeof usePaging> }) {
  if (before === undefined) return null;
  return (
    <Button size="small" onPress={() => go(undefined)}>
      {list.newest}
    </Button>
  );
}

function Positions({ filter }: { readonly filter: Filter }) {
  const paging = usePaging(filter);
  const { before, go } = paging;
  const query = { ...filter, size: FIRST, ...(before === undefined ? {} : { before }) };
  const { data, isLoading } = useRead(riskPositions, query, { everyMs: EVERY_MS });
  return (
    <Panel title={list.positions} isFlush fills tools={<ToNewest paging={paging} />}>
      <DataTable
        label={list.positions}
        rows={data?.content ?? []}
        keyOf={({ positionId }) => positionId}
        isLoading={isLoading}
        empty={words.nobody}
        hasMore={typeof data?.next === 'number'}
        onMore={() => go(data?.next ?? undefined)}
        columns={[
          { head: words.member, cell: (row) => <MemberText {...row} /> },
          { head: words.product, cell: ({ product }) => words.products[product] ?? product, isExtra: true },
          {
            head: words.position,
            cell: (row) => (
              <>
                {nameText(row)}{' '}
                <span className={`tone--${row.side === 'LONG' ? 'up' : 'down'}`}>{sideText(row)}</span>{' '}
                <span className="risk-quiet">{row.isIsolated ? words.isolated : words.cross}</span>
              </>
            ),
          },
          { head: list.qty, align: 'right', cell: ({ qty }) => amountText(qty), isExtra: true },
          { head: list.price, align: 'right', cell: ({ price }) => amountText(price), isExtra: true },
          {
            head: list.value,
            align: 'right',
            cell: ({ won }) => (won === null ? '-' : wonText(won)),
            isExtra: true,
          },
          {
            head: words.openPnl,
            align: 'right',
            cell: ({ pnl, currency }) => (
              <span className={`tone--${toneOf(pnl)}`}>
                {amountText(pnl)} <span className="risk-quiet">{currency}</span>
              </span>
            ),
          },
          {
            head: words.room,
            align: 'right',
            cell: ({ roomPercent }) => (
              <b className={`figure ${Number(roomPercent) < 10 ? 'tone--danger' : ''}`}>{roomPercent}%</b>
            ),
          },
        ]}
      />
    </Panel>
  );
}

function Orders({ filter }: { readonly filter: Filter }) {
  const paging = usePaging(filter);
  const { before, go } = paging;
  const query = { ...filter, size: MOST, ...(before === undefined ? {} : { before }) };
  const { data, isLoading } = useRead(riskOrders, query, { everyMs: EVERY_MS });
  const textOf = (price: string | null): string => (price === null ? '-' : amountText(price));
  return (
    <Panel title={list.orders} isFlush fills tools={<ToNewest paging={paging} />}>
      <DataTable
        label={list.orders}
        rows={data?.content ?? []}
        keyOf={({ product, orderId }) => `${product}/${orderId}`}
        isLoading={isLoading}
        hasMore={typeof data?.next === 'number'}
        onMore={() => go(data?.next ?? undefined)}
        columns={[
          { head: list.placed, cell: ({ placedMillis }) => minuteOf(placedMillis) },
          { head: words.member, cell: (row) => <MemberText {...row} /> },
          { head: list.instrument, cell: ({ code, koName }) => `${code} ${koName}`, isExtra: true },
          {
            head: list.side,
            cell: ({ side }) => (
              <span className={`tone--${side === 'LONG' ? 'up' : 'down'}`}>
                {side === 'LONG' ? words.buy : words.sell}
              </span>
            ),
          },
          { head: list.type, cell: ({ type }) => type },
          {
            head: list.qty,
            align: 'right',
            cell: ({ qty }) => (qty === null ? list.whole : amountText(qty)),
          },
          { head: list.price, align: 'right', cell: ({ price }) => textOf(price) },
          { head: list.trigger, align: 'right', cell: ({ trigger }) => textOf(trigger), isExtra: true },
        ]}
      />
    </Panel>
  );
}

// What a change would do, in the same form for every product: before it is asked for, and for the second person.
import type { ReceivedReply } from '@maru/client/call';
import type { overseaSettingEffect } from '@maru/contract/oversea/office';
import { DataTable } from '../parts/data-table.tsx';
import { Facts, Notice, Tag } from '../parts/facts.tsx';
import { words } from '../text/control.ts';
import { money, signed } from './figures.ts';

type Effect = ReceivedReply<typeof overseaSettingEffect>;

export function EffectView({ effect }: { readonly effect: Effect | undefined }) {
  const text = words.effect;
  if (effect === undefined) return <p role="status">{text.pending}</p>;
  const { rows } = effect;
  return (
    <section aria-label={text.title}>
      <Facts
        facts={[
          { label: text.players, value: text.people(effect.players) },
          { label: text.positions, value: text.pieces(effect.positions) },
          { label: text.orders, value: text.pieces(effect.orders) },
          {
            label: text.closed,
            value: text.pieces(effect.closed),
            tone: effect.closed > 0 ? 'danger' : 'plain',
          },
          {
            label: text.result,
            value: `${signed(effect.result)} ${effect.currency ?? ''}`,
            tone: effect.result.startsWith('-') ? 'warn' : 'plain',
          },
        ]}
      />
      {rows.length > 0 && (
        <DataTable
          label={text.rows}
          isSmall
          rows={rows.slice(0, SHOWN)}
          keyOf={(row) => `${row.playerId} ${row.stock}`}
          columns={[
            { head: text.member, cell: (row) => row.name ?? row.username ?? `#${row.playerId}` },
            { head: text.side, cell: (row) => text.sides[row.side] },
            { head: text.qty, cell: (row) => money(row.qty), align: 'right' },
            {
              head: text.result,
              align: 'right',
              cell: (row) => (row.isClosed ? <Tag tone="danger">{text.cut}</Tag> : signed(row.result)),
            },
          ]}
        />
      )}
      {!effect.isWhole && <Notice tone="warn">{text.notWhole}</Notice>}
      <Notice tone={effect.takesTwo ? 'warn' : 'plain'}>
        {effect.takesTwo ? text.takesTwo : text.takesOne}
      </Notice>
    </section>
  );
}

const SHOWN = 8;

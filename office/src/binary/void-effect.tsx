// What a void would move: who gets, who owes, and who no longer has it.
import type { ReceivedReply } from '@maru/client/call';
import type { voidEffect } from '@maru/contract/binary/office';
import { money, signed } from '../control/figures.ts';
import { CsvButton } from '../parts/csv-button.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { Figure, Figures, Notice } from '../parts/facts.tsx';
import { words } from '../text/binary.ts';
import { words as shell } from '../text/shell.ts';

const text = words.void;

export type Effect = ReceivedReply<typeof voidEffect>;

const SHOWN = 12;

const sidesOf = (stakes: Effect['rows'][number]['stakes']): string =>
  Object.keys(stakes)
    .map((side) => words.rounds.sides[side] ?? side)
    .join('·');

const stateOf = (status: number | null): string =>
  status === null ? text.waits : (text.states[status] ?? '');

export function VoidEffect({ effect, name }: { readonly effect: Effect | undefined; readonly name: string }) {
  if (effect === undefined) return <p role="status">{shell.loading}</p>;
  if (effect.state !== 'OPEN') return <Notice tone="warn">{text.blocked[effect.state]}</Notice>;
  const { getBack, giveBack, missing, house } = effect;
  return (
    <>
      <Figures>
        <Figure label={text.getBack} value={text.people(getBack.players)} aside={signed(getBack.amount)} />
        <Figure
          label={text.giveBack}
          value={text.people(giveBack.players)}
          aside={giveBack.amount === '0' ? '0' : `−${money(giveBack.amount)}`}
        />
        <Figure label={text.house} value={signed(house)} aside={text.houseLine} />
        <Figure
          label={text.missing}
          value={text.people(missing.players)}
          aside={missing.players === 0 ? undefined : `${money(missing.amount)} · ${text.missingLine}`}
          tone={missing.players === 0 ? 'plain' : 'warn'}
        />
      </Figures>
      <p className="void-board__flow figure">{text.flow(money(effect.stake), money(effect.paid))}</p>
      <DataTable
        label={text.effect}
        rows={effect.rows.slice(0, SHOWN)}
        keyOf={({ playerId }) => playerId}
        columns={[
          {
            head: text.member,
            cell: (row) => (
              <>
                <b>{row.name ?? `#${row.playerId}`}</b>{' '}
                <span className="market-board__quiet">{row.username}</span>
              </>
            ),
          },
          {
            head: text.side,
            cell: ({ stakes }) => sidesOf(stakes),
          },
          { head: text.stake, align: 'right', cell: ({ stake }) => money(stake) },
          {
            head: text.payment,
            align: 'right',
            isExtra: true,
            cell: ({ paid }) => (paid === null ? '–' : money(paid)),
          },
          {
            head: text.state,
            isExtra: true,
            cell: ({ status }) => stateOf(status),
          },
          {
            head: text.change,
            align: 'right',
            cell: ({ change, missing: short }) => (
              <span className={short === '0' ? undefined : 'tone--warn'}>{signed(change)}</span>
            ),
          },
        ]}
      />
      <div className="void-board__rest">
        <span>{effect.players > SHOWN && text.others(effect.players - SHOWN)}</span>
        <CsvButton
          name={name}
          head={[
            text.member,
            text.username,
            text.side,
            text.stake,
            text.payment,
            text.state,
            text.change,
            text.missing,
          ]}
          rows={() =>
            effect.rows.map((row) => [
              ...[row.name ?? `#${row.playerId}`, row.username ?? '', sidesOf(row.stakes), row.stake],
              ...[row.paid ?? '', stateOf(row.status), row.change, row.missing],
            ])
          }
        />
      </div>
      {!effect.isWhole && <Notice tone="warn">{text.notWhole}</Notice>}
    </>
  );
}

// What a stress test found: who is closed, and what the house would owe.
import type { ReceivedReply } from '@maru/client/call';
import type { riskStress } from '@maru/contract/risk/stress';
import { useState } from 'react';
import { Meter } from '../parts/charts.tsx';
import { CsvButton } from '../parts/csv-button.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { Chips, Facts, Figure, Figures } from '../parts/facts.tsx';
import { Panel } from '../parts/panel.tsx';
import { words } from '../text/risk.ts';
import { MemberText, nameText, PositionText, sideText } from './position-text.tsx';
import { eokText, manText, percentText, toneOf, wonText } from './won.ts';

export type StressReply = ReceivedReply<typeof riskStress>;

const { stress } = words;

export function StressFigures({ result }: { readonly result: StressReply }) {
  const { closed, owed } = result;
  const share = result.accounts === 0 ? 0 : (closed.accounts / result.accounts) * 100;
  return (
    <Figures>
      <Figure
        label={stress.closedAccounts}
        value={words.accounts(closed.accounts)}
        tone={closed.accounts > 0 ? 'danger' : 'plain'}
        aside={`${share.toFixed(1)}%`}
      />
      <Figure label={stress.memberLoss} value={wonText(closed.loss)} />
      <Figure
        label={stress.owed}
        value={wonText(owed.total)}
        aside={stress.payoutMost(wonText(result.payoutMost))}
      />
      <Figure
        label={stress.shortfall}
        value={wonText(closed.shortfall)}
        tone={Number(closed.shortfall) > 0 ? 'danger' : 'plain'}
        aside={stress.insurance(wonText(result.insurance))}
      />
      <Figure label={stress.netAfter} value={wonText(result.netAfter, true)} tone={toneOf(result.netAfter)} />
    </Figures>
  );
}

export function ClosedMembers({ result }: { readonly result: StressReply }) {
  const [order, setOrder] = useState<'first' | 'largest'>('first');
  const numbered = result.content.map((row, index) => ({ ...row, number: index + 1 }));
  const rows = order === 'first' ? numbered : numbered.toSorted((a, b) => Number(a.loss) - Number(b.loss));
  return (
    <Panel
      title={stress.closed}
      aside={result.closed.accounts.toLocaleString('ko-KR')}
      isFlush
      fills
      tools={
        <Chips
          label={stress.order}
          value={order}
          onChange={setOrder}
          choices={[
            { value: 'first', label: stress.first },
            { value: 'largest', label: stress.largest },
          ]}
        />
      }
    >
      <DataTable
        label={stress.closed}
        rows={rows}
        keyOf={({ product, positions, number }) => `${product}/${positions[0]?.positionId ?? number}`}
        empty={stress.nobody}
        foot={
          <>
            {stress.shown(rows.length, result.closed.accounts)} <SaveClosed rows={rows} />
          </>
        }
        columns={[
          {
            head: '#',
            width: '44px',
            cell: ({ number }) => <span className="risk-quiet figure">{number}</span>,
          },
          { head: words.member, cell: (row) => <MemberText {...row} /> },
          {
            head: words.position,
            cell: ({ positions }) => <PositionText positions={positions} />,
            isExtra: true,
          },
          {
            head: stress.reached,
            align: 'right',
            cell: ({ reachedPercent, reachedSeconds }) =>
              reachedSeconds === 0
                ? percentText(reachedPercent)
                : `${percentText(reachedPercent)} · ${stress.afterTime(reachedSeconds)}`,
          },
          { head: stress.loss, align: 'right', cell: ({ loss }) => manText(loss) },
          {
            head: stress.fill,
            align: 'right',
            cell: ({ shortfall }) => (
              <b className={Number(shortfall) > 0 ? 'tone--danger' : 'risk-quiet'}>{manText(shortfall)}</b>
            ),
          },
        ]}
      />
    </Panel>
  );
}

type ClosedRow = StressReply['content'][number] & { readonly number: number };

const SaveClosed = ({ rows }: { readonly rows: readonly ClosedRow[] }) => (
  <CsvButton
    name={stress.file}
    disabled={rows.length === 0}
    head={['#', words.list.player, words.member, words.position, stress.reached, stress.loss, stress.fill]}
    rows={() =>
      rows.map(({ number, playerId, username, positions, reachedPercent, loss, shortfall }) => [
        number,
        playerId,
        username,
        positions.map((each) => `${nameText(each)} ${sideText(each)} ${each.qty}`).join(' / '),
        reachedPercent,
        loss,
        shortfall,
      ])
    }
  />
);

export function NetsPanel({ result: { instruments } }: { readonly result: StressReply }) {
  const most = Math.max(
    1,
    ...instruments.flatMap(({ netBefore, netAfter }) => [
      Math.abs(Number(netBefore)),
      Math.abs(Number(netAfter)),
    ]),
  );
  return (
    <Panel title={stress.nets} aside={`${words.eok} · ${stress.now} / ${stress.after}`}>
      {instruments.length === 0 && <p className="risk-empty">{words.nobody}</p>}
      <ul className="stress-nets" aria-label={stress.nets}>
        {instruments.map(({ instrumentId, code, netBefore, netAfter, movedPercent }) => (
          <li key={instrumentId}>
            <span title={`${movedPercent}%`}>{code}</span>
            <span className="stress-nets__bars">
              <NetBar share={Math.abs(Number(netBefore)) / most} tone="before" />
              <NetBar share={Math.abs(Number(netAfter)) / most} tone={Number(netAfter) < 0 ? 'down' : 'up'} />
            </span>
            <b className="figure">{eokText(netAfter, true)}</b>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const NetBar = ({ share, tone }: { readonly share: number; readonly tone: 'before' | 'up' | 'down' }) => (
  <svg
    className={`half-bar half-bar--${tone}`}
    width={`${Math.max(1, share * 100)}%`}
    height="8"
    aria-hidden="true"
  >
    <rect width="100%" height="8" rx="2" />
  </svg>
);

export function HousePanel({ result }: { readonly result: StressReply }) {
  const { owed, received, insurance, payoutMost } = result;
  return (
    <Panel title={stress.house} aside={stress.man}>
      <Facts
        facts={[
          { label: stress.gains, value: manText(`-${owed.gains}`) },
          { label: stress.rounds, value: manText(`-${owed.rounds}`) },
          { label: stress.fill, value: manText(`-${owed.shortfall}`) },
          { label: stress.received, value: manText(received, true) },
        ]}
      />
      <div className="stress-total">
        <Facts
          facts={[
            {
              label: stress.result,
              value: <b>{manText(result.result, true)}</b>,
              tone: toneOf(result.result),
            },
          ]}
        />
      </div>
      <Use label={stress.insuranceUse} part={owed.shortfall} whole={insurance} />
      <Use label={stress.payoutUse} part={owed.total} whole={payoutMost} />
    </Panel>
  );
}

function Use({
  label,
  part,
  whole,
}: {
  readonly label: string;
  readonly part: string;
  readonly whole: string;
}) {
  const share = Number(whole) <= 0 ? (Number(part) > 0 ? 1 : 0) : Number(part) / Number(whole);
  return (
    <div className="stress-use">
      <p>
        <span>{label}</span>
        <span className="figure">
          {manText(part)} / {manText(whole)} <b>{(share * 100).toFixed(1)}%</b>
        </span>
      </p>
      <Meter label={label} share={share} tone={share >= 1 ? 'danger' : share >= 0.8 ? 'warn' : 'plain'} />
    </div>
  );
}

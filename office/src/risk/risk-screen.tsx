// What is open in all products, live.
import type { ReceivedReply } from '@maru/client/call';
import { riskExposure } from '@maru/contract/risk/exposure';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Bars, Line, Meter } from '../parts/charts.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { Chips, Figure, Figures, Notice } from '../parts/facts.tsx';
import { Page } from '../parts/page.tsx';
import { Panel } from '../parts/panel.tsx';
import { useMay, useOffice } from '../shell/office-context.tsx';
import { useRead } from '../shell/use-read.ts';
import { words } from '../text/risk.ts';
import { AlertsPanel } from './alerts-panel.tsx';
import { ExposureBars } from './exposure-bars.tsx';
import { LimitsDialog } from './limits-dialog.tsx';
import { MemberText, PositionText } from './position-text.tsx';
import './risk.css';
import { RoundsPanel } from './rounds-panel.tsx';
import { amountText, eokText, toneOf, wonText } from './won.ts';

type Exposure = ReceivedReply<typeof riskExposure>;

const EVERY_MS = 2_000;
const ALL = 'all';
/** Percent of room at which the bar is full: only those in danger are listed. */
const FULL_ROOM = 12.5;

export function Screen() {
  const office = useOffice();
  const may = useMay();
  const [product, setProduct] = useState(ALL);
  const [isLimiting, setLimiting] = useState(false);
  const { data, fault } = useRead(riskExposure, product === ALL ? {} : { product }, { everyMs: EVERY_MS });
  const choices = [ALL, ...(data?.products ?? [])].map((value) => ({
    value,
    label: value === ALL ? words.all : (words.products[value] ?? value),
  }));
  return (
    <Page
      title={words.title}
      badge={<span className="risk-live">{words.live}</span>}
      tools={
        <>
          <Chips label={words.product} choices={choices} value={product} onChange={setProduct} />
          <Button size="small" onPress={() => office.place.go('/risk/stress')}>
            {words.toStress}
          </Button>
          {may('MARKET_CONTROL') && (
            <Button size="small" takesTwo onPress={() => setLimiting(true)}>
              {words.limitsButton}
            </Button>
          )}
        </>
      }
    >
      {fault !== undefined && <Notice tone="danger">{fault.message}</Notice>}
      {data?.isPartial === true && <Notice tone="warn">{words.partial}</Notice>}
      {data !== undefined && <Shown data={data} />}
      <LimitsDialog open={isLimiting} onClose={() => setLimiting(false)} />
    </Page>
  );
}

function Shown({ data }: { readonly data: Exposure }) {
  return (
    <div className="risk-page">
      <HeadFigures data={data} />
      <div className="risk-grid">
        <Panel title={words.byInstrument} aside={words.eok}>
          <ExposureBars instruments={data.instruments} />
        </Panel>
        <Panel title={words.trend} aside={words.today}>
          <Trend data={data} />
          <h2 className="panel__title risk-second">
            {words.rooms} <span className="panel__aside">% · {words.accounts(data.accounts)}</span>
          </h2>
          <Bars
            label={words.rooms}
            height={72}
            bars={data.rooms.map(({ from, to, accounts }) => ({
              label: to === null ? `${from}+` : `${from}–${to}`,
              value: accounts,
              tone: from < 10 ? 'danger' : from < 20 ? 'warn' : 'plain',
            }))}
          />
        </Panel>
        <Panel title={words.nearest} aside={words.leastFirst} isFlush>
          <Nearest data={data} />
        </Panel>
        <div className="risk-pair">
          <AlertsPanel />
          <RoundsPanel rounds={data.rounds} limits={data.limits} />
        </div>
      </div>
    </div>
  );
}

function HeadFigures({ data }: { readonly data: Exposure }) {
  const isOver = Math.abs(Number(data.net)) >= Number(data.limits.netTotal);
  return (
    <Figures>
      <Figure label={words.gross} value={wonText(data.gross)} />
      <Figure
        label={words.net}
        value={wonText(data.net, true)}
        tone={isOver ? 'danger' : toneOf(data.net)}
        aside={words.limit(wonText(data.limits.netTotal))}
      />
      <Figure label={words.pnl} value={wonText(data.pnl, true)} tone={toneOf(data.pnl)} />
      <Figure
        label={words.near}
        value={words.accounts(data.near.accounts)}
        tone={data.near.accounts > 0 ? 'danger' : 'plain'}
        aside={wonText(data.near.gross)}
      />
      <Figure label={words.marginUse} value={`${Number(data.marginUsePercent).toFixed(1)}%`}>
        <Meter label={words.marginUse} share={Number(data.marginUsePercent) / 100} />
      </Figure>
    </Figures>
  );
}

/** The limits are drawn where the line comes within sight of them. */
function Trend({ data: { trend, limits } }: { readonly data: Exposure }) {
  const values = trend.map(({ net }) => Number(net));
  if (values.length === 0) return <p className="risk-empty">{words.noTrend}</p>;
  const limit = Number(limits.netTotal);
  const isInSight = values.some((value) => Math.abs(value) > limit / 4);
  return (
    <>
      <Line label={words.trend} values={values} marks={isInSight ? [limit, 0, -limit] : [0]} />
      <p className="risk-quiet figure">
        {eokText(trend.at(-1)?.net ?? '0', true)} {words.eok} · {words.limit(wonText(limits.netTotal))}
      </p>
    </>
  );
}

function Nearest({ data: { nearest } }: { readonly data: Exposure }) {
  const office = useOffice();
  return (
    <DataTable
      label={words.nearest}
      rows={nearest}
      keyOf={(row) => `${row.product}/${row.positions[0]?.positionId}`}
      empty={words.nobody}
      columns={[
        { head: words.member, cell: (row) => <MemberText {...row} /> },
        { head: words.position, cell: ({ positions }) => <PositionText positions={positions} /> },
        {
          head: words.room,
          width: '96px',
          cell: ({ roomPercent }) => <Room percent={Number(roomPercent)} />,
        },
        {
          head: words.openPnl,
          align: 'right',
          cell: ({ pnl, currency }) => (
            <>
              <span className={`figure tone--${toneOf(pnl)}`}>{amountText(pnl)}</span>{' '}
              <span className="risk-quiet">{currency}</span>
            </>
          ),
        },
        {
          head: words.act,
          align: 'right',
          isExtra: true,
          cell: ({ playerId, nick }) => (
            <Button
              size="small"
              label={`${nick} ${words.act}`}
              onPress={() => office.place.go(`/members?id=${playerId}`)}
            >
              {words.act}
            </Button>
          ),
        },
      ]}
    />
  );
}

function Room({ percent }: { readonly percent: number }) {
  const tone = percent < 10 ? 'danger' : percent < 20 ? 'warn' : 'plain';
  return (
    <span className="risk-room">
      <Meter label={words.room} share={percent / FULL_ROOM} tone={tone} />
      <b className={`figure tone--${tone}`}>{percent.toFixed(percent < 10 ? 2 : 1)}%</b>
    </span>
  );
}

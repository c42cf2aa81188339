// The chosen instrument: its state in each product, its conditions, today's sessions, and what can be done with it.
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Facts, Notice } from '../parts/facts.tsx';
import { timeOf } from '../parts/moments.ts';
import { Drawer, DrawerSection } from '../parts/panel.tsx';
import { useMay, useMe } from '../shell/office-context.tsx';
import { words } from '../text/control.ts';
import { ExceptionDialog } from './exception-dialog.tsx';
import { money } from './figures.ts';
import { FuturesPart } from './futures-part.tsx';
import type { Sessions } from './gantt.tsx';
import type { MarketRow } from './market-row.ts';
import { OffersPart } from './offers-part.tsx';
import { OverseaPart } from './oversea-part.tsx';

const text = words.market;

interface Props {
  readonly row: MarketRow;
  readonly sessions: Sessions | undefined;
  readonly now: number;
  readonly onChanged: () => void;
}

export function InstrumentDrawer({ row, sessions, now, onChanged }: Props) {
  const may = useMay();
  /** Calendars are common to all sites: who runs the platform changes them. */
  const { level } = useMe();
  const [isEntering, setEntering] = useState(false);
  const oversea = row.traded.find(({ product }) => product === 'oversea');
  const futures = row.traded.find(({ product }) => product === 'futures');
  const offers = row.traded.filter(({ product }) => product === 'binary');
  const isFixed = !may('MARKET_CONTROL');
  return (
    <Drawer
      label={row.koName}
      head={
        <span className="text-stack">
          <h2 className="market-board__name">{row.koName}</h2>
          <span className="market-board__quiet">
            {row.stock}
            {row.calendar !== null && ` · ${row.calendar}`}
          </span>
        </span>
      }
      actions={
        row.calendar !== null && !isFixed && level === 1 ? (
          <Button takesTwo onPress={() => setEntering(true)}>
            {text.addException}
          </Button>
        ) : undefined
      }
    >
      <Facts
        facts={[
          { label: text.lastPrice, value: row.lastPrice === null ? '–' : money(row.lastPrice) },
          { label: text.tick, value: row.tickSize },
          ...(oversea === undefined
            ? []
            : [{ label: text.tickValue, value: `${money(row.tickValue)} ${row.currency}` }]),
        ]}
      />
      {oversea !== undefined && (
        <OverseaPart row={row} traded={oversea} isFixed={isFixed} onChanged={onChanged} />
      )}
      {futures !== undefined && (
        <FuturesPart row={row} traded={futures} isFixed={isFixed} onChanged={onChanged} />
      )}
      {offers.length > 0 && <OffersPart row={row} offers={offers} isFixed={isFixed} onChanged={onChanged} />}
      {sessions !== undefined && row.calendar !== null && (
        <Today row={row} sessions={sessions} now={now} isForced={oversea !== undefined} />
      )}
      <Notice>{text.rule}</Notice>
      {isEntering && row.calendar !== null && (
        <ExceptionDialog
          calendar={row.calendar}
          calendars={sessions?.calendars ?? []}
          onClose={() => setEntering(false)}
          onAsked={onChanged}
        />
      )}
    </Drawer>
  );
}

/** docs/rules.md 4.3: before the end of a trade date only reducing orders, then the forced close. */
const REDUCE_ONLY_MS = 600_000;
const FORCED_CLOSE_MS = 300_000;

function Today({
  row,
  sessions,
  now,
  isForced,
}: Pick<Props, 'row' | 'now'> & { readonly sessions: Sessions; readonly isForced: boolean }) {
  const calendar = sessions.calendars.find(({ code }) => code === row.calendar);
  const day =
    calendar?.days.find(({ stretches }) => (stretches.at(-1)?.closesMillis ?? 0) > now) ??
    calendar?.days.at(-1);
  const last = day?.stretches.at(-1);
  if (day === undefined || last === undefined) return null;
  const steps = [
    ...day.stretches.map(({ opensMillis }) => ({ at: opensMillis, name: text.opens })),
    { at: now, name: text.now },
    ...(isForced
      ? [
          { at: last.closesMillis - REDUCE_ONLY_MS, name: text.reduceOnly },
          { at: last.closesMillis - FORCED_CLOSE_MS, name: text.forced },
        ]
      : []),
    { at: last.closesMillis, name: text.closes },
  ].sort((a, b) => a.at - b.at);
  return (
    <DrawerSection title={`${text.today} ${day.tradeDate.slice(5).replace('-', '.')}`}>
      <ol className="schedule">
        {steps.map(({ at, name }) => (
          <li
            key={`${at} ${name}`}
            className={name === text.now ? 'schedule__row schedule__row--now' : 'schedule__row'}
          >
            <span>{name}</span>
            <time className="figure">{timeOf(at).slice(0, 5)}</time>
          </li>
        ))}
      </ol>
    </DrawerSection>
  );
}

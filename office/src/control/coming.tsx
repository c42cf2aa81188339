// What is not usual today or comes soon: stopped instruments, expiries, clocks that change.
import { minuteOf } from '../parts/moments.ts';
import { words } from '../text/control.ts';
import type { Calendar } from './gantt.tsx';
import { isPartly, type MarketRow } from './market-row.ts';

const text = words.market;
const DAY_MS = 86_400_000;
const SOON_DAYS = 10;

interface Props {
  readonly rows: readonly MarketRow[];
  readonly calendars: readonly Calendar[];
  readonly now: number;
}

export function Coming({ rows, calendars, now }: Props) {
  const restricted = rows.filter(({ state }) => state !== 'NORMAL').slice(0, 3);
  const rolls = rollsOf(rows, now).slice(0, 2);
  return (
    <div className="coming">
      <p className="coming__legend">
        <i className="coming__key coming__key--open" /> {text.trading}
        <i className="coming__key coming__key--rest" /> {text.holiday}
        <i className="coming__key coming__key--now" /> {text.now}
        <span className="coming__clocks">{clocksOf(calendars, now)}</span>
      </p>
      <div className="coming__cards">
        {restricted.map((row) => (
          <Restricted key={row.instrumentId} row={row} />
        ))}
        {rolls.map(({ month, day, stocks, inDays }) => (
          <div key={`${month} ${day}`} className="coming__card">
            <b>
              {text.roll(month)} <span className="figure">D-{inDays}</span>
            </b>
            <span>{text.rollLine(stocks.slice(0, 5).join(' · '), day)}</span>
          </div>
        ))}
      </div>
    </div>
  );
}

/** Counts only those that the restriction reaches. */
function Restricted({ row }: { readonly row: MarketRow }) {
  const reached = row.traded.filter(({ mode }) => mode !== 'NORMAL');
  const state = text.states[row.state];
  return (
    <div className="coming__card">
      <b className={row.state === 'STOPPED' ? 'tone--danger' : 'tone--warn'}>
        {row.koName} {isPartly(row) ? text.partly(state) : state}
      </b>
      <span>
        {text.openPositions(
          reached.reduce((sum, { players }) => sum + players, 0),
          reached.reduce((sum, { positions }) => sum + positions, 0),
        )}{' '}
        · {text.noNewOrders}
      </span>
    </div>
  );
}

/** Contracts whose last trading day is near, those of one day together. */
function rollsOf(rows: readonly MarketRow[], now: number) {
  const due = rows.flatMap(({ stock, traded }) =>
    traded.flatMap(({ month, lastTradingDate }) => {
      if (month === null || lastTradingDate === null) return [];
      const inDays = Math.ceil((Date.parse(lastTradingDate) - now) / DAY_MS);
      return inDays < 0 || inDays > SOON_DAYS ? [] : [{ stock, month, day: lastTradingDate, inDays }];
    }),
  );
  const grouped = Map.groupBy(due, ({ month, day }) => `${month} ${day}`);
  return [...grouped.values()]
    .map((each) => ({ ...each[0]!, stocks: each.map(({ stock }) => stock) }))
    .sort((a, b) => a.inDays - b.inDays);
}

function clocksOf(calendars: readonly Calendar[], now: number): string {
  const seen = new Set<string>();
  const notes: string[] = [];
  for (const { zone, koName, clockChanges } of calendars) {
    const near = clockChanges.toSorted((a, b) => Math.abs(a.atMillis - now) - Math.abs(b.atMillis - now))[0];
    if (near === undefined || seen.has(`${zone.split('/')[0]}`)) continue;
    seen.add(`${zone.split('/')[0]}`);
    const day = minuteOf(near.atMillis).split(' ')[0] ?? '';
    const isEnd = near.afterMinutes < near.beforeMinutes;
    notes.push(isEnd ? text.summerEnds(koName, day) : text.summerBegins(koName, day));
  }
  return notes.join(' · ');
}

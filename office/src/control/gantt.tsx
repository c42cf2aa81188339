// The sessions of one calendar over some days of Korean time, drawn by what the server computed with its own function.
import type { ReceivedReply } from '@maru/client/call';
import type { calendarList } from '@maru/contract/control/calls';
import { words } from '../text/control.ts';
import './gantt.css';

export type Sessions = ReceivedReply<typeof calendarList>;
export type Calendar = Sessions['calendars'][number];

const HEIGHT = 44;
const WIDTH = 1_000;
const DAY_MS = 86_400_000;

interface Props {
  readonly sessions: Sessions;
  /** Undefined: it never closes. */
  readonly calendar: Calendar | undefined;
  readonly now: number;
  readonly isStopped: boolean;
}

export function Gantt({ sessions, calendar, now, isStopped }: Props) {
  const { fromMillis, toMillis } = sessions;
  const x = (at: number): number =>
    ((Math.min(Math.max(at, fromMillis), toMillis) - fromMillis) / (toMillis - fromMillis)) * WIDTH;
  const days = Array.from({ length: Math.round((toMillis - fromMillis) / DAY_MS) }, (_, day) => day);
  const stretches =
    calendar === undefined
      ? days.map((day) => ({ from: fromMillis + day * DAY_MS, to: fromMillis + (day + 1) * DAY_MS }))
      : calendar.days.flatMap(({ stretches: each }) =>
          each.map(({ opensMillis, closesMillis }) => ({ from: opensMillis, to: closesMillis })),
        );
  const holidays = (calendar?.exceptions ?? []).filter(({ kind }) => kind === 'HOLIDAY');
  const others = (calendar?.exceptions ?? []).filter(({ kind }) => kind !== 'HOLIDAY' && kind !== 'USUAL');
  const text = words.market;
  return (
    <div className="gantt">
      <svg
        className={isStopped ? 'gantt__plot gantt__plot--stopped' : 'gantt__plot'}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={calendar === undefined ? text.always : `${calendar.koName} ${text.sessions}`}
      >
        {days.slice(1).map((day) => (
          <path key={day} className="gantt__day" d={`M${x(fromMillis + day * DAY_MS)} 0V${HEIGHT}`} />
        ))}
        {holidays.flatMap(({ date, wouldTrade }) =>
          wouldTrade.map(({ opensMillis, closesMillis }) => (
            <rect
              key={`${date} ${opensMillis}`}
              className="gantt__rest"
              x={x(opensMillis)}
              y={HEIGHT / 2 - 8}
              width={Math.max(0, x(closesMillis) - x(opensMillis))}
              height={16}
            />
          )),
        )}
        {stretches.map(({ from, to }) => (
          <rect
            key={from}
            className="gantt__open"
            x={x(from) + 1}
            y={HEIGHT / 2 - 8}
            width={Math.max(1, x(to) - x(from) - 2)}
            height={16}
          />
        ))}
        {now >= fromMillis && now < toMillis && <path className="gantt__now" d={`M${x(now)} 0V${HEIGHT}`} />}
      </svg>
      {holidays.map(({ date, wouldTrade, note }) => {
        const [first] = wouldTrade;
        return first === undefined ? null : (
          <span key={date} className="gantt__word" style={{ left: `${x(first.opensMillis) / 10}%` }}>
            {note ?? text.holiday}
          </span>
        );
      })}
      {others.map(({ date, kind, hours, note, wouldTrade }) => (
        <span
          key={date}
          className="gantt__word gantt__word--warn"
          style={{ left: `${x(wouldTrade[0]?.opensMillis ?? fromMillis) / 10}%` }}
        >
          {text.exception(text.exceptions[kind], hours, note)}
        </span>
      ))}
    </div>
  );
}

const weekday = new Intl.DateTimeFormat('ko-KR', { timeZone: 'Asia/Seoul', weekday: 'short' });
const dayOfMonth = new Intl.DateTimeFormat('ko-KR', { timeZone: 'Asia/Seoul', day: 'numeric' });

/** The names of the days above the rows. */
export function GanttHead({ sessions, now }: { readonly sessions: Sessions; readonly now: number }) {
  const { fromMillis, toMillis } = sessions;
  const count = Math.round((toMillis - fromMillis) / DAY_MS);
  const days = Array.from({ length: count }, (_, day) => fromMillis + day * DAY_MS);
  return (
    <span className="gantt-head">
      {days.map((at) => {
        const isToday = now >= at && now < at + DAY_MS;
        const number = dayOfMonth.format(at).replace('일', '');
        return (
          <span key={at} className={isToday ? 'gantt-head__day gantt-head__day--today' : 'gantt-head__day'}>
            {count <= 7 ? `${weekday.format(at)} ${number}` : number}
          </span>
        );
      })}
    </span>
  );
}

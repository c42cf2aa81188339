// How the platform does now, and the days behind it.
import { formatClock, formatDay } from '@maru/client/format-date';
import type { WirePlatformStatus } from '@maru/contract/fairness/calls';
import { DAY_MS, KST_OFFSET_MS } from '@maru/engine/time';
import { fairnessWords } from '../text/fairness.ts';
import { useLanguage, useWords } from '../text/language.tsx';

type Board = Pick<WirePlatformStatus, 'state' | 'parts' | 'checkedMillis' | 'isPractice' | 'up' | 'upShare'>;

/** From so many minutes without the platform a day is red. */
const BAD_MINUTES = 10;

export function Availability({ board }: { readonly board: Board }) {
  const words = useWords(fairnessWords);
  const { language } = useLanguage();
  const wrong = board.parts.filter(({ state }) => state !== 'GOOD');
  return (
    <section className="fairness__now">
      <div className="fairness__state">
        <span className={`fairness__dot fairness__dot--${board.state.toLowerCase()}`} aria-hidden="true" />
        <div>
          <b>{words.state[board.state]}</b>
          <small>
            {words.checked} <span className="figure">{formatClock(board.checkedMillis)}</span>
            {wrong.map(({ part, state }) => ` · ${words.parts[part]} ${words.partStates[state]}`)}
          </small>
        </div>
        {board.isPractice && <span className="fairness__practice">{words.practice}</span>}
      </div>
      <ul className="fairness__days" aria-label={words.upLabel}>
        {board.up.map((day, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the days have fixed places
          <li key={place} className={lookOf(day)} title={titleOf(day)} aria-label={titleOf(day)} />
        ))}
      </ul>
      <div className="fairness__days-foot">
        <span>{words.before}</span>
        <span>
          {words.up} <b className="figure">{board.upShare === null ? words.none : `${board.upShare}%`}</b>
        </span>
        <span>{words.today}</span>
      </div>
    </section>
  );

  function titleOf(day: Board['up'][number]): string | undefined {
    if (day === null) return undefined;
    return words.upDay(formatDay(day.day * DAY_MS - KST_OFFSET_MS, language), day.minutes - day.up);
  }
}

const hasTrouble = ({ minutes, up, troubled }: NonNullable<Board['up'][number]>): boolean =>
  minutes - up + troubled > 0;

function lookOf(day: Board['up'][number]): string {
  if (day === null) return 'fairness__day fairness__day--none';
  if (day.minutes - day.up >= BAD_MINUTES) return 'fairness__day fairness__day--down';
  return hasTrouble(day) ? 'fairness__day fairness__day--limited' : 'fairness__day';
}

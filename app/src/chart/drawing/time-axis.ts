// Which times are labelled below a chart: round ones on the Korean clock, as close together as they can be read.
import { formatTimeOfDay } from '@maru/client/format-time';
import { dayNumber, formatIsoDate } from '@maru/engine/market/calendar-date';
import { DAY_MS, HOUR_MS, KST_OFFSET_MS, MINUTE_MS, SECOND_MS } from '@maru/engine/time';

export interface TimeMark {
  /** The index of its bar. */
  readonly index: number;
  readonly text: string;
}

const STEPS: readonly number[] = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * SECOND_MS),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE_MS),
  ...[1, 2, 3, 4, 6, 12].map((count) => count * HOUR_MS),
  ...[1, 2, 5, 10, 20, 60, 120, 365].map((count) => count * DAY_MS),
];

const countOf = (time: number, lengthMs: number): number => Math.floor((time + KST_OFFSET_MS) / lengthMs);
const dateOf = (time: number): string => formatIsoDate(dayNumber(countOf(time, DAY_MS)));

/** The marks are at least `apart` bars from each other; markets rest, so bars are not always evenly spaced in time. */
export function timeMarks(times: readonly number[], apart: number): readonly TimeMark[] {
  const first = times[0];
  const last = times.at(-1);
  if (first === undefined || last === undefined || times.length < 2) return [];
  const barMs = medianGap(times);
  const step = STEPS.find((each) => each >= barMs * apart) ?? STEPS.at(-1)!;
  const marks: TimeMark[] = [];
  for (let index = 1; index < times.length; index++) {
    const [before, time] = [times[index - 1]!, times[index]!];
    if (countOf(before, step) === countOf(time, step)) continue;
    const previous = marks.at(-1)?.index;
    if (previous !== undefined && index - previous < apart) continue;
    marks.push({ index, text: labelOf(time, { step, before: times[previous ?? 0]! }) });
  }
  return marks;
}

function medianGap(times: readonly number[]): number {
  const gaps = times.slice(1).map((time, index) => time - times[index]!);
  return gaps.toSorted((a, b) => a - b)[gaps.length >> 1] ?? 0;
}

/** The first mark of a day shows the date, the first of a year the year. */
function labelOf(time: number, { step, before }: { readonly step: number; readonly before: number }): string {
  const [year, month, day] = dateOf(time).split('-');
  if (step >= DAY_MS && dateOf(before).slice(0, 4) !== year) return `${year}`;
  if (step >= DAY_MS || dateOf(before) !== dateOf(time)) return `${month}.${day}`;
  const clock = formatTimeOfDay(time);
  return step < MINUTE_MS ? clock : clock.slice(0, 5);
}

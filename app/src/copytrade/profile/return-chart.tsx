// The cumulative return with the strip of its drawdown (picture 12b): the one is never shown without the other.
import { directionOf } from '@maru/client/format';
import { useId } from 'react';
import { copytradeWords } from '../../text/copytrade.ts';
import { useWords } from '../../text/language.tsx';
import { plainPercent, shortDay, signedPercent } from '../figures.ts';
import { type CurvePoint, deepestOf, gridOf } from './curve.ts';
import './return-chart.css';

const LEFT = 2;
const RIGHT = 300;
const TOP = 8;
const BOTTOM = 130;
const STRIP = { top: 2, bottom: 30 };

const tenth = (length: number): number => Math.round(length * 10) / 10;
const lineOf = (spots: readonly (readonly [number, number])[]): string =>
  `M${spots.map(([x, y]) => `${x} ${y}`).join('L')}`;

interface Props {
  /** At least two. */
  readonly points: readonly CurvePoint[];
  /** Percent, above zero: the figure that other places show of the same days, where there is one. */
  readonly maxDrawdown: number | null;
}

export function ReturnChart({ points, maxDrawdown }: Props) {
  const words = useWords(copytradeWords);
  const fade = useId();
  const percents = points.map(({ percent }) => percent);
  const [least, most] = [Math.min(0, ...percents), Math.max(0, ...percents)];
  const reach = most - least || 1;
  const xOf = (place: number) => tenth(LEFT + ((RIGHT - LEFT) * place) / (points.length - 1));
  const yOf = (percent: number) => tenth(BOTTOM - ((BOTTOM - TOP) * (percent - least)) / reach);
  const spots = points.map(({ percent }, place) => [xOf(place), yOf(percent)] as const);
  const [endX, endY] = spots.at(-1) ?? [RIGHT, BOTTOM];
  const last = percents.at(-1) ?? 0;
  const direction = directionOf(last);
  const deepest = deepestOf(points);
  const shownDepth = plainPercent(maxDrawdown ?? -deepest);
  const depthOf = (drawdown: number) =>
    tenth(STRIP.top + (deepest === 0 ? 0 : ((STRIP.bottom - STRIP.top) * drawdown) / deepest));
  const strip = points.map(({ drawdown }, place) => [xOf(place), depthOf(drawdown)] as const);
  return (
    <div className={`return-chart return-chart--${direction}`}>
      <svg viewBox="0 0 350 150" role="img" aria-label={words.curve(signedPercent(last), shownDepth)}>
        <defs>
          <linearGradient id={fade} x1="0" x2="0" y1="0" y2="1">
            <stop className="return-chart__shade" stopOpacity="0.2" />
            <stop className="return-chart__shade" offset="1" stopOpacity="0" />
          </linearGradient>
        </defs>
        {gridOf(least, most).map((percent) => (
          <g key={percent}>
            <path className="return-chart__grid" d={`M0 ${yOf(percent)}H310`} />
            <text x="350" y={yOf(percent) + 3.5} textAnchor="end">
              {signedPercent(percent).replace(/\.00%$/, '%')}
            </text>
          </g>
        ))}
        <path className="return-chart__zero" d={`M0 ${yOf(0)}H310`} />
        <path d={`${lineOf(spots)}L${endX} ${BOTTOM}L${LEFT} ${BOTTOM}Z`} fill={`url(#${fade})`} />
        <path className="return-chart__line" d={lineOf(spots)} />
        <circle className="return-chart__halo" cx={endX} cy={endY} r="8" />
        <circle className="return-chart__now" cx={endX} cy={endY} r="3.5" />
        <text x="2" y="149">
          {shortDay(points[0]?.date ?? '')}
        </text>
        <text x="308" y="149" textAnchor="end">
          {shortDay(points.at(-1)?.date ?? '')}
        </text>
      </svg>
      <svg viewBox="0 0 350 34" aria-hidden="true">
        <path
          className="return-chart__depth"
          d={`${lineOf(strip)}L${RIGHT} ${STRIP.top}L${LEFT} ${STRIP.top}Z`}
        />
        <text className="return-chart__word" x="350" y="12" textAnchor="end">
          {words.drawdownStrip}
        </text>
        <text className="return-chart__deepest" x="350" y="28" textAnchor="end">
          {/[1-9]/.test(shownDepth) ? `−${shownDepth}` : shownDepth}
        </text>
      </svg>
    </div>
  );
}

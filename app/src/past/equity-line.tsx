// The worth of the account over the last days, ending with what it is worth now.
import type { EquityPoint } from '@maru/contract/past/calls';
import './equity-line.css';
import { areaOf, pathOf, shapeOf } from './line-shape.ts';
import { shortDate } from './short-date.ts';

const BOX = { left: 2, right: 340, top: 8, bottom: 78 };

interface Props {
  readonly points: readonly EquityPoint[];
}

/** Nothing where no line can be drawn. Its words are those of the link around it. */
export function EquityLine({ points }: Props) {
  const shape = shapeOf(points, BOX);
  if (shape === undefined) return null;
  const { spots, from, to } = shape;
  const last = spots.at(-1)!;
  return (
    <svg className="equity-line" viewBox="0 0 350 96" aria-hidden="true">
      <path className="equity-line__area" d={areaOf(spots, BOX.bottom)} />
      <path className="equity-line__path" d={pathOf(spots)} />
      <circle className="equity-line__halo" cx={last.x} cy={last.y} r="8" />
      <circle className="equity-line__dot" cx={last.x} cy={last.y} r="3.5" />
      <text x="2" y="95">
        {shortDate(from)}
      </text>
      <text x="348" y="95" textAnchor="end">
        {shortDate(to)}
      </text>
    </svg>
  );
}

// The equity line as a slider: solid up to the chosen moment, dashed after it. A finger or an arrow key moves the moment;
// it is asked for when the finger is lifted.
import type { EquityPoint } from '@maru/contract/past/calls';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@maru/engine/time';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useWords } from '../text/language.tsx';
import { pastWords } from '../text/past.ts';
import './equity-line.css';
import { areaOf, type LineShape, pathOf, shapeOf } from './line-shape.ts';
import './moment-slider.css';
import { shortDate } from './short-date.ts';

const WIDTH = 390;
const BOX = { left: 20, right: 362, top: 26, bottom: 152 };
/** Dates nearer than this would be written over each other. */
const LABEL_PX = 44;

interface Props {
  readonly points: readonly EquityPoint[];
  readonly at: number;
  /** How a moment and its worth are read. */
  readonly textOf: (at: number) => string;
  readonly onChoose: (at: number) => void;
}

/** Arrow keys move by an hour, with Shift by a minute, page keys by a day. */
function movedBy({ key, shiftKey }: KeyboardEvent, { from, to }: LineShape, at: number): number | undefined {
  const step = shiftKey ? MINUTE_MS : HOUR_MS;
  const moves: Readonly<Record<string, number>> = {
    ArrowLeft: at - step,
    ArrowDown: at - step,
    ArrowRight: at + step,
    ArrowUp: at + step,
    PageDown: at - DAY_MS,
    PageUp: at + DAY_MS,
    Home: from,
    End: to,
  };
  const next = moves[key];
  return next === undefined ? undefined : Math.min(to, Math.max(from, next));
}

export function MomentSlider({ points, at, textOf, onChoose }: Props) {
  const words = useWords(pastWords);
  const box = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<number>();
  const shape = shapeOf(points, BOX);
  if (shape === undefined) return null;
  const shown = dragged ?? at;

  function under(event: PointerEvent): number {
    const rect = box.current?.getBoundingClientRect();
    if (!rect || rect.width === 0 || shape === undefined) return shown;
    return shape.momentAt(((event.clientX - rect.left) / rect.width) * WIDTH);
  }

  return (
    <div
      ref={box}
      className="moment-slider"
      role="slider"
      tabIndex={0}
      aria-label={words.slider}
      aria-valuemin={shape.from}
      aria-valuemax={shape.to}
      aria-valuenow={Math.min(shape.to, Math.max(shape.from, shown))}
      aria-valuetext={textOf(shown)}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture?.(event.pointerId);
        setDragged(under(event));
      }}
      onPointerMove={(event) => dragged !== undefined && setDragged(under(event))}
      onPointerUp={(event) => {
        if (dragged === undefined) return;
        setDragged(undefined);
        onChoose(under(event));
      }}
      onPointerCancel={() => setDragged(undefined)}
      onKeyDown={(event) => {
        const next = movedBy(event, shape, at);
        if (next === undefined) return;
        event.preventDefault();
        onChoose(next);
      }}
    >
      <Drawing shape={shape} at={shown} nowLabel={words.now} />
    </div>
  );
}

interface DrawingProps {
  readonly shape: LineShape;
  readonly at: number;
  readonly nowLabel: string;
}

function Drawing({ shape, at, nowLabel }: DrawingProps) {
  const { spots, from, to } = shape;
  const moment = { x: shape.xAt(at), y: shape.yAt(at) };
  const before = [...spots.filter((spot) => spot.at < at), moment];
  const later = [moment, ...spots.filter((spot) => spot.at > at)];
  const last = spots.at(-1)!;
  const isClear = (x: number) => Math.abs(x - moment.x) > LABEL_PX;
  return (
    <svg className="equity-line" viewBox={`0 0 ${WIDTH} 176`} aria-hidden="true">
      <path className="equity-line__area" d={areaOf(before, BOX.bottom)} />
      <path className="equity-line__later" d={pathOf(later)} />
      <path className="equity-line__path" d={pathOf(before)} />
      <path className="equity-line__moment" d={`M${moment.x} 22V${BOX.bottom}`} />
      <circle className="equity-line__halo" cx={moment.x} cy={moment.y} r="17" />
      <circle className="equity-line__dot" cx={moment.x} cy={moment.y} r="8" />
      <circle className="equity-line__rim" cx={moment.x} cy={moment.y} r="8" />
      {isClear(last.x) && <circle className="equity-line__now" cx={last.x} cy={last.y} r="3.5" />}
      <text x="368" y={Math.max(12, last.y - 10)} textAnchor="end">
        {nowLabel}
      </text>
      {isClear(BOX.left) && (
        <text x="20" y="170">
          {shortDate(from)}
        </text>
      )}
      <text
        className="equity-line__chosen"
        x={Math.min(360, Math.max(28, moment.x))}
        y="170"
        textAnchor="middle"
      >
        {shortDate(Math.min(to, Math.max(from, at)))}
      </text>
      {isClear(BOX.right) && (
        <text x="378" y="170" textAnchor="end">
          {shortDate(to)}
        </text>
      )}
    </svg>
  );
}

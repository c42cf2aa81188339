import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import './slider.css';

const QUARTERS: readonly number[] = [0, 25, 50, 75, 100];

interface Props {
  readonly label: string;
  readonly value: number;
  /** Drawn at even distances, whatever their values: 1, 10, 20, 50, 125 for leverage. */
  readonly stops?: readonly number[];
  readonly step?: number;
  /** How a value is written, under the thumb and for screen readers. */
  readonly format: (value: number) => string;
  /** The stops are written under the track, in place of the value: it stands elsewhere. */
  readonly hasScale?: boolean;
  readonly disabled?: boolean;
  readonly onChange: (value: number) => void;
}

export function Slider({
  label,
  value,
  stops = QUARTERS,
  step = 1,
  format,
  hasScale = false,
  disabled = false,
  onChange,
}: Props) {
  const track = useRef<HTMLDivElement>(null);
  const share = shareOf(value, stops);

  const slideTo = (event: PointerEvent) => {
    const box = track.current?.getBoundingClientRect();
    if (!box || box.width === 0 || disabled) return;
    const next = valueAt((event.clientX - box.left) / box.width, stops, step);
    if (next !== value) onChange(next);
  };

  const slideBy = (event: KeyboardEvent) => {
    const next = disabled ? undefined : valueAfter(event.key, value, stops, step);
    if (next === undefined) return;
    event.preventDefault();
    if (next !== value) onChange(next);
  };

  return (
    <div
      className={hasScale ? 'slider slider--scaled' : 'slider'}
      role="slider"
      tabIndex={disabled ? -1 : 0}
      aria-label={label}
      aria-valuemin={stops[0]!}
      aria-valuemax={stops.at(-1)!}
      aria-valuenow={value}
      aria-valuetext={format(value)}
      aria-disabled={disabled || undefined}
      onKeyDown={slideBy}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        slideTo(event);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) slideTo(event);
      }}
    >
      <div ref={track} className="slider__track">
        <span className="slider__fill" style={{ width: `${share * 100}%` }} />
        {stops.map((stop, index) => (
          <i key={stop} className="slider__stop" style={{ left: `${(index / (stops.length - 1)) * 100}%` }} />
        ))}
        <span className="slider__thumb" style={{ left: `${share * 100}%` }} />
        {!hasScale && (
          <span className="slider__value figure" style={{ left: `${share * 100}%` }} aria-hidden="true">
            {format(value)}
          </span>
        )}
      </div>
      {hasScale && (
        <div className="slider__scale figure" aria-hidden="true">
          {stops.map((stop) => (
            <span key={stop}>{format(stop)}</span>
          ))}
        </div>
      )}
    </div>
  );
}

/** The position of a value on the track, 0 to 1. */
function shareOf(value: number, stops: readonly number[]): number {
  const last = stops.length - 1;
  const above = stops.findIndex((stop) => stop >= value);
  if (above <= 0) return above === 0 ? 0 : 1;
  const low = stops[above - 1]!;
  return (above - 1 + (value - low) / (stops[above]! - low)) / last;
}

/** The value at a touch; close to a stop it snaps to it. */
function valueAt(share: number, stops: readonly number[], step: number): number {
  const last = stops.length - 1;
  const place = Math.min(1, Math.max(0, share)) * last;
  const nearest = Math.round(place);
  if (Math.abs(place - nearest) < 0.1) return stops[nearest]!;
  const low = stops[Math.floor(place)]!;
  const exact = low + (place - Math.floor(place)) * (stops[Math.floor(place) + 1]! - low);
  return Math.round(exact / step) * step;
}

function valueAfter(key: string, value: number, stops: readonly number[], step: number): number | undefined {
  const lowest = stops[0]!;
  const highest = stops.at(-1)!;
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min(highest, value + step);
  if (key === 'ArrowLeft' || key === 'ArrowDown') return Math.max(lowest, value - step);
  if (key === 'PageUp') return stops.find((stop) => stop > value) ?? highest;
  if (key === 'PageDown') return stops.findLast((stop) => stop < value) ?? lowest;
  if (key === 'Home') return lowest;
  return key === 'End' ? highest : undefined;
}

// The animated chart of a round: updated by ticks, painted once per animation frame, outside React.
import { formatPrice } from '@maru/client/format';
import { toDecimal } from '@maru/engine/amount';
import { useEffect, useRef } from 'react';
import { readColors, watchColors } from '../../chart/drawing/chart-colors.ts';
import { usePlatform } from '../../shell/platform.tsx';
import { drawRentRound, type RentPicture } from './rent-drawing.ts';
import './round-chart.css';
import { drawEntryRound, type EntryPicture, type Pin } from './round-drawing.ts';
import { entrySpan, glide, type Range, rangeOf, rentSpan, type Span, timeScale } from './round-scale.ts';
import type { Canvas } from './round-scene.ts';
import type { LinePoint, TickLine } from './tick-line.ts';

/** For rounds that are bet on while they run: every bet has a base of its own. */
export interface EntryShown extends Omit<EntryPicture, 'base' | 'pins'> {
  readonly kind: 'entry';
  /** `now`: the current price is the base of the next bet. */
  readonly base: string | 'now' | undefined;
  readonly pins: readonly Omit<Pin, 'value'>[];
}

/** For rounds that are bet on before they start: all bets share the price at its start. */
export interface RentShown extends Omit<RentPicture, 'base'> {
  readonly kind: 'rent';
  readonly base: string | undefined;
}

export interface RoundChartProps {
  readonly line: TickLine;
  /** A text alternative of the chart. */
  readonly label: string;
  readonly length: number;
  readonly precision: number;
  /** Undefined between sessions: only the line is drawn. */
  readonly shown: EntryShown | RentShown;
}

const HALO_MS = 1_200;
const GLIDE_MS = 260;
/** With reduced motion the chart is painted on ticks and seconds, not on every frame. */
const CALM_MS = 500;
/** One step is a quarter of a pixel on a wide phone. */
const PICTURES_PER_LENGTH = 1_000;

export function RoundChart(props: RoundChartProps) {
  const { clock } = usePlatform();
  const canvas = useRef<HTMLCanvasElement>(null);
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    const element = canvas.current;
    const paint = element?.getContext('2d');
    if (!element || !paint) return;
    return animate(element, paint, { props: () => latest.current, now: clock.now });
  }, [clock]);

  return (
    <div className="round-chart">
      <canvas ref={canvas} className="round-chart__canvas" role="img" aria-label={props.label} />
    </div>
  );
}

interface World {
  readonly props: () => RoundChartProps;
  readonly now: () => number;
}

function animate(element: HTMLCanvasElement, paint: CanvasRenderingContext2D, world: World): () => void {
  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  let colors = readColors();
  let box = { width: 0, height: 0 };
  let drawn: (Range & Span) | undefined;
  let paintedAt = 0;
  let isStill = false;
  let seen = '';
  let seenProps: RoundChartProps['shown'] | undefined;
  let frame = 0;

  function resize(): void {
    const { clientWidth: width, clientHeight: height } = element;
    const ratio = window.devicePixelRatio || 1;
    box = { width, height };
    element.width = Math.round(width * ratio);
    element.height = Math.round(height * ratio);
    paint.setTransform(ratio, 0, 0, ratio, 0, 0);
    paintedAt = 0;
  }

  function drawFrame(at: number): void {
    frame = requestAnimationFrame(drawFrame);
    if (calm.matches && at - paintedAt < CALM_MS) return;
    const elapsedMs = at - paintedAt;
    if (isStill && !hasMoved()) return;
    paintedAt = at;
    draw(elapsedMs);
  }

  /** Between two ticks little changes: a frame that would look the same is not painted. */
  function hasMoved(): boolean {
    const { line, length, precision, shown } = world.props();
    const now = Math.floor(world.now() / (length / PICTURES_PER_LENGTH));
    const next = [line.last()?.seq, line.points().length, now, precision].join();
    if (next === seen && shown === seenProps && paintedAt !== 0) return false;
    seen = next;
    seenProps = shown;
    return true;
  }

  function draw(elapsedMs: number): void {
    const { line, length, precision, shown } = world.props();
    const last = line.last();
    if (last === undefined || box.width === 0) return;
    const now = Math.max(world.now(), last.ts);
    const overMs = calm.matches || drawn === undefined ? 0 : GLIDE_MS;
    const toward = (from: number | undefined, to: number) => glide(from ?? to, to, { elapsedMs, overMs });
    // When a round ends the time range moves on by a whole length, and when one starts it is enlarged.
    const wantedSpan = spanOf(shown, box, { now, length });
    const span = { from: toward(drawn?.from, wantedSpan.from), to: toward(drawn?.to, wantedSpan.to) };
    const time = timeScale(box, span);
    const all = line.points();
    const first = all.findIndex(({ ts }) => ts >= time.from);
    const points = first < 0 ? [] : all.slice(Math.max(0, first - 1));
    const base =
      shown.base === 'now' ? last.value : shown.base === undefined ? undefined : Number(shown.base);
    const wanted = rangeOf([
      ...points.map(({ value }) => value),
      last.value,
      ...(base === undefined ? [] : [base]),
    ]);
    if (wanted === undefined) return;
    const range = { low: toward(drawn?.low, wanted.low), high: toward(drawn?.high, wanted.high) };
    const isGliding = Math.abs(span.to - wantedSpan.to) > 5 || isFar(range, wanted);
    isStill = !isGliding && (calm.matches || now - last.ts > HALO_MS);
    drawn = { ...range, ...span };
    const instant = {
      now,
      last: { value: last.value, text: formatPrice(toDecimal(last.price), precision) },
      halo: calm.matches ? 'still' : Math.min(1, (now - last.ts) / HALO_MS),
      precision,
    } as const;
    drawShown({ paint, box, time, range, points, colors, instant }, { shown, base, last });
  }

  const observer = new ResizeObserver(resize);
  observer.observe(element);
  const stopColors = watchColors(() => {
    colors = readColors();
    paintedAt = 0;
  });
  resize();
  frame = requestAnimationFrame(drawFrame);
  return () => {
    cancelAnimationFrame(frame);
    observer.disconnect();
    stopColors();
  };
}

function spanOf(
  shown: RoundChartProps['shown'],
  box: { readonly width: number; readonly height: number },
  { now, length }: { readonly now: number; readonly length: number },
): Span {
  switch (shown.kind) {
    case 'entry':
      return entrySpan(box, { end: shown.endAt ?? now + length / 4, length });
    case 'rent':
      return rentSpan({ state: shown.state, start: shown.startAt, end: shown.endAt });
  }
}

function drawShown(
  canvas: Canvas,
  {
    shown,
    base,
    last,
  }: {
    readonly shown: RoundChartProps['shown'];
    readonly base: number | undefined;
    readonly last: LinePoint;
  },
): void {
  const { precision } = canvas.instant;
  if (shown.kind === 'rent') {
    const text = formatPrice(shown.base, precision);
    drawRentRound(canvas, { ...shown, base: base === undefined ? undefined : { value: base, text } });
    return;
  }
  const text = shown.base === 'now' ? undefined : formatPrice(shown.base, precision);
  drawEntryRound(canvas, {
    ...shown,
    base: base === undefined ? undefined : { value: base, text },
    pins: shown.pins.map((pin) => ({ ...pin, value: valueAt(canvas.points, pin.at) ?? last.value })),
  });
}

const isFar = (shown: Range, wanted: Range): boolean => {
  const least = (wanted.high - wanted.low) / 1_000;
  return Math.abs(shown.low - wanted.low) > least || Math.abs(shown.high - wanted.high) > least;
};

function valueAt(points: readonly LinePoint[], at: number): number | undefined {
  return points.findLast(({ ts }) => ts <= at)?.value ?? points[0]?.value;
}

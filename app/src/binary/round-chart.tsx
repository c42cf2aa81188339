// The round as a picture that moves by itself: fed by ticks, painted by the screen's own rhythm, unseen by React.
import { formatPrice } from '@maru/client/format';
import { print } from '@maru/engine/amount';
import { useEffect, useRef } from 'react';
import { watchColors } from '../chart/chart-colors.ts';
import { usePlatform } from '../shell/platform.tsx';
import './round-chart.css';
import { readRoundColors } from './round-colors.ts';
import { drawRound, type Pin, type RoundPicture } from './round-drawing.ts';
import { glide, type Range, rangeOf, timeScale } from './round-scale.ts';
import type { TickLine } from './tick-line.ts';

export interface RoundChartProps {
  readonly line: TickLine;
  /** What is seen, said in words. */
  readonly label: string;
  readonly length: number;
  readonly precision: number;
  /** `now`: the price itself is the base of the next bet. */
  readonly base: string | 'now' | undefined;
  readonly closeAt: number | undefined;
  readonly endAt: number | undefined;
  readonly pins: readonly Omit<Pin, 'value'>[];
  readonly words: RoundPicture['words'];
}

const HALO_MS = 1_200;
const GLIDE_MS = 260;
/** Without motion the picture follows the ticks and the seconds, not the frames. */
const CALM_MS = 500;
/** A quarter of a pixel on a wide phone. */
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
  let colors = readRoundColors();
  let box = { width: 0, height: 0 };
  let shown: (Range & { readonly end: number }) | undefined;
  let paintedAt = 0;
  let isStill = false;
  let seen = '';
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

  function turn(at: number): void {
    frame = requestAnimationFrame(turn);
    if (calm.matches && at - paintedAt < CALM_MS) return;
    const elapsedMs = at - paintedAt;
    if (isStill && !hasMoved()) return;
    paintedAt = at;
    draw(elapsedMs);
  }

  /** Between two ticks little changes: what would be painted the same is not painted. */
  function hasMoved(): boolean {
    const { line, length, base, closeAt, endAt, pins, precision } = world.props();
    const now = Math.floor(world.now() / (length / PICTURES_PER_LENGTH));
    const next = [
      line.last()?.seq,
      line.points().length,
      now,
      base,
      closeAt,
      endAt,
      pins.length,
      precision,
    ].join();
    if (next === seen && paintedAt !== 0) return false;
    seen = next;
    return true;
  }

  function draw(elapsedMs: number): void {
    const { line, length, precision, base, closeAt, endAt, pins, words } = world.props();
    const last = line.last();
    if (last === undefined || box.width === 0) return;
    const now = Math.max(world.now(), last.ts);
    const wantedEnd = endAt ?? now + length / 4;
    const overMs = calm.matches || shown === undefined ? 0 : GLIDE_MS;
    // A round that ends makes the picture step on by a whole length.
    const end = shown === undefined ? wantedEnd : glide(shown.end, wantedEnd, { elapsedMs, overMs });
    const time = timeScale(box, { end, length });
    const all = line.points();
    const first = all.findIndex(({ ts }) => ts >= time.from);
    const points = first < 0 ? [] : all.slice(Math.max(0, first - 1));
    const baseValue = base === 'now' ? last.value : base === undefined ? undefined : Number(base);
    const wanted = rangeOf([
      ...points.map(({ value }) => value),
      last.value,
      ...(baseValue === undefined ? [] : [baseValue]),
    ]);
    if (wanted === undefined) return;
    const range = {
      low: glide(shown?.low ?? wanted.low, wanted.low, { elapsedMs, overMs }),
      high: glide(shown?.high ?? wanted.high, wanted.high, { elapsedMs, overMs }),
    };
    const isGliding = Math.abs(end - wantedEnd) > 5 || isFar(range, wanted);
    isStill = !isGliding && (calm.matches || now - last.ts > HALO_MS);
    shown = { ...range, end };
    drawRound(paint, {
      box,
      time,
      range,
      points,
      colors,
      picture: {
        now,
        last: { value: last.value, text: formatPrice(print(last.price), precision) },
        base:
          baseValue === undefined
            ? undefined
            : { value: baseValue, text: base === 'now' ? undefined : formatPrice(base, precision) },
        closeAt,
        endAt,
        pins: pins.map((pin) => ({ ...pin, value: valueAt(points, pin.at) ?? last.value })),
        halo: calm.matches ? 'still' : Math.min(1, (now - last.ts) / HALO_MS),
        precision,
        words,
      },
    });
  }

  const observer = new ResizeObserver(resize);
  observer.observe(element);
  const stopColors = watchColors(() => {
    colors = readRoundColors();
    paintedAt = 0;
  });
  resize();
  frame = requestAnimationFrame(turn);
  return () => {
    cancelAnimationFrame(frame);
    observer.disconnect();
    stopColors();
  };
}

const isFar = (shown: Range, wanted: Range): boolean => {
  const least = (wanted.high - wanted.low) / 1_000;
  return Math.abs(shown.low - wanted.low) > least || Math.abs(shown.high - wanted.high) > least;
};

function valueAt(
  points: readonly { readonly ts: number; readonly value: number }[],
  at: number,
): number | undefined {
  return points.findLast(({ ts }) => ts <= at)?.value ?? points[0]?.value;
}

// The parts that every chart of a round is painted with: the grid, the price line, the current price, and labels.
import { formatPrice } from '@maru/client/format';
import { type ChartColors, faded } from '../../chart/drawing/chart-colors.ts';
import {
  AXIS_WIDTH,
  type Box,
  gridSteps,
  type Margins,
  priceScale,
  type Range,
  type TimeScale,
} from './round-scale.ts';
import type { LinePoint } from './tick-line.ts';

/** What holds at this instant, whichever round the chart is about. */
export interface Instant {
  readonly now: number;
  readonly last: { readonly value: number; readonly text: string };
  /** Progress of the last tick's halo, 0 to 1; at 1 it has disappeared. With reduced motion it does not move. */
  readonly halo: number | 'still';
  readonly precision: number;
}

export interface Canvas {
  readonly paint: CanvasRenderingContext2D;
  readonly box: Box;
  readonly time: TimeScale;
  readonly range: Range;
  readonly points: readonly LinePoint[];
  readonly colors: ChartColors;
  readonly instant: Instant;
}

export interface Scene extends Canvas {
  readonly y: (value: number) => number;
  readonly top: number;
  readonly bottom: number;
  readonly right: number;
}

export function sceneOf(canvas: Canvas, margins: Margins): Scene {
  const { box, range, paint } = canvas;
  paint.clearRect(0, 0, box.width, box.height);
  return {
    ...canvas,
    y: priceScale(box, range, margins),
    top: margins.above,
    bottom: box.height - margins.below,
    right: box.width - AXIS_WIDTH,
  };
}

export const AXIS_FONT = '500 11px';
export const PILL_FONT = '700 11px';
export const WORD_FONT = '700 12px';
export const PLAIN_FONT = '500 12px';

export const halfPixel = (value: number): number => Math.round(value) + 0.5;

export type Spot = readonly [x: number, y: number];

export function stroke(
  { paint }: Scene,
  style: { readonly color: string; readonly dash?: number[]; readonly width?: number },
  from: Spot,
  to: Spot,
): void {
  paint.save();
  paint.beginPath();
  paint.setLineDash(style.dash ?? []);
  paint.lineWidth = style.width ?? 1;
  paint.strokeStyle = style.color;
  paint.moveTo(...from);
  paint.lineTo(...to);
  paint.stroke();
  paint.restore();
}

interface TextStyle {
  readonly color: string;
  readonly font: string;
  readonly align?: CanvasTextAlign;
  /** Drawn around the letters, because the price line may pass behind them. */
  readonly halo?: string;
}

export function write({ paint, colors }: Scene, words: string, at: Spot, style: TextStyle): void {
  paint.fillStyle = style.color;
  paint.font = `${style.font} ${colors.font}`;
  paint.textAlign = style.align ?? 'left';
  paint.textBaseline = 'alphabetic';
  if (style.halo !== undefined) {
    paint.save();
    paint.strokeStyle = style.halo;
    paint.lineWidth = 3;
    paint.lineJoin = 'round';
    paint.globalAlpha = 0.75;
    paint.strokeText(words, ...at);
    paint.restore();
  }
  paint.fillText(words, ...at);
}

export function widthOf({ paint, colors }: Scene, words: string, font: string): number {
  paint.font = `${font} ${colors.font}`;
  return paint.measureText(words).width;
}

export function pill(
  { paint }: Scene,
  fill: string,
  place: { readonly x: number; readonly y: number; readonly width: number },
): void {
  paint.fillStyle = fill;
  paint.beginPath();
  paint.roundRect(place.x, place.y - 10, place.width, 20, 6);
  paint.fill();
}

export function dot(
  { paint }: Scene,
  [x, y]: Spot,
  style: { readonly fill: string; readonly edge: string; readonly radius: number },
): void {
  paint.beginPath();
  paint.arc(x, y, style.radius, 0, 2 * Math.PI);
  paint.fillStyle = style.fill;
  paint.strokeStyle = style.edge;
  paint.lineWidth = 1.5;
  paint.fill();
  paint.stroke();
}

/** Between two figures on the axis, or a figure and a pill. */
const FIGURES_APART = 17;

/** `pills`: where there is a pill on the axis, so that no figure of the grid is under it. */
export function drawGrid(scene: Scene, pills: readonly number[]): void {
  const { y, right, top, bottom, colors, instant, box, range } = scene;
  const taken = [...pills];
  for (const value of gridSteps(range, instant.precision)) {
    const line = halfPixel(y(value));
    if (line < top || line > bottom - 4) continue;
    stroke(scene, { color: colors.grid }, [0, line], [right, line]);
    if (taken.some((place) => Math.abs(place - line) <= FIGURES_APART)) continue;
    taken.push(line);
    const figure = formatPrice(value.toFixed(instant.precision), instant.precision);
    const place = [box.width - 10, line + 3.5] as const;
    write(scene, figure, place, { color: colors.ink3, font: AXIS_FONT, align: 'right' });
  }
}

export const within = (value: number, least: number, most: number): number =>
  Math.max(least, Math.min(most, value));

/** Above the base up wins, below it down wins. Returns where the base is in the chart. */
export function fillSides(
  { paint, y, top, bottom, colors }: Scene,
  { from, to, base }: { readonly from: number; readonly to: number; readonly base: number },
): number {
  const middle = within(y(base), top, bottom);
  paint.fillStyle = colors.upSoft;
  paint.fillRect(from, top, to - from, middle - top);
  paint.fillStyle = colors.downSoft;
  paint.fillRect(from, middle, to - from, bottom - middle);
  return middle;
}

export function hatch({ paint, top, bottom, colors }: Scene, from: number, to: number): void {
  paint.save();
  paint.beginPath();
  paint.rect(from, top, to - from, bottom - top);
  paint.clip();
  paint.globalAlpha = 0.22;
  paint.strokeStyle = colors.ink3;
  paint.lineWidth = 1.5;
  paint.beginPath();
  const depth = bottom - top;
  for (let x = from - depth; x < to; x += 8.5) {
    paint.moveTo(x, bottom);
    paint.lineTo(x + depth, top);
  }
  paint.stroke();
  paint.restore();
}

export function drawLine(scene: Scene): void {
  const { paint, time, y, top, bottom, colors, instant, points } = scene;
  if (points.length === 0) return;
  paint.save();
  paint.beginPath();
  paint.rect(0, 0, scene.right, bottom);
  paint.clip();
  paint.beginPath();
  const first = points[0]!;
  const start = time.x(first.ts);
  paint.moveTo(start, y(first.value));
  let drawn = start;
  for (const { ts, value } of points) {
    const x = time.x(ts);
    // Several ticks in one pixel are drawn as one.
    if (x - drawn < 0.75) continue;
    paint.lineTo(x, y(value));
    drawn = x;
  }
  const now = time.x(instant.now);
  paint.lineTo(now, y(instant.last.value));
  paint.strokeStyle = colors.ink;
  paint.lineWidth = 2;
  paint.lineJoin = 'round';
  paint.lineCap = 'round';
  paint.stroke();
  paint.lineTo(now, bottom);
  paint.lineTo(start, bottom);
  paint.closePath();
  const fill = paint.createLinearGradient(0, top, 0, bottom);
  fill.addColorStop(0, faded(colors.ink, 0.13));
  fill.addColorStop(1, faded(colors.ink, 0));
  paint.fillStyle = fill;
  paint.fill();
  paint.restore();
}

/**
 * The dot, its halo and its pill on the axis, joined by a dotted line that leaves gaps where text must stay readable.
 */
export function drawNow(scene: Scene, parts: readonly (readonly [from: number, to: number])[]): void {
  const { paint, time, y, right, colors, instant, box } = scene;
  const x = time.x(instant.now);
  const level = y(instant.last.value);
  for (const [from, to] of parts)
    if (to > from) stroke(scene, { color: colors.brass, dash: [2, 3] }, [from, level], [to, level]);
  const [light, growth] = instant.halo === 'still' ? [1, 1] : [1 - instant.halo, instant.halo];
  if (light > 0) {
    paint.globalAlpha = 0.22 * light;
    paint.fillStyle = colors.brassFill;
    paint.beginPath();
    paint.arc(x, level, 5 + 6 * growth, 0, 2 * Math.PI);
    paint.fill();
    paint.globalAlpha = 1;
  }
  paint.fillStyle = colors.brassFill;
  paint.beginPath();
  paint.arc(x, level, 4.5, 0, 2 * Math.PI);
  paint.fill();
  pill(scene, colors.brassFill, { x: right + 1, y: level, width: AXIS_WIDTH - 5 });
  write(scene, instant.last.text, [box.width - 10, level + 4], {
    color: colors.onBrass,
    font: PILL_FONT,
    align: 'right',
  });
}

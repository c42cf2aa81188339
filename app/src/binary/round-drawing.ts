// One picture of the round on a canvas (design.md 7): the line, the base price, where each side wins, until when one
// may bet, and my own bets. It is painted whole each time; nothing is kept between two pictures.
import { formatPrice, formatTimeOfDay } from '@maru/client/format';
import { faded } from '../chart/chart-colors.ts';
import type { Direction } from '../ui/direction-pair.tsx';
import type { RoundColors } from './round-colors.ts';
import {
  AIR_ABOVE,
  AXIS_WIDTH,
  type Box,
  gridSteps,
  priceScale,
  type Range,
  TIMES_HEIGHT,
  type TimeScale,
} from './round-scale.ts';
import type { LinePoint } from './tick-line.ts';

export interface Pin {
  readonly at: number;
  readonly value: number;
  readonly direction: Direction;
  /** Written on the flag; a pin without words is a dot. */
  readonly words: string | undefined;
}

export interface RoundPicture {
  readonly now: number;
  readonly last: { readonly value: number; readonly text: string };
  /** What the price is held against; without a text it is the price itself and no line is drawn. */
  readonly base: { readonly value: number; readonly text: string | undefined } | undefined;
  /** When bets close, and when the round on the chart ends; undefined between sessions. */
  readonly closeAt: number | undefined;
  readonly endAt: number | undefined;
  readonly pins: readonly Pin[];
  /** How far the halo of the last tick is, 0 to 1; 1 is gone. Without motion it stands still. */
  readonly halo: number | 'still';
  readonly precision: number;
  readonly words: {
    readonly upWins: string;
    readonly downWins: string;
    readonly close: string;
    readonly result: string;
  };
}

interface Scene {
  readonly paint: CanvasRenderingContext2D;
  readonly box: Box;
  readonly time: TimeScale;
  readonly y: (value: number) => number;
  readonly colors: RoundColors;
  readonly picture: RoundPicture;
  readonly bottom: number;
  readonly right: number;
}

export function drawRound(
  paint: CanvasRenderingContext2D,
  {
    box,
    time,
    range,
    points,
    colors,
    picture,
  }: {
    readonly box: Box;
    readonly time: TimeScale;
    readonly range: Range;
    readonly points: readonly LinePoint[];
    readonly colors: RoundColors;
    readonly picture: RoundPicture;
  },
): void {
  const scene: Scene = {
    paint,
    box,
    time,
    y: priceScale(box, range),
    colors,
    picture,
    bottom: box.height - TIMES_HEIGHT,
    right: box.width - AXIS_WIDTH,
  };
  paint.clearRect(0, 0, box.width, box.height);
  drawGrid(scene, range);
  drawZones(scene);
  drawLine(scene, points);
  drawBase(scene);
  drawPins(scene);
  drawNow(scene);
  drawTimes(scene);
}

const halfPixel = (value: number): number => Math.round(value) + 0.5;

function stroke(
  scene: Scene,
  color: string,
  from: readonly [number, number],
  to: readonly [number, number],
  dash: number[] = [],
): void {
  const { paint } = scene;
  paint.save();
  paint.beginPath();
  paint.setLineDash(dash);
  paint.lineWidth = 1;
  paint.strokeStyle = color;
  paint.moveTo(...from);
  paint.lineTo(...to);
  paint.stroke();
  paint.restore();
}

function write(
  scene: Scene,
  words: string,
  at: readonly [number, number],
  look: { readonly color: string; readonly font: string; readonly align?: CanvasTextAlign },
): void {
  const { paint, colors } = scene;
  paint.fillStyle = look.color;
  paint.font = `${look.font} ${colors.font}`;
  paint.textAlign = look.align ?? 'left';
  paint.textBaseline = 'alphabetic';
  paint.fillText(words, ...at);
}

function pill(
  scene: Scene,
  fill: string,
  place: { readonly x: number; readonly y: number; readonly width: number },
): void {
  const { paint } = scene;
  paint.fillStyle = fill;
  paint.beginPath();
  paint.roundRect(place.x, place.y - 10, place.width, 20, 6);
  paint.fill();
}

const PILL_APART = 22;
/** Two words of two syllables side by side. */
const WORDS_APART = 29;
const AXIS_FONT = '500 11px';
const PILL_FONT = '700 11px';
const WORD_FONT = '700 12px';

function drawGrid(scene: Scene, range: Range): void {
  const { y, right, bottom, colors, picture, box } = scene;
  const last = y(picture.last.value);
  const base = picture.base?.text === undefined ? last : besidePill(y(picture.base.value), last);
  for (const value of gridSteps(range, picture.precision)) {
    const line = halfPixel(y(value));
    if (line < AIR_ABOVE || line > bottom - 4) continue;
    stroke(scene, colors.grid, [0, line], [right, line]);
    if ([last, base].every((pill) => Math.abs(pill - line) > 17))
      write(
        scene,
        formatPrice(value.toFixed(picture.precision), picture.precision),
        [box.width - 10, line + 3.5],
        {
          color: colors.ink3,
          font: AXIS_FONT,
          align: 'right',
        },
      );
  }
}

/** From now to the result: above the base up wins, below it down wins; after the close no more bets. */
function drawZones(scene: Scene): void {
  const { paint, time, y, bottom, colors, picture } = scene;
  const { endAt, closeAt, base, now, words } = picture;
  if (endAt === undefined) return;
  const from = Math.max(0, time.x(now));
  const end = time.x(endAt);
  const close = closeAt === undefined ? undefined : time.x(closeAt);
  if (base !== undefined && end > from) {
    const middle = Math.min(bottom, Math.max(AIR_ABOVE, y(base.value)));
    paint.fillStyle = colors.upSoft;
    paint.fillRect(from, AIR_ABOVE, end - from, middle - AIR_ABOVE);
    paint.fillStyle = colors.downSoft;
    paint.fillRect(from, middle, end - from, bottom - middle);
  }
  const hatchFrom = Math.max(from, close ?? end);
  if (end > hatchFrom) hatch(scene, hatchFrom, end);
  if (close !== undefined && close > 0)
    stroke(scene, colors.brass, [halfPixel(close), AIR_ABOVE], [halfPixel(close), bottom], [2, 3]);
  stroke(scene, colors.ink2, [halfPixel(end), AIR_ABOVE], [halfPixel(end), bottom]);
  if (base === undefined || end - from < 66) return;
  if (y(base.value) - AIR_ABOVE > 28)
    write(scene, words.upWins, [from + 9, AIR_ABOVE + 19], { color: colors.up, font: WORD_FONT });
  if (bottom - y(base.value) > 28)
    write(scene, words.downWins, [from + 9, bottom - 10], { color: colors.down, font: WORD_FONT });
}

function hatch({ paint, bottom, colors }: Scene, from: number, to: number): void {
  paint.save();
  paint.beginPath();
  paint.rect(from, AIR_ABOVE, to - from, bottom - AIR_ABOVE);
  paint.clip();
  paint.globalAlpha = 0.22;
  paint.strokeStyle = colors.ink3;
  paint.lineWidth = 1.5;
  paint.beginPath();
  const depth = bottom - AIR_ABOVE;
  for (let x = from - depth; x < to; x += 8.5) {
    paint.moveTo(x, bottom);
    paint.lineTo(x + depth, AIR_ABOVE);
  }
  paint.stroke();
  paint.restore();
}

function drawLine(scene: Scene, points: readonly LinePoint[]): void {
  const { paint, time, y, bottom, colors, picture } = scene;
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
    // Several ticks in one pixel are one.
    if (x - drawn < 0.75) continue;
    paint.lineTo(x, y(value));
    drawn = x;
  }
  const now = time.x(picture.now);
  paint.lineTo(now, y(picture.last.value));
  paint.strokeStyle = colors.ink;
  paint.lineWidth = 2;
  paint.lineJoin = 'round';
  paint.lineCap = 'round';
  paint.stroke();
  paint.lineTo(now, bottom);
  paint.lineTo(start, bottom);
  paint.closePath();
  const fill = paint.createLinearGradient(0, AIR_ABOVE, 0, bottom);
  fill.addColorStop(0, faded(colors.ink, 0.13));
  fill.addColorStop(1, faded(colors.ink, 0));
  paint.fillStyle = fill;
  paint.fill();
  paint.restore();
}

function drawBase(scene: Scene): void {
  const { y, right, colors, picture, box } = scene;
  if (picture.base?.text === undefined) return;
  const line = halfPixel(y(picture.base.value));
  stroke(scene, colors.ink2, [0, line], [right, line], [4, 4]);
  const place = besidePill(line, y(picture.last.value));
  pill(scene, colors.raised, { x: right + 1, y: place, width: AXIS_WIDTH - 5 });
  write(scene, picture.base.text, [box.width - 10, place + 4], {
    color: colors.ink,
    font: PILL_FONT,
    align: 'right',
  });
}

/** The base gives way to the price: two pills never lie over each other. */
function besidePill(base: number, last: number): number {
  if (Math.abs(base - last) >= PILL_APART) return base;
  return base < last ? last - PILL_APART : last + PILL_APART;
}

function drawPins(scene: Scene): void {
  const { paint, time, y, colors, picture, bottom } = scene;
  for (const { at, value, direction, words } of picture.pins) {
    const x = time.x(at);
    if (x < 0) continue;
    const top = y(value);
    const color = direction === 'up' ? colors.up : colors.down;
    if (words !== undefined) {
      // The flag hangs under the line, and above it where there is no room.
      const hangs = top + 52 < bottom;
      const flag = hangs ? top + 40 : top - 40;
      stroke(scene, color, [halfPixel(x), top], [halfPixel(x), hangs ? flag - 10 : flag + 10]);
      paint.font = `${PILL_FONT} ${colors.font}`;
      const width = paint.measureText(words).width + 14;
      const left = Math.max(2, x - width / 2);
      pill(scene, direction === 'up' ? colors.upFill : colors.downFill, { x: left, y: flag, width });
      write(scene, words, [left + width / 2, flag + 4], {
        color: colors.onDirection,
        font: '700 12px',
        align: 'center',
      });
    }
    paint.beginPath();
    paint.arc(x, top, 3.5, 0, 2 * Math.PI);
    paint.fillStyle = color;
    paint.strokeStyle = colors.ground;
    paint.lineWidth = 1.5;
    paint.fill();
    paint.stroke();
  }
}

function drawNow(scene: Scene): void {
  const { paint, time, y, right, colors, picture, box } = scene;
  const x = time.x(picture.now);
  const level = y(picture.last.value);
  stroke(scene, colors.brass, [x, level], [right, level], [2, 3]);
  const [light, growth] = picture.halo === 'still' ? [1, 1] : [1 - picture.halo, picture.halo];
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
  write(scene, picture.last.text, [box.width - 10, level + 4], {
    color: colors.onBrass,
    font: PILL_FONT,
    align: 'right',
  });
}

/** When the line begins, where it is now, and the two moments that matter; what would overlap stays away. */
function drawTimes(scene: Scene): void {
  const { time, colors, picture, box } = scene;
  const level = box.height - 7;
  const marks: (readonly [string, number, string, string])[] = [];
  const end = picture.endAt === undefined ? undefined : time.x(picture.endAt);
  if (picture.closeAt !== undefined) {
    const close = time.x(picture.closeAt);
    const place = end === undefined ? close : Math.min(close, end - WORDS_APART);
    marks.push([picture.words.close, place, colors.brass, WORD_FONT]);
  }
  if (end !== undefined) marks.push([picture.words.result, end, colors.ink3, '500 12px']);
  for (const [words, x, color, font] of marks)
    if (x > 12) write(scene, words, [x, level], { color, font, align: 'center' });
  const isFree = (x: number) => marks.every(([, other]) => Math.abs(other - x) > 44);
  const now = time.x(picture.now);
  if (now > 40 && isFree(now))
    write(scene, formatTimeOfDay(picture.now), [now, level], {
      color: colors.ink3,
      font: AXIS_FONT,
      align: 'center',
    });
  if (now > 130 && isFree(40))
    write(
      scene,
      formatTimeOfDay(time.from + (16 / Math.max(1, time.x(time.to))) * (time.to - time.from)),
      [16, level],
      { color: colors.ink3, font: AXIS_FONT },
    );
}

// The chart of a round that is bet on while it runs (B types; docs/design.md 7): the line, the base price, where each
// side wins, until when bets are taken, and the member's own bets. Each painting is complete; no state is kept between
// two.
import { formatTimeOfDay } from '@maru/client/format-time';
import type { Direction } from '../../ui/buttons/direction-pair.tsx';
import type { BinaryText } from '../offers/game-label.ts';
import { AXIS_WIDTH, ENTRY_MARGINS } from './round-scale.ts';
import {
  AXIS_FONT,
  type Canvas,
  dot,
  drawGrid,
  drawLine,
  drawNow,
  fillSides,
  halfPixel,
  hatch,
  PILL_FONT,
  PLAIN_FONT,
  pill,
  type Scene,
  sceneOf,
  stroke,
  WORD_FONT,
  widthOf,
  write,
} from './round-scene.ts';

export interface Pin {
  readonly at: number;
  readonly value: number;
  readonly direction: Direction;
  /** Written on the flag; a pin without words is a dot. */
  readonly words: string | undefined;
}

export interface EntryPicture {
  /** The price is compared with it; without a text it is the price itself and no line is drawn. */
  readonly base: { readonly value: number; readonly text: string | undefined } | undefined;
  /** When bets close, and when the round on the chart ends; undefined between sessions. */
  readonly closeAt: number | undefined;
  readonly endAt: number | undefined;
  readonly pins: readonly Pin[];
  readonly words: Pick<BinaryText, 'upWins' | 'downWins' | 'closeLine' | 'resultLine'>;
}

export function drawEntryRound(canvas: Canvas, picture: EntryPicture): void {
  const scene = sceneOf(canvas, ENTRY_MARGINS);
  const { y, time, instant, right } = scene;
  const last = y(instant.last.value);
  const base = picture.base?.text === undefined ? last : besidePill(y(picture.base.value), last);
  drawGrid(scene, [last, base]);
  drawZones(scene, picture);
  drawLine(scene);
  drawBase(scene, picture);
  drawPins(scene, picture);
  drawNow(scene, [[time.x(instant.now), right]]);
  drawTimes(scene, picture);
}

const PILL_APART = 22;
/** Between two labels under the chart. */
const WORDS_GAP = 5;

/** From now to the result: above the base up wins, below it down wins; after the cut-off no more bets. */
function drawZones(scene: Scene, { endAt, closeAt, base, words }: EntryPicture): void {
  const { time, y, top, bottom, colors, instant } = scene;
  if (endAt === undefined) return;
  const from = Math.max(0, time.x(instant.now));
  const end = time.x(endAt);
  const close = closeAt === undefined ? undefined : time.x(closeAt);
  if (base !== undefined && end > from) fillSides(scene, { from, to: end, base: base.value });
  const hatchFrom = Math.max(from, close ?? end);
  if (end > hatchFrom) hatch(scene, hatchFrom, end);
  if (close !== undefined && close > 0)
    stroke(scene, { color: colors.brass, dash: [2, 3] }, [halfPixel(close), top], [halfPixel(close), bottom]);
  stroke(scene, { color: colors.ink2 }, [halfPixel(end), top], [halfPixel(end), bottom]);
  if (base === undefined || end - from < 66) return;
  if (y(base.value) - top > 28)
    write(scene, words.upWins, [from + 9, top + 19], { color: colors.up, font: WORD_FONT });
  if (bottom - y(base.value) > 28)
    write(scene, words.downWins, [from + 9, bottom - 10], { color: colors.down, font: WORD_FONT });
}

function drawBase(scene: Scene, { base }: EntryPicture): void {
  const { y, right, colors, instant, box } = scene;
  if (base?.text === undefined) return;
  const line = halfPixel(y(base.value));
  stroke(scene, { color: colors.ink2, dash: [4, 4] }, [0, line], [right, line]);
  const place = besidePill(line, y(instant.last.value));
  pill(scene, colors.raised, { x: right + 1, y: place, width: AXIS_WIDTH - 5 });
  write(scene, base.text, [box.width - 10, place + 4], {
    color: colors.ink,
    font: PILL_FONT,
    align: 'right',
  });
}

/** The base's pill is moved away from the price's: two pills never overlap. */
function besidePill(base: number, last: number): number {
  if (Math.abs(base - last) >= PILL_APART) return base;
  return base < last ? last - PILL_APART : last + PILL_APART;
}

function drawPins(scene: Scene, { pins }: EntryPicture): void {
  const { time, y, colors, bottom } = scene;
  for (const { at, value, direction, words } of pins) {
    const x = time.x(at);
    if (x < 0) continue;
    const top = y(value);
    const color = direction === 'up' ? colors.up : colors.down;
    if (words !== undefined) {
      // The flag is under the line, and above it where there is no room.
      const hangs = top + 52 < bottom;
      const flag = hangs ? top + 40 : top - 40;
      stroke(scene, { color }, [halfPixel(x), top], [halfPixel(x), hangs ? flag - 10 : flag + 10]);
      const width = widthOf(scene, words, PILL_FONT) + 14;
      const left = Math.max(2, x - width / 2);
      pill(scene, direction === 'up' ? colors.upFill : colors.downFill, { x: left, y: flag, width });
      write(scene, words, [left + width / 2, flag + 4], {
        color: colors.onDirection,
        font: WORD_FONT,
        align: 'center',
      });
    }
    dot(scene, [x, top], { fill: color, edge: colors.ground, radius: 3.5 });
  }
}

/** The start of the line, now, the cut-off and the end; labels that would overlap are left out. */
function drawTimes(scene: Scene, { closeAt, endAt, words }: EntryPicture): void {
  const { time, colors, instant, box } = scene;
  const level = box.height - 7;
  const marks: (readonly [string, number, string, string])[] = [];
  const end = endAt === undefined ? undefined : time.x(endAt);
  if (closeAt !== undefined) {
    const close = time.x(closeAt);
    const widths = widthOf(scene, words.closeLine, WORD_FONT) + widthOf(scene, words.resultLine, WORD_FONT);
    const apart = widths / 2 + WORDS_GAP;
    const place = end === undefined ? close : Math.min(close, end - apart);
    marks.push([words.closeLine, place, colors.brass, WORD_FONT]);
  }
  if (end !== undefined) marks.push([words.resultLine, end, colors.ink3, PLAIN_FONT]);
  for (const [text, x, color, font] of marks)
    if (x > 12) write(scene, text, [x, level], { color, font, align: 'center' });
  const isFree = (x: number) => marks.every(([, other]) => Math.abs(other - x) > 52);
  const now = time.x(instant.now);
  if (now > 40 && isFree(now))
    write(scene, formatTimeOfDay(instant.now), [now, level], {
      color: colors.ink3,
      font: AXIS_FONT,
      align: 'center',
    });
  if (now > 130 && isFree(40))
    write(scene, formatTimeOfDay(time.at(16)), [16, level], { color: colors.ink3, font: AXIS_FONT });
}

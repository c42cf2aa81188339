// The chart of a round that is bet on before it starts (R types; pictures 04c and 04d). Until the start it has no base
// price: its start and end are lines, and an order is drawn at the time axis, because it has a time and no price. From
// the start on the zones and the base belong to it, and the round after it is only outlined.
import { formatTimeOfDay } from '@maru/client/format-time';
import { faded } from '../../chart/drawing/chart-colors.ts';
import type { Direction } from '../../ui/buttons/direction-pair.tsx';
import { RENT_MARGINS } from './round-scale.ts';
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
  PLAIN_FONT,
  pill,
  type Scene,
  type Spot,
  sceneOf,
  stroke,
  WORD_FONT,
  widthOf,
  within,
  write,
} from './round-scene.ts';

export interface Flag {
  readonly direction: Direction;
  readonly words: string;
}

export interface RentPicture {
  readonly state: 'waiting' | 'running';
  /** When bets on it close; used until it starts. */
  readonly cutOffAt: number;
  readonly startAt: number;
  readonly endAt: number;
  /** The base of this round; undefined before it starts and until its first price is known. */
  readonly base: { readonly value: number; readonly text: string } | undefined;
  /** The member's orders on this round, and on the one after it. */
  readonly mine: readonly Flag[];
  readonly nextMine: readonly Flag[];
  readonly words: RentWords;
}

export interface RentWords {
  readonly no: string;
  /** ` · 시작 02:58 → 종료 02:59`, or a shorter form where it is narrow. */
  readonly times: string;
  readonly timesShort: string;
  readonly running: string;
  /** `179회차` and `02:59 시작`; empty where no round follows. */
  readonly nextNo: string;
  readonly nextStart: string;
  readonly cutOff: string;
  readonly start: string;
  readonly end: string;
  readonly startTime: string;
  readonly endTime: string;
  /** Why there is no base, in lines. */
  readonly noBase: readonly string[];
  /** Names of the base, longest first. */
  readonly baseNames: readonly string[];
  readonly upWins: string;
  readonly downWins: string;
}

export function drawRentRound(canvas: Canvas, picture: RentPicture): void {
  const scene = sceneOf(canvas, RENT_MARGINS);
  const { y, time, instant, right, bottom, colors } = scene;
  const [start, end, now] = [time.x(picture.startAt), time.x(picture.endAt), time.x(instant.now)];
  drawGrid(scene, [y(instant.last.value)]);
  stroke(scene, { color: colors.line }, [0, halfPixel(bottom)], [right, halfPixel(bottom)]);
  if (picture.state === 'waiting') {
    drawWaiting(scene, picture);
    drawLine(scene);
    drawNow(scene, [
      [now, start],
      [end + 4, right],
    ]);
    drawWaitingWords(scene, picture);
  } else {
    drawRunning(scene, picture);
    drawLine(scene);
    drawNow(scene, [[now, Math.min(end, right)]]);
    drawRunningWords(scene, picture);
  }
}

const lineAt = (scene: Scene, x: number): void =>
  stroke(
    scene,
    { color: scene.colors.ink2 },
    [halfPixel(x), scene.top],
    [halfPixel(x), Math.round(scene.bottom)],
  );

/** A round without a base: no side wins in it yet. Dashed above, because it does not count yet. */
function emptyRound(scene: Scene, from: number, to: number): void {
  const { paint, top, bottom, colors } = scene;
  if (to <= from) return;
  paint.fillStyle = colors.ground;
  paint.fillRect(from, top, to - from, bottom - top);
  paint.fillStyle = faded(colors.ink, 0.03);
  paint.fillRect(from, top, to - from, bottom - top);
  stroke(scene, { color: colors.ink3, dash: [4, 4] }, [from, halfPixel(top)], [to, halfPixel(top)]);
}

function writeCentred(scene: Scene, lines: readonly string[], from: number, to: number): void {
  const { top, bottom, colors } = scene;
  const isTooWide = lines.some((line) => widthOf(scene, line, PLAIN_FONT) > to - from - 8);
  if (isTooWide || bottom - top < 24 + 17 * lines.length) return;
  for (const [place, line] of lines.entries())
    write(scene, line, [(from + to) / 2, (top + bottom) / 2 + 4 + 17 * place], {
      color: colors.ink3,
      font: PLAIN_FONT,
      align: 'center',
    });
}

function drawWaiting(scene: Scene, { cutOffAt, startAt, endAt }: RentPicture): void {
  const { time, top, bottom, colors } = scene;
  const [cutOff, start, end] = [time.x(cutOffAt), time.x(startAt), time.x(endAt)];
  hatch(scene, cutOff, start);
  emptyRound(scene, start, end);
  lineAt(scene, start);
  lineAt(scene, end);
  stroke(scene, { color: colors.brass, dash: [2, 3] }, [halfPixel(cutOff), top], [halfPixel(cutOff), bottom]);
}

function drawWaitingWords(scene: Scene, picture: RentPicture): void {
  const { time, y, top, bottom, colors, box, instant } = scene;
  const { words, mine } = picture;
  const [cutOff, start, end] = [time.x(picture.cutOffAt), time.x(picture.startAt), time.x(picture.endAt)];
  const quiet = { color: colors.ink2, font: PLAIN_FONT } as const;
  const no = widthOf(scene, words.no, WORD_FONT);
  const times = [words.times, words.timesShort].find(
    (each) => no + widthOf(scene, each, PLAIN_FONT) < end - 8,
  );
  const timesLeft = end + 1 - (times === undefined ? 0 : widthOf(scene, times, PLAIN_FONT));
  if (times !== undefined) write(scene, times, [timesLeft, 21], quiet);
  write(scene, words.no, [timesLeft - no, 21], { color: colors.ink, font: WORD_FONT });
  if (instant.now < picture.cutOffAt) {
    // Keeps clear of the price's dot and its halo.
    const isTaken = Math.abs(y(instant.last.value) - (top + 13)) < 24;
    write(scene, words.cutOff, [cutOff - 6, isTaken ? bottom - 10 : top + 17], {
      color: colors.brass,
      font: WORD_FONT,
      align: 'right',
      halo: colors.ground,
    });
  }
  write(scene, words.start, [start + 8, top + 17], quiet);
  write(scene, words.end, [end - 7, top + 17], { ...quiet, align: 'right' });
  writeCentred(scene, words.noBase, start, end);
  const left = hangFlags(scene, start, mine);
  const now = time.x(instant.now);
  const axis = { color: colors.ink3, font: AXIS_FONT } as const;
  if (now > 40 && now + 28 < left)
    write(scene, formatTimeOfDay(instant.now), [now, box.height - 9], { ...axis, align: 'center' });
  if (now > 110 && left > 66) write(scene, formatTimeOfDay(time.at(16)), [16, box.height - 9], axis);
}

function drawRunning(scene: Scene, { startAt, endAt, base, words }: RentPicture): void {
  const { time, right, colors } = scene;
  const [start, end] = [time.x(startAt), Math.min(right, time.x(endAt))];
  if (words.nextNo !== '') emptyRound(scene, end, right);
  if (base === undefined) emptyRound(scene, start, end);
  else {
    const middle = fillSides(scene, { from: start, to: end, base: base.value });
    stroke(scene, { color: colors.ink, dash: [4, 4] }, [start, halfPixel(middle)], [end, halfPixel(middle)]);
  }
  lineAt(scene, start);
  lineAt(scene, end);
}

function drawRunningWords(scene: Scene, picture: RentPicture): void {
  const { time, right, colors, box } = scene;
  const { words, base, mine, nextMine } = picture;
  const [start, end] = [time.x(picture.startAt), time.x(picture.endAt)];
  write(scene, words.running, [(start + end) / 2, 21], {
    color: colors.ink,
    font: WORD_FONT,
    align: 'center',
  });
  if (words.nextNo !== '' && widthOf(scene, words.nextNo, PLAIN_FONT) < right - end)
    write(scene, words.nextNo, [(end + right) / 2, 21], {
      color: colors.ink2,
      font: PLAIN_FONT,
      align: 'center',
    });
  writeCentred(scene, [words.nextStart], end, right);
  if (base === undefined) writeCentred(scene, words.noBase, start, end);
  else drawBaseWords(scene, picture, base);

  const left = hangFlags(scene, end, nextMine);
  const hung = base === undefined ? hangFlags(scene, start, mine) : Number.POSITIVE_INFINITY;
  const level = box.height - 9;
  if (hung > start + 40)
    write(scene, words.startTime, [Math.max(start, 36), level], {
      color: colors.ink3,
      font: PLAIN_FONT,
      align: 'center',
    });
  const isAlone = nextMine.length === 0;
  const place = isAlone ? end + widthOf(scene, words.endTime, PLAIN_FONT) / 2 : left - 6;
  if (place - widthOf(scene, words.endTime, PLAIN_FONT) > start + 40)
    write(scene, words.endTime, [place, level], { color: colors.ink2, font: PLAIN_FONT, align: 'right' });
}

/**
 * The member's flags at the base, the name of the base, and which side wins: later parts are left out if they overlap.
 */
function drawBaseWords(
  scene: Scene,
  { startAt, endAt, mine, words }: RentPicture,
  base: NonNullable<RentPicture['base']>,
): void {
  const { time, y, top, bottom, colors, instant } = scene;
  const [start, end, now] = [time.x(startAt), time.x(endAt), time.x(instant.now)];
  const level = y(base.value);
  const halo = colors.ground;
  // A flag goes under the base, unless the base is low in the chart; of two flags the second takes the other side.
  const isLow = level + 72 > bottom && bottom - level < level - top;
  const flags = mine.map((flag, place) => {
    const isBelow = isLow === (place % 2 === 1);
    return { flag, middle: within(isBelow ? level + 35 : level - 35, top + 12, bottom - 12) };
  });
  const value = widthOf(scene, base.text, WORD_FONT);
  const name = words.baseNames.find((each) => widthOf(scene, each, PLAIN_FONT) + value + 14 < end - start);
  const isUnder = bottom - level > 42 || level - top < 26;
  const baseline = isUnder ? level + 16 : level - 8;
  const taken = [...flags.map(({ middle }) => middle), ...(name === undefined ? [] : [baseline - 4])];
  if (now < start + 84) taken.push(y(instant.last.value));
  const isFree = (place: number) => taken.every((other) => Math.abs(other - place) > 18);
  if (level - top > 24 && isFree(top + 14))
    write(scene, words.upWins, [start + 9, top + 18], { color: colors.up, font: WORD_FONT, halo });
  if (bottom - level > 24 && isFree(bottom - 14))
    write(scene, words.downWins, [start + 9, bottom - 10], { color: colors.down, font: WORD_FONT, halo });
  if (name !== undefined) {
    const style = { color: colors.ink, align: 'right', halo } as const;
    write(scene, base.text, [end - 6, baseline], { ...style, font: WORD_FONT });
    write(scene, name, [end - 9 - value, baseline], { ...style, font: PLAIN_FONT });
  }
  for (const { flag, middle } of flags) standFlag(scene, [start, level], flag, middle);
}

/** Drawn at its base price from the start of its round on, when it counts. */
function standFlag(scene: Scene, [x, y]: Spot, flag: Flag, middle: number): void {
  const { colors } = scene;
  const [color, fill] = flag.direction === 'up' ? [colors.up, colors.upFill] : [colors.down, colors.downFill];
  const width = widthOf(scene, flag.words, WORD_FONT) + 14;
  const left = Math.max(2, x - width / 2);
  stroke(scene, { color, width: 1.5 }, [halfPixel(x), y], [halfPixel(x), middle]);
  dot(scene, [x, y], { fill: color, edge: colors.ground, radius: 4.5 });
  pill(scene, fill, { x: left, y: middle, width });
  write(scene, flag.words, [left + width / 2, middle + 4], {
    color: colors.onDirection,
    font: WORD_FONT,
    align: 'center',
  });
}

/** Outlined under the time axis: it waits for its start. Returns how far to the left the flags reach. */
function hangFlags(scene: Scene, x: number, flags: readonly Flag[]): number {
  const { paint, bottom, box, colors } = scene;
  let reach = x - 7.25;
  let placed: number | undefined;
  for (const { direction, words } of flags) {
    const color = direction === 'up' ? colors.up : colors.down;
    const width = widthOf(scene, words, WORD_FONT) + 16;
    const left =
      placed === undefined ? Math.min(x - 7.25, box.width - 4 - width) : Math.max(2, placed - 4 - width);
    placed = left;
    reach = Math.min(reach, left);
    paint.beginPath();
    paint.roundRect(left, bottom + 9.75, width, 20, 6);
    paint.fillStyle = colors.ground;
    paint.strokeStyle = color;
    paint.lineWidth = 1.5;
    paint.fill();
    paint.stroke();
    write(scene, words, [left + width / 2, bottom + 24], { color, font: WORD_FONT, align: 'center' });
    stroke(scene, { color, width: 1.5 }, [halfPixel(x), bottom + 4], [halfPixel(x), bottom + 10]);
    dot(scene, [halfPixel(x), bottom], { fill: colors.ground, edge: color, radius: 4 });
  }
  return reach;
}

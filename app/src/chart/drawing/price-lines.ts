// Lines at a price: positions, orders, their exits, the loss-cut. Some can be dragged to another price.
import type { Chart, Coordinate, OverlayFigure, YAxis } from 'klinecharts';
import { registerOverlay } from 'klinecharts';
import { icons } from '../../ui/icons/icons.ts';
import { type ChartColors, faded } from './chart-colors.ts';
import type { ChartLine } from './chart-line.ts';
import { AXIS_SIZE } from './chart-styles.ts';
import { type Pane, type PlacedTag, placeTags, TAG_GAP, TAG_HEIGHT, TAG_LEFT } from './price-tags.ts';
import { GRIP_PATH, ICON_ROOM, ICON_SIZE, iconFigure, registerTagIcon } from './tag-icon.ts';

const NAME = 'maruPriceLine';
const GROUP = 'price-lines';
/** Hangul is never smaller (docs/design.md 11). */
const TAG_SIZE = 12;
/** A finger needs a larger target than the tag. */
const GRIP_HEIGHT = 44;
const TAG_PADDING = 8;
/** As the figures of the axis. */
const AXIS_LEFT = 8;
/** The pill of the last price covers the figures that are nearer. */
export const PILL_REACH_PX = 17;
/** A line further away than this share of the candles' range does not widen it: the candles would become too flat. */
const REACH = 0.4;
/** As a share of the price. */
const ALERT_REACH = 0.1;

interface Shown {
  readonly line: ChartLine;
  readonly price: number;
}

export interface PriceRange {
  readonly from: number;
  readonly to: number;
}

interface LineData {
  readonly id: string;
  /** Changed data makes klinecharts draw the line again: its layer is not drawn with the candles. */
  readonly revision: number;
}

/** State that the lines of one chart share; the template is registered once for all charts of the page. */
interface Held {
  colors: ChartColors;
  shown: readonly Shown[];
  dragged: string | undefined;
  measure(text: string): number;
}

/** Not in the data of an overlay: klinecharts copies that, and a copy does not follow a line that is being dragged. */
const heldBy = new WeakMap<object, Held>();

export function registerPriceLines(): void {
  registerTagIcon();
  registerOverlay<LineData>({
    name: NAME,
    totalStep: 2,
    needDefaultPointFigure: false,
    needDefaultXAxisFigure: false,
    needDefaultYAxisFigure: false,
    createPointFigures: ({ chart, overlay, coordinates, bounding, yAxis }) => {
      const { id } = overlay.extendData;
      const own = heldBy.get(chart);
      const line = own?.shown.find((each) => each.line.id === id)?.line;
      const y = coordinates[0]?.y;
      if (!own || !line || y === undefined || !yAxis) return [];
      const figures = figuresOf(line, own, { y, pane: bounding, yAxis });
      const value = overlay.points[0]?.value;
      if (own.dragged !== id || value === undefined) return figures;
      // The axis does not draw the line that is dragged, so its price is shown at the edge beside it.
      const right = bounding.width - TAG_GAP;
      return [...figures, pillOf(chart, own.colors, { value: snapped(value, line), x: right, y })];
    },
    createYAxisFigures: ({ chart, overlay, coordinates, yAxis }) => {
      const own = heldBy.get(chart);
      const found = own?.shown.find((each) => each.line.id === overlay.extendData.id);
      const y = coordinates[0]?.y;
      if (!own || !found?.line.isPriced || y === undefined) return [];
      const last = chart.getDataList().at(-1)?.close;
      // The pill of the last price stands above every other figure.
      if (last !== undefined && yAxis && Math.abs(yAxis.convertToPixel(last) - y) < PILL_REACH_PX) return [];
      return [axisPrice(chart, own.colors, { ...found, y })];
    },
  });
}

/** The price of a line released here. Only drawn and passed on: the trade screen puts it on the grid exactly. */
function snapped(value: number, { tickSize }: ChartLine): number {
  const tick = Number(tickSize ?? 0);
  return tick > 0 ? Math.round(value / tick) * tick : value;
}

function colorOf({ kind, side }: ChartLine, colors: ChartColors): string {
  if (kind === 'lossCut') return colors.danger;
  if (kind === 'alert') return colors.brass;
  if (side !== undefined && (kind === 'position' || kind === 'order'))
    return side === 'long' ? colors.up : colors.down;
  return colors.ink2;
}

function placedTags(own: Held, yAxis: YAxis, pane: Pane): readonly PlacedTag[] {
  const wanted = own.shown.map(({ line, price }) => ({
    id: line.id,
    y: yAxis.convertToPixel(price),
    width: tagWidth(line, own),
  }));
  return placeTags(wanted, pane);
}

/** A stroke from edge to edge that passes behind the tags in its way. */
function strokesOf(
  y: number,
  {
    tags,
    width,
    color,
    isDashed,
  }: { tags: readonly PlacedTag[]; width: number; color: string; isDashed: boolean },
) {
  const inTheWay = tags
    .filter((tag) => Math.abs(tag.tagY - y) < TAG_HEIGHT / 2)
    .toSorted((a, b) => a.left - b.left);
  const strokes: OverlayFigure[] = [];
  let from = 0;
  const draw = (to: number) => {
    const coordinates: Coordinate[] = [
      { x: from, y },
      { x: to, y },
    ];
    if (to > from)
      strokes.push({
        type: 'line',
        attrs: { coordinates },
        styles: { style: isDashed ? 'dashed' : 'solid', dashedValue: [3, 3], size: 1, color },
        ignoreEvent: true,
      });
  };
  for (const { left, width: across } of inTheWay) {
    draw(left);
    from = Math.max(from, left + across);
  }
  draw(width);
  return strokes;
}

/** What is being set shows that it can be moved. */
const hasGrip = ({ kind, onMove }: ChartLine): boolean => kind === 'alert' && onMove !== undefined;

const paddingsOf = (line: ChartLine) => ({
  paddingLeft: TAG_PADDING + (line.icon === undefined ? 0 : ICON_ROOM),
  paddingRight: TAG_PADDING + (hasGrip(line) ? ICON_ROOM : 0),
});

function tagWidth(line: ChartLine, own: Held): number {
  const { paddingLeft, paddingRight } = paddingsOf(line);
  return Math.ceil(own.measure(line.label)) + paddingLeft + paddingRight;
}

function iconsOf(line: ChartLine, at: { readonly left: number; readonly width: number; readonly y: number }) {
  const { left, width, y } = at;
  return [
    ...(line.icon === undefined ? [] : [{ path: icons[line.icon], x: left + TAG_PADDING, y }]),
    ...(hasGrip(line) ? [{ path: GRIP_PATH, x: left + width - TAG_PADDING - ICON_SIZE, y }] : []),
  ];
}

function figuresOf(
  line: ChartLine,
  own: Held,
  { y, pane, yAxis }: { readonly y: number; readonly pane: Pane; readonly yAxis: YAxis },
): OverlayFigure[] {
  const color = colorOf(line, own.colors);
  const tags = placedTags(own, yAxis, pane);
  const others = tags.filter(({ id }) => id !== own.dragged);
  // What is being set stands out from what is there already (picture 40b).
  const isDraft = line.kind === 'alert';
  const strokes = strokesOf(y, { tags: others, width: pane.width, color, isDashed: !isDraft });
  const placed = tags.find(({ id }) => id === line.id);
  if (placed === undefined) return strokes;
  const { left } = placed;
  // The tag of a dragged line follows the finger.
  const tagY = own.dragged === line.id ? y : placed.tagY;
  const width = tagWidth(line, own);
  const ink = isDraft ? own.colors.onBrass : color;
  const drawn = iconsOf(line, { left, width, y: tagY }).map((each) => iconFigure(each, ink));
  const tag: OverlayFigure = {
    type: 'text',
    attrs: {
      x: left + width / 2,
      y: tagY,
      align: 'center',
      width,
      height: TAG_HEIGHT,
      text: line.label,
      baseline: 'middle',
    },
    styles: {
      style: 'stroke_fill',
      color: ink,
      size: TAG_SIZE,
      weight: 700,
      family: own.colors.font,
      backgroundColor: isDraft
        ? own.colors.brassFill
        : own.dragged === line.id
          ? own.colors.raised
          : own.colors.surface,
      borderColor: isDraft ? own.colors.brassFill : color,
      borderSize: 1,
      borderRadius: isDraft || line.icon !== undefined ? TAG_HEIGHT / 2 : 5,
      ...paddingsOf(line),
      paddingTop: 4,
      paddingBottom: 4,
    },
    ignoreEvent: true,
  };
  if (!line.onMove) return [...strokes, tag, ...drawn];
  const grip: OverlayFigure = {
    type: 'rect',
    attrs: {
      x: left - TAG_LEFT,
      y: tagY - GRIP_HEIGHT / 2,
      width: width + 2 * TAG_LEFT,
      height: GRIP_HEIGHT,
    },
    styles: { style: 'fill', color: 'transparent' },
  };
  return [...strokes, tag, ...drawn, grip];
}

interface Pill {
  readonly value: number;
  readonly x: number;
  readonly y: number;
}

const priceText = (chart: Chart, value: number): string =>
  chart.getThousandsSeparator().format(value.toFixed(chart.getSymbol()?.pricePrecision ?? 2));

const axisPrice = (
  chart: Chart,
  colors: ChartColors,
  { line, price, y }: Shown & { readonly y: number },
): OverlayFigure => ({
  type: 'text',
  attrs: { x: AXIS_LEFT, y, text: priceText(chart, price), align: 'left', baseline: 'middle' },
  styles: {
    color: colorOf(line, colors),
    size: AXIS_SIZE,
    weight: 700,
    family: colors.font,
    backgroundColor: 'transparent',
    ...{ borderSize: 0, paddingLeft: 0, paddingRight: 0, paddingTop: 0, paddingBottom: 0 },
  },
  ignoreEvent: true,
});

function pillOf(chart: Chart, colors: ChartColors, { value, x, y }: Pill): OverlayFigure {
  const text = priceText(chart, value);
  return {
    type: 'text',
    attrs: { x, y, text, align: 'right', baseline: 'middle' },
    styles: {
      color: colors.ink,
      size: 11,
      weight: 700,
      family: colors.font,
      backgroundColor: colors.raised,
      borderColor: faded(colors.ink3, 0.5),
      borderRadius: 5,
      paddingLeft: 6,
      paddingRight: 6,
      paddingTop: 3,
      paddingBottom: 3,
    },
    ignoreEvent: true,
  };
}

export function createPriceLines(chart: Chart, firstColors: ChartColors) {
  const pen = document.createElement('canvas').getContext('2d');
  const own: Held = {
    colors: firstColors,
    shown: [],
    dragged: undefined,
    measure(text) {
      if (!pen) return text.length * TAG_SIZE;
      pen.font = `700 ${TAG_SIZE}px ${own.colors.font}`;
      return pen.measureText(text).width;
    },
  };

  heldBy.set(chart, own);
  let revision = 0;

  const overlayOf = (line: ChartLine) => `${GROUP}-${line.id}`;

  function draw({ line, price }: Shown, precision: number): void {
    const extendData: LineData = { id: line.id, revision: ++revision };
    const place = { points: [{ value: price }], lock: line.onMove === undefined, extendData };
    const id = overlayOf(line);
    if (own.dragged === line.id) return;
    if (chart.getOverlays({ id }).length > 0) {
      chart.overrideOverlay({ id, ...place });
      return;
    }
    chart.createOverlay({
      id,
      name: NAME,
      groupId: GROUP,
      paneId: 'candle_pane',
      zLevel: 1,
      ...place,
      onPressedMoveStart: () => {
        own.dragged = line.id;
      },
      onPressedMoveEnd: ({ overlay }) => {
        own.dragged = undefined;
        const value = overlay.points[0]?.value;
        // The owner may have passed a newer line since this one was drawn.
        const current = own.shown.find((each) => each.line.id === line.id);
        if (value === undefined || !current) return;
        const moved = snapped(value, current.line).toFixed(precision);
        // Until its owner has moved it, the line returns to its place.
        draw(current, precision);
        if (moved !== current.price.toFixed(precision)) current.line.onMove?.(moved);
      },
    });
  }

  return {
    isDragging: (): boolean => own.dragged !== undefined,
    /** Those that stand on the axis. */
    axisPrices: (): readonly number[] =>
      own.shown.filter(({ line }) => line.isPriced).map(({ price }) => price),
    show(lines: readonly ChartLine[], precision: number): void {
      own.shown = lines.map((line) => ({ line, price: Number(line.price) }));
      const wanted = new Set(lines.map(overlayOf));
      for (const { id } of chart.getOverlays({ groupId: GROUP }))
        if (!wanted.has(id)) chart.removeOverlay({ id });
      for (const each of own.shown) draw(each, precision);
    },
    recolor(colors: ChartColors): void {
      own.colors = colors;
      for (const { line } of own.shown)
        chart.overrideOverlay({
          id: overlayOf(line),
          extendData: { id: line.id, revision: ++revision } satisfies LineData,
        });
    },
    /** The range with the lines that are near enough to be seen with the candles. An alert is there to be dragged. */
    widened({ from, to }: PriceRange): PriceRange {
      const near = own.shown
        .filter(({ line, price }) => {
          const reach = line.kind === 'alert' ? to * ALERT_REACH : (to - from) * REACH;
          return price > from - reach && price < to + reach;
        })
        .map(({ price }) => price);
      return { from: Math.min(from, ...near), to: Math.max(to, ...near) };
    },
  };
}

// Drawing onto the chart by hand: one tool at a time, each drawing stored with time and price.
import { type Chart, type Overlay, registerOverlay } from 'klinecharts';
import type { Drawing, DrawingTool, Pen } from '../series/drawing-tool.ts';

const GROUP = 'drawings';
const ARROW = 'maruArrow';
const ARROW_HEAD = 10;

const overlayNames: Readonly<Record<DrawingTool, string>> = {
  trend: 'segment',
  horizontal: 'horizontalStraightLine',
  vertical: 'verticalStraightLine',
  fibonacci: 'fibonacciLine',
  channel: 'priceChannelLine',
  arrow: ARROW,
  brush: 'brush',
};

const toolNames = new Map(Object.entries(overlayNames).map(([tool, name]) => [name, tool as DrawingTool]));

export function registerDrawings(): void {
  registerOverlay({
    name: ARROW,
    totalStep: 3,
    needDefaultPointFigure: true,
    needDefaultXAxisFigure: false,
    needDefaultYAxisFigure: false,
    createPointFigures: ({ coordinates }) => {
      const [from, to] = coordinates;
      if (!from || !to) return [];
      const angle = Math.atan2(to.y - from.y, to.x - from.x);
      const wing = (rotation: number) => ({
        x: to.x - ARROW_HEAD * Math.cos(angle + rotation),
        y: to.y - ARROW_HEAD * Math.sin(angle + rotation),
      });
      return [
        { type: 'line', attrs: { coordinates: [from, to] } },
        { type: 'line', attrs: { coordinates: [wing(0.5), to, wing(-0.5)] } },
      ];
    },
  });
}

export function createDrawings(
  chart: Chart,
  { onChange, onDrawn }: { onChange(drawings: readonly Drawing[]): void; onDrawn(): void },
) {
  let held: Pen | undefined;
  let underWay: string | undefined;
  let isDragged = false;
  /** Drawings are added and removed without being changed when another instrument is shown. */
  let isQuiet = false;

  const drawn = (): readonly Drawing[] =>
    chart
      .getOverlays({ groupId: GROUP })
      .filter(({ id }) => id !== underWay)
      .map(drawingOf)
      .filter((drawing) => drawing !== undefined);

  const changed = () => {
    if (!isQuiet) onChange(drawn());
  };

  const events = {
    groupId: GROUP,
    paneId: 'candle_pane',
    onClick: ({ overlay }: { readonly overlay: Overlay }) => {
      if (held !== 'eraser') return;
      chart.removeOverlay({ id: overlay.id });
      changed();
    },
    onPressedMoveStart: () => {
      isDragged = true;
    },
    onPressedMoveEnd: () => {
      isDragged = false;
      changed();
    },
    // By default the second mouse button removes a drawing, which a long press on a phone would do by accident.
    onRightClick: ({ preventDefault }: { readonly preventDefault?: () => void }) => preventDefault?.(),
  };

  function dropUnfinished(): void {
    if (underWay !== undefined) chart.removeOverlay({ id: underWay });
    underWay = undefined;
  }

  return {
    isBusy: (): boolean => (held !== undefined && held !== 'eraser') || isDragged,
    /** Replaces the drawings with the stored ones of another instrument. */
    show(drawings: readonly Drawing[]): void {
      isQuiet = true;
      dropUnfinished();
      chart.removeOverlay({ groupId: GROUP });
      for (const { tool, points } of drawings)
        chart.createOverlay({
          ...events,
          name: overlayNames[tool],
          points: points.map(({ time, price }) => ({ timestamp: time, value: price })),
        });
      isQuiet = false;
    },
    /** Selects a tool, or none. */
    hold(pen: Pen | undefined): void {
      dropUnfinished();
      held = pen;
      if (pen === undefined || pen === 'eraser') return;
      const id = chart.createOverlay({
        ...events,
        name: overlayNames[pen],
        onDrawEnd: () => {
          underWay = undefined;
          held = undefined;
          changed();
          onDrawn();
        },
      });
      underWay = typeof id === 'string' ? id : undefined;
    },
    clear(): void {
      dropUnfinished();
      chart.removeOverlay({ groupId: GROUP });
      changed();
    },
  };
}

function drawingOf({ name, points }: Overlay): Drawing | undefined {
  const tool = toolNames.get(name);
  const anchored = points.map(({ timestamp, value }) => ({ time: timestamp ?? 0, price: value ?? 0 }));
  return tool && anchored.length > 0 ? { tool, points: anchored } : undefined;
}

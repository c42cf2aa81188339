// The bar that the crosshair points at. klinecharts reports where it goes but not when it leaves, so its rules for
// leaving are repeated here: with the mouse, and with a finger that touches elsewhere.
import type { Chart, Crosshair, KLineData } from 'klinecharts';

/** As in klinecharts: a touch this near moves the crosshair again. */
const NEAR_PX = 10;

interface Place {
  readonly x: number;
  readonly y: number;
}

export function watchPointing(
  chart: Chart,
  container: HTMLElement,
  onPoint: (bar: KLineData | undefined) => void,
  /** While a line is dragged the crosshair points at nothing. */
  isHolding: () => boolean,
) {
  let isPointing = false;
  let touched: Place | undefined;
  let anchor: Place | undefined;

  function leave(): void {
    anchor = undefined;
    if (!isPointing) return;
    isPointing = false;
    onPoint(undefined);
  }

  function point(data: unknown): void {
    const { x } = (data ?? {}) as Partial<Crosshair>;
    if (x === undefined) return;
    if (isHolding()) {
      leave();
      return;
    }
    const converted = chart.convertFromPixel([{ x }], { paneId: 'candle_pane' });
    const index = (Array.isArray(converted) ? converted[0] : converted)?.dataIndex ?? 0;
    const list = chart.getDataList();
    if (!isPointing) anchor = touched;
    isPointing = true;
    onPoint(list[Math.min(Math.max(index, 0), list.length - 1)]);
  }

  function touch({ touches: [finger] }: TouchEvent): void {
    if (!finger) return;
    touched = { x: finger.clientX, y: finger.clientY };
    if (!isPointing || !anchor) return;
    if (Math.hypot(touched.x - anchor.x, touched.y - anchor.y) < NEAR_PX) anchor = touched;
    else leave();
  }

  chart.subscribeAction('onCrosshairChange', point);
  container.addEventListener('mouseleave', leave);
  container.addEventListener('touchstart', touch, { passive: true, capture: true });
  return {
    isPointing: (): boolean => isPointing,
    stop(): void {
      container.removeEventListener('mouseleave', leave);
      container.removeEventListener('touchstart', touch, { capture: true });
    },
  };
}

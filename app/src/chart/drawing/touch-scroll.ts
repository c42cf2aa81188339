// On a chart a horizontal drag pans the chart, and a vertical one scrolls the page. klinecharts would handle both: it
// listens for touches at the root of the page, so a vertical one must not get there.

const DECIDE_AFTER_PX = 6;

export function letPageScroll(element: HTMLElement, isChartBusy: () => boolean): () => void {
  let begun: { readonly x: number; readonly y: number } | undefined;
  let isPageScroll: boolean | undefined;

  const start = (event: TouchEvent) => {
    const touch = event.touches[0];
    begun = event.touches.length === 1 && touch ? { x: touch.clientX, y: touch.clientY } : undefined;
    isPageScroll = begun === undefined || isChartBusy() ? false : undefined;
  };
  const move = (event: TouchEvent) => {
    const touch = event.touches[0];
    if (isPageScroll === undefined && begun && touch) {
      const across = Math.abs(touch.clientX - begun.x);
      const along = Math.abs(touch.clientY - begun.y);
      if (Math.max(across, along) < DECIDE_AFTER_PX) {
        event.stopPropagation();
        return;
      }
      // A long press may have shown the crosshair since the touch began.
      isPageScroll = along > across && !isChartBusy();
    }
    if (isPageScroll) event.stopPropagation();
  };
  element.addEventListener('touchstart', start, { passive: true });
  element.addEventListener('touchmove', move, { passive: true });
  return () => {
    element.removeEventListener('touchstart', start);
    element.removeEventListener('touchmove', move);
  };
}

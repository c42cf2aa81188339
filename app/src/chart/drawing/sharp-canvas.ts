// klinecharts observes the size of its canvases in device pixels. On an emulated phone the browser reports it without
// the emulated ratio, and the chart would be blurred there; without that observation klinecharts uses the ratio of the
// page, which is right everywhere.

/** klinecharts checks for it once, while the first chart of the page is created. */
export function withPagePixels<Value>(make: () => Value): Value {
  const Native = window.ResizeObserver;
  window.ResizeObserver = class extends Native {
    override observe(target: Element, options?: ResizeObserverOptions): void {
      if (options?.box === 'device-pixel-content-box') throw new TypeError('not asked');
      super.observe(target, options);
    }
  };
  try {
    return make();
  } finally {
    window.ResizeObserver = Native;
  }
}

// klinecharts asks the browser for the size of its canvases in device pixels. An emulated phone answers without the
// emulated ratio, and the chart would be blurred there; without that answer it uses the ratio of the page, which is
// right everywhere.

/** The question is asked once, while the first chart of the page is made. */
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

import { type MouseEvent, useEffect, useRef } from 'react';

/** A held button repeats: first after a delay that tells a hold from a tap, then steadily (docs/design.md 5). */
const HOLD_MS = 400;
const REPEAT_MS = 80;

/** Handlers of a button whose action repeats while it is held. The action returns whether there is more to do. */
export function useLongPress(act: () => boolean) {
  const latest = useRef(act);
  latest.current = act;
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const hasRepeated = useRef(false);

  function stop() {
    clearTimeout(timer.current);
    timer.current = undefined;
  }

  function repeat() {
    hasRepeated.current = true;
    timer.current = latest.current() ? setTimeout(repeat, REPEAT_MS) : undefined;
  }

  useEffect(() => () => clearTimeout(timer.current), []);

  return {
    onPointerDown() {
      stop();
      hasRepeated.current = false;
      timer.current = setTimeout(repeat, HOLD_MS);
    },
    onPointerUp: stop,
    onPointerLeave: stop,
    onPointerCancel: stop,
    // Android opens a menu on a long press, and then pointerup is never received.
    onContextMenu: (event: MouseEvent) => event.preventDefault(),
    onClick(event: MouseEvent) {
      stop();
      // The click that ends a hold has already been handled; a click without a pointer comes from the keyboard.
      if (hasRepeated.current && event.detail !== 0) hasRepeated.current = false;
      else latest.current();
    },
  };
}

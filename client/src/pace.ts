// Limits how often the screen changes: whatever changes faster than it can be read is shown through this.
import type { Watched } from './store.ts';
import type { Timers } from './timers.ts';
import { whileWatched } from './while-watched.ts';

/** The first change is shown at once, the next ones `paceMs` apart at least; the newest always wins. */
export function pace<Shown>({
  first,
  follow,
  next,
  timers,
  paceMs,
}: {
  readonly first: Shown;
  /** Calls back on every change; returns a function that stops it. */
  readonly follow: (onChange: () => void) => () => void;
  /** What to show now. `isFirst` when there was no watcher before, so that no user saw the shown value change. */
  readonly next: (before: Shown, isFirst: boolean) => Shown;
  readonly timers: Timers;
  readonly paceMs: number;
}): Watched<Shown> {
  let shownAt = Number.NEGATIVE_INFINITY;
  return whileWatched(first, (shown) => {
    let stopWaiting: (() => void) | undefined;
    function show(): void {
      stopWaiting = undefined;
      const before = shown.get();
      const after = next(before, false);
      if (after === before) return;
      shownAt = timers.now();
      shown.set(after);
    }
    const stopFollowing = follow(() => {
      if (stopWaiting) return;
      const waitMs = shownAt + paceMs - timers.now();
      if (waitMs <= 0) show();
      else stopWaiting = timers.after(waitMs, show);
    });
    shown.set(next(shown.get(), true));
    return () => {
      stopFollowing();
      stopWaiting?.();
    };
  });
}

// The back gesture closes the overlay of a screen before it leaves the screen. While an overlay is open, one more
// history entry, the guard, is after the page's own, with the same address; the router never sees it, and it is removed
// with the last overlay.

const MARK = 'maruOverlay';

/** Called on the back gesture; the overlay decides whether it closes. */
type Ask = () => void;

const asked: Ask[] = [];
/** The guard is in the history: as the current entry, or as the next one forward. */
let isGuarded = false;
/** A history step of this module is under way; only this module handles its `popstate`. */
let isStepping = false;
/** A new page was pushed while our step back was under way. */
let wasPushedOver = false;
/** The page's own address was replaced while the guard was the current entry. */
let replaced: { readonly state: unknown; readonly url: string } | undefined;
/** When code of the page last navigated, and when the router last saw a navigation. */
let pageSteppedAt = Number.NEGATIVE_INFINITY;
let routerNavigatedAt = Number.NEGATIVE_INFINITY;

/**
 * A router with a leave confirmation asks right after the step, and goes forward again when the answer is no: an entry
 * pushed in between would cut off the page that it returns to.
 */
const MAY_STILL_ASK_MS = 1_000;

const isRecent = (at: number): boolean => performance.now() - at < MAY_STILL_ASK_MS;

const isOnGuard = (): boolean => (history.state as { [MARK]?: true } | null)?.[MARK] === true;

const marked = (state: unknown): object => ({ ...(state as object | null), [MARK]: true });

/** Not through the router, which would take the same address for a navigation. */
function standOnGuard(): void {
  History.prototype.pushState.call(history, marked(history.state), '', location.href);
  isGuarded = true;
}

function step(delta: 1 | -1): void {
  isStepping = true;
  History.prototype.go.call(history, delta);
}

/** Returns a function that unregisters the overlay; call it once. */
export function guardBack(ask: Ask): () => void {
  asked.push(ask);
  // Without a guard a step back is undone by one forward, which works on every page but the very first.
  if (!isOnGuard() && !isRecent(routerNavigatedAt)) standOnGuard();
  return () => {
    asked.splice(asked.lastIndexOf(ask), 1);
    // Not at once: the tap that closes may also open another page, which then takes the guard's place.
    if (asked.length === 0) setTimeout(stepOffGuard);
  };
}

function stepOffGuard(): void {
  if (asked.length === 0 && isOnGuard() && !isStepping && !isRecent(pageSteppedAt)) step(-1);
}

function onPop(event: PopStateEvent): void {
  if (isStepping) {
    isStepping = false;
    event.stopImmediatePropagation();
    onOwnStep();
  } else if (isRecent(pageSteppedAt) || (asked.length === 0 && !isOnGuard())) {
    pageSteppedAt = Number.NEGATIVE_INFINITY;
    routerNavigatedAt = performance.now();
    isGuarded = false;
  } else {
    event.stopImmediatePropagation();
    onGesture();
  }
}

function onOwnStep(): void {
  if (isOnGuard()) return;
  settleReplaced();
  if (wasPushedOver || (asked.length > 0 && isGuarded)) step(1);
  else isGuarded = false;
  wasPushedOver = false;
}

function onGesture(): void {
  if (isOnGuard()) {
    // The forward step led onto the guard of an overlay that is already closed.
    if (asked.length === 0) step(-1);
    return;
  }
  settleReplaced();
  if (!isGuarded) step(1);
  asked.at(-1)?.();
  // After the next render: an overlay that did not close, or one beneath, still needs its guard.
  setTimeout(() => {
    if (isGuarded && asked.length > 0 && !isOnGuard() && !isStepping) step(1);
  });
}

function settleReplaced(): void {
  if (replaced) History.prototype.replaceState.call(history, replaced.state, '', replaced.url);
  replaced = undefined;
}

// When this module is evaluated, not when the first overlay opens: window listeners are called in the order in which
// they were added, and ours must be before the router's. The build, which renders the sign-in page, has no window.
if (typeof window !== 'undefined') guardHistory();

function guardHistory(): void {
  window.addEventListener('popstate', onPop, { capture: true });
  hideGuardFromPage();
  // A page that was reloaded under an open overlay starts on the guard.
  if (!isOnGuard()) return;
  const { [MARK]: _, ...state } = history.state as Record<string, unknown>;
  replaced = { state, url: location.href };
  step(-1);
}

/** An entry that the page's own code pushes replaces the guard, and its step back skips the guard. */
function hideGuardFromPage(): void {
  const push = history.pushState.bind(history);
  const replace = history.replaceState.bind(history);
  const go = history.go.bind(history);

  history.pushState = (state, unused, url) => {
    if (!isOnGuard()) return push(state, unused, url);
    wasPushedOver = isStepping;
    replaced = undefined;
    isGuarded = false;
    replace(state, unused, url);
    setTimeout(() => {
      if (asked.length > 0 && !isOnGuard() && !isStepping) standOnGuard();
    });
  };
  history.replaceState = (state, unused, url) => {
    if (!isOnGuard()) return replace(state, unused, url);
    replace(marked(state), unused, url);
    replaced = { state, url: location.href };
  };
  history.go = (delta = 0) => {
    pageSteppedAt = performance.now();
    go(delta < 0 && isOnGuard() && !isStepping ? delta - 1 : delta);
  };
  history.back = () => history.go(-1);
  history.forward = () => history.go(1);
}

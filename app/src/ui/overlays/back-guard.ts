// The back gesture closes what lies over a screen before it leaves the screen. While anything lies there, one more
// history entry, the guard, stands in front of the page's own, with the same address; the router never sees it,
// and it is gone when the last overlay is.

const MARK = 'maruOverlay';

/** Asked by the back gesture; whether it closes is its own business. */
type Ask = () => void;

const asked: Ask[] = [];
/** The guard is an entry of the history: we stand on it, or it is the next one forward. */
let isGuarded = false;
/** A step of our own is under way; the `popstate` that it makes is nobody else's. */
let isStepping = false;
/** A new page was pushed while our step back was still under way. */
let wasPushedOver = false;
/** The page's own address changed while the guard stood before it. */
let replaced: { readonly state: unknown; readonly url: string } | undefined;
/** When code of the page last took a step, and when the router last saw one. */
let pageSteppedAt = Number.NEGATIVE_INFINITY;
let routerNavigatedAt = Number.NEGATIVE_INFINITY;

/** A router that asks before it leaves does so right after the step, and goes forward again when the answer is no:
    an entry pushed in between would cut off the page that it returns to. */
const MAY_STILL_ASK_MS = 1_000;

const isRecent = (at: number): boolean => performance.now() - at < MAY_STILL_ASK_MS;

const isOnGuard = (): boolean => (history.state as { [MARK]?: true } | null)?.[MARK] === true;

const marked = (state: unknown): object => ({ ...(state as object | null), [MARK]: true });

/** Past the router, which would take the same address for a navigation. */
function standOnGuard(): void {
  History.prototype.pushState.call(history, marked(history.state), '', location.href);
  isGuarded = true;
}

function step(delta: 1 | -1): void {
  isStepping = true;
  History.prototype.go.call(history, delta);
}

/** What the answer closes; it may be called once. */
export function guardBack(ask: Ask): () => void {
  asked.push(ask);
  // Without a guard a step back is undone by one forward, which does for all but the very first page.
  if (!isOnGuard() && !isRecent(routerNavigatedAt)) standOnGuard();
  return () => {
    asked.splice(asked.lastIndexOf(ask), 1);
    // Not at once: the tap that closes may also lead to another page, which then takes the guard's place.
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
    // The way forward led onto the guard of an overlay that is long closed.
    if (asked.length === 0) step(-1);
    return;
  }
  settleReplaced();
  if (!isGuarded) step(1);
  asked.at(-1)?.();
  // After the screen is drawn anew: an overlay that refused, or one beneath, still needs its guard.
  setTimeout(() => {
    if (isGuarded && asked.length > 0 && !isOnGuard() && !isStepping) step(1);
  });
}

function settleReplaced(): void {
  if (replaced) History.prototype.replaceState.call(history, replaced.state, '', replaced.url);
  replaced = undefined;
}

// When this module is read, not when the first overlay opens: listeners of a window are called in the order in which
// they came, and ours must come before the router's. The build, which draws the sign-in page, has no window.
if (typeof window !== 'undefined') guardHistory();

function guardHistory(): void {
  window.addEventListener('popstate', onPop, { capture: true });
  hideGuardFromPage();
  // A page that was reloaded beneath an overlay starts on the guard.
  if (!isOnGuard()) return;
  const { [MARK]: _, ...state } = history.state as Record<string, unknown>;
  replaced = { state, url: location.href };
  step(-1);
}

/** What the page's own code pushes takes the guard's place, and its step back skips it. */
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

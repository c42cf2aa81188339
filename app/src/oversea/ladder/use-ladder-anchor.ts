// The price around which the rows of the ladder are placed. The rows never move under a finger: only when they have not
// been touched for a while and the market is too near to the edge, or when the member presses the button.
import type { WireOverseaOption } from '@maru/contract/oversea/instruments';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { onGrid, ticksFrom } from '../../market/prices/price-grid.ts';
import type { LiveTick } from '../../market/prices/use-live-tick.ts';
import { usePlatform } from '../../shell/platform.tsx';
import { REACH_ROWS } from './ladder-rows.ts';

/** How long after the last touch the rows may move. */
const IDLE_MS = 2_000;
/** How many asks and bids stay in view wherever the market goes. */
const NEAR_ROWS = 3;

interface Anchored {
  readonly instrument: WireOverseaOption;
  readonly tick: LiveTick | undefined;
  /** A chip is being dragged. */
  readonly isHeld: boolean;
  readonly rowPx: number;
}

export function useLadderAnchor({ instrument, tick, isHeld, rowPx }: Anchored) {
  const { timers } = usePlatform();
  const scroller = useRef<HTMLDivElement>(null);
  const touchedAt = useRef(Number.NEGATIVE_INFINITY);
  const fingers = useRef(new Set<number>());
  const isOurs = useRef(false);
  const [anchor, setAnchor] = useState<string>();
  const [isAway, setAway] = useState(false);
  const last = tick && onGrid(tick.last, instrument.tickSize);

  const centre = useCallback(() => {
    const box = scroller.current;
    if (!box) return;
    isOurs.current = true;
    box.scrollTop = REACH_ROWS * rowPx - (box.clientHeight - rowPx) / 2;
  }, [rowPx]);

  const isNearEdge = useCallback(() => {
    const box = scroller.current;
    if (!box || last === undefined || anchor === undefined) return false;
    const row = REACH_ROWS - ticksFrom(anchor, last, instrument.tickSize);
    const top = row * rowPx - box.scrollTop;
    const near = NEAR_ROWS * rowPx;
    const isOnRows = row >= NEAR_ROWS && row <= 2 * REACH_ROWS - NEAR_ROWS;
    return !isOnRows || top < near || top + rowPx + near > box.clientHeight;
  }, [anchor, last, instrument.tickSize, rowPx]);

  const recentre = useCallback(() => {
    if (last === undefined) return;
    setAway(false);
    if (anchor === last) centre();
    else setAnchor(last);
  }, [anchor, last, centre]);

  /** Moves the rows if that is needed and allowed. */
  const settle = useCallback(() => {
    const isNear = isNearEdge();
    const isTouched = isHeld || fingers.current.size > 0 || timers.now() - touchedAt.current < IDLE_MS;
    if (isNear && !isTouched) recentre();
    else setAway(isNear);
  }, [isNearEdge, isHeld, recentre, timers]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows are another set whenever the anchor is another one.
  useLayoutEffect(centre, [anchor]);

  useLayoutEffect(() => {
    if (last === undefined) return;
    if (anchor === undefined) setAnchor(last);
    else settle();
  }, [last, anchor, settle]);

  // A market that does not move brings no tick, so a timer ends the wait after a touch.
  const latest = useRef(settle);
  latest.current = settle;
  const stop = useRef(() => {});
  useEffect(() => () => stop.current(), []);
  const touch = () => {
    touchedAt.current = timers.now();
    stop.current();
    stop.current = timers.after(IDLE_MS, () => latest.current());
  };

  return {
    anchor,
    scroller,
    /** The last price is out of view, or nearly so: a button that centres it is shown. */
    isAway,
    recentre,
    handlers: {
      onPointerDown({ pointerId }: { readonly pointerId: number }) {
        fingers.current.add(pointerId);
        touch();
      },
      onPointerUp: lift,
      onPointerCancel: lift,
      // Keyboard use counts as a touch: rows that move take the focus away.
      onKeyDown: touch,
      onScroll() {
        // Scrolling by this hook is no touch.
        if (!isOurs.current) touch();
        isOurs.current = false;
        setAway(isNearEdge());
      },
    },
  };

  function lift({ pointerId }: { readonly pointerId: number }) {
    fingers.current.delete(pointerId);
    touch();
  }
}

// The subjects that the feed publishes on the bus.
import type { Tick } from '@maru/engine/market/tick';
import type { Millis } from '@maru/engine/time';
import { subject } from '../bus/bus.ts';

/**
 * OPEN: a decision may use the price. CLOSED: outside the session. WAITING: no tick since the start (I-32). SUSPECT: a
 * jump waits for its second tick. STALE: the newest tick is too old. All but OPEN stop new orders and liquidations.
 */
export type PriceCondition = 'OPEN' | 'CLOSED' | 'WAITING' | 'SUSPECT' | 'STALE';

/** Admitted live ticks, in order for each instrument: for live prices and triggers. */
export const liveTicks = subject<Tick>('feed.live');
/** Ticks that came too late to be live but belong to the record and to rounds that are not frozen. */
export const lateTicks = subject<Tick>('feed.late');
/** A jump that waits for its second tick. */
export const heldTicks = subject<{ readonly stock: string; readonly at: Millis }>('feed.held');
/** A tick came that its source had not stamped, or with a clock that is ahead of ours. */
export const unstampedTicks = subject<{ readonly stock: string; readonly at: Millis }>('feed.unstamped');

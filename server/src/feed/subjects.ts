// The subjects that the feed publishes on the bus.
import type { Tick } from '@maru/engine/market/tick';
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

// Where prices come from. A source reports what it received; the engine decides whether it counts (feed.ts).
import type { Depth } from '@maru/engine/market/depth';
import type { RawTick } from '@maru/engine/market/tick';
import type { Millis } from '@maru/engine/time';
import type { Past } from '../market/past.ts';

export interface Source {
  readonly name: string;
  /** Ticks of one instrument come in the source's order. Stopping is idempotent and ends every emission. */
  start(emit: (ticks: readonly RawTick[]) => void): Promise<void>;
  stop(): Promise<void>;
  /** The source's own data from before it was started. */
  readonly past?: Past;
  /** The order book of an instrument, where the source has one. */
  readonly depth?: (stock: string, at: Millis) => Depth | undefined;
}

/** How often a source looks for ticks that have become due. */
export const STEP_MS = 50;
/** After a pause of the machine only this much is emitted later: older ticks have no use. */
export const CATCH_UP_MS = 10_000;

/** The machine's time, passed in. */
export interface Time {
  readonly clock: () => Millis;
  readonly wait: (ms: number) => Promise<void>;
}

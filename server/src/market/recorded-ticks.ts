// The ticks of the record, also those of minutes that are not sealed yet.
import { compareTicks, type Tick } from '@maru/engine/market/tick';
import type { Database } from '../db/database.ts';
import type { Window } from './past.ts';
import type { TickRecorder } from './tick-recorder.ts';
import { loadTicks } from './tick-store.ts';

export interface RecordParts {
  readonly database: Database;
  readonly recorder: Pick<TickRecorder, 'open'>;
}

/** In order, each once. */
export async function listRecordedTicks(
  { database, recorder }: RecordParts,
  stock: string,
  window: Window,
): Promise<readonly Tick[]> {
  const openTicks = () => recorder.open(stock).filter(({ ts }) => ts >= window.from && ts < window.to);
  // Read before the query as well: a minute that is sealed in between would otherwise be missing from both.
  const before = openTicks();
  const stored = await database.transaction((tx) => loadTicks(tx, stock, window));
  return [...ticksByKey([...stored, ...before, ...openTicks()]).values()].sort(compareTicks);
}

/** Each once, of one stock: its time and number name a tick. */
export const ticksByKey = (ticks: readonly Tick[]): ReadonlyMap<string, Tick> =>
  new Map(ticks.map((tick) => [`${tick.ts} ${tick.seq}`, tick]));

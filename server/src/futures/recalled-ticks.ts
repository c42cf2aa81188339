// The ticks that trailing stops missed between the furthest price that was stored with them and the start.
import type { FuturesState } from '@maru/engine/futures/state';
import type { Tick } from '@maru/engine/market/tick';
import { later, MINUTE_MS, type Millis } from '@maru/engine/time';
import { listRecordedTicks, type RecordParts } from '../market/recorded-ticks.ts';
import type { FuturesInstruments } from './instruments.ts';

/** While a process runs it stores furthest prices every minute, and after its end nothing is recorded. */
const READ_BACK_MS = 10 * MINUTE_MS;

export async function listMissedTicks(
  parts: RecordParts & {
    readonly instruments: FuturesInstruments;
    /** The newest ticks of the record when it was opened. */
    readonly lastTicks: readonly Tick[];
  },
  { orders }: Pick<FuturesState, 'orders'>,
  now: Millis,
): Promise<readonly Tick[]> {
  const since = new Map<number, number>();
  for (const { instrument, trailing, placedAt } of orders.values()) {
    if (trailing === undefined) continue;
    const from = trailing.extreme?.ts ?? placedAt;
    since.set(instrument, Math.min(from, since.get(instrument) ?? from));
  }
  const missed: Tick[] = [];
  for (const [number, from] of since) {
    const stock = parts.instruments.byId(number)?.code;
    if (stock === undefined) continue;
    const newest = parts.lastTicks.find((tick) => tick.stock === stock)?.ts ?? now;
    const window = { from: Math.max(from, newest - READ_BACK_MS) as Millis, to: later(now, MINUTE_MS) };
    for (const tick of await listRecordedTicks(parts, stock, window)) missed.push(tick);
  }
  return missed;
}

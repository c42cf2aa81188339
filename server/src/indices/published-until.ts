import { indexDayAt, indexRule } from '@maru/engine/market/index-path';
import type { Tick } from '@maru/engine/market/tick';
import { type Millis, millis } from '@maru/engine/time';
import type { Seals } from './seals.ts';

/**
 * The newest index tick of the record; where a clock ran ahead it lies in the future, and the prices up to it are
 * public. Ticks of another secret do not count: a new secret is the way to publish again before that time.
 */
export function publishedUntil(lastTicks: readonly Tick[], seals: Pick<Seals, 'of'>): Millis | undefined {
  const times = lastTicks
    .filter(({ stock, ts }) => indexRule(stock) !== undefined && seals.of(indexDayAt(ts))?.isLost !== true)
    .map(({ ts }) => ts);
  return times.length === 0 ? undefined : millis(Math.max(...times));
}

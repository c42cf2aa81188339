// Which of some ticks the record does not have.
import type { Tick } from '@maru/engine/market/tick';
import { type Millis, millis } from '@maru/engine/time';
import { type RecordParts, ticksByKey } from './recorded-ticks.ts';
import { loadTicksOfMany } from './tick-store.ts';

export async function listUnrecorded(
  { database, recorder }: RecordParts,
  ticks: readonly Tick[],
): Promise<readonly Tick[]> {
  if (ticks.length === 0) return [];
  const byStock = Map.groupBy(ticks, ({ stock }) => stock);
  const times: readonly number[] = ticks.map(({ ts }) => ts);
  const from = millis(times.reduce((a, b) => Math.min(a, b)));
  const to = millis(times.reduce((a, b) => Math.max(a, b)) + 1);
  const openOf = () => [...byStock.keys()].map((stock) => [stock, recorder.open(stock)] as const);
  // Read before the query as well: a minute that is sealed in between would otherwise be missing from both.
  const before = openOf();
  const asked = [...byStock.keys()].map((stock): { stock: string; from: Millis } => ({ stock, from }));
  const stored = await database.transaction((tx) => loadTicksOfMany(tx, asked, to));
  const known = new Map<string, Set<string>>();
  for (const [stock, some] of [...before, ...stored, ...openOf()]) {
    const keys = known.get(stock) ?? new Set<string>();
    known.set(stock, keys);
    for (const key of ticksByKey(some).keys()) keys.add(key);
  }
  return [...byStock].flatMap(([stock, own]) => {
    const keys = known.get(stock);
    return [...ticksByKey(own)].filter(([key]) => keys?.has(key) !== true).map(([, tick]) => tick);
  });
}

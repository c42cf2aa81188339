import { playerId, type SiteId } from '@maru/engine/purse';
import { millis } from '@maru/engine/time';
import type { Tx } from '../db/database.ts';
import { saveRates } from './rates.ts';
import { insertPlace } from './store.ts';

/** Three accounts as a head office with a branch, and one with nobody; of stakes the branch has 0.5 % and its head 2 %. */
export async function seatPartners(
  tx: Tx,
  site: SiteId,
  [head, alone, branch]: readonly [head: number, alone: number, branch: number],
): Promise<void> {
  const placed = { site, now: millis(0) };
  const parent = await insertPlace(tx, { ...placed, id: playerId(head), parent: undefined });
  await insertPlace(tx, { ...placed, id: playerId(alone), parent: undefined });
  await insertPlace(tx, { ...placed, id: playerId(branch), parent });
  for (const [partner, rate] of [[head, '0.02'] as const, [branch, '0.005'] as const])
    await saveRates(tx, {
      ...{ partner: playerId(partner), from: 0 },
      rates: ['binary', 'bitball'].map((product) => ({ product, base: 'TURNOVER' as const, rate })),
    });
}

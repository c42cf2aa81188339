// Pays out what was approved, through the provider of its channel. The order is durable before the provider is asked, and
// its key is the request: an answer that is lost is asked for again, and the provider sees one transfer (I-64, T-32).
import { rowNumber } from '@maru/engine/cashier/row-number';
import type { AnyEvent } from '@maru/engine/products';
import type { PlayerId } from '@maru/engine/purse';
import { DAY_MS, HOUR_MS, type Millis } from '@maru/engine/time';
import type { CashierDeps } from '../deps.ts';
import type { Provider } from '../provider/provider.ts';
import { listOrders, markPaid, markSent, noteOrders } from './order-store.ts';

export interface PayOut {
  /** Every durable event. */
  onEvent(event: AnyEvent): void;
  run(now: Millis): Promise<void>;
}

const RECONCILED_MS = 30 * DAY_MS;
const MOST_AT_ONCE = 100;

export function createPayOut(
  { shard, database, desk, log }: Pick<CashierDeps, 'shard' | 'database' | 'desk' | 'log'>,
  provider: Pick<Provider, 'payOut'>,
): PayOut {
  /** Rows that were approved since the last run, with their players. */
  let approved = new Map<number, PlayerId>();
  let reconciledAt = 0;

  async function noteApproved(now: Millis): Promise<void> {
    if (approved.size === 0) return;
    const rows = approved;
    approved = new Map();
    for (const player of new Set(rows.values())) {
      if (await desk.caughtUp(player)) continue;
      // The tables are behind: the next run finds them.
      for (const [row, owner] of rows) if (owner === player) approved.set(row, owner);
    }
    const ready = [...rows.keys()].filter((row) => !approved.has(row));
    await database.transaction((tx) => noteOrders(tx, shard, { rows: ready }, now));
  }

  /** What was approved while no process listened, or before the tables had it. */
  async function reconcile(now: Millis): Promise<void> {
    if (now - reconciledAt < HOUR_MS) return;
    await database.transaction((tx) => noteOrders(tx, shard, { since: now - RECONCILED_MS }, now));
    reconciledAt = now;
  }

  return {
    onEvent(event) {
      if (event.kind !== 'REQUEST_DONE' || (event.type !== 'W' && event.type !== 'WS')) return;
      const [step] = event.steps;
      if (step !== undefined) approved.set(rowNumber(event.request), step.player);
    },
    async run(now) {
      await reconcile(now);
      await noteApproved(now);
      for (const order of await database.transaction((tx) => listOrders(tx, shard, MOST_AT_ONCE))) {
        const { id } = order;
        await database.transaction((tx) => markSent(tx, id));
        try {
          const { external } = await provider.payOut(order, now);
          await database.transaction((tx) => markPaid(tx, { id, external, now }));
          log.info('payout sent', { request: id, external });
        } catch (fault) {
          log.warn('payout not confirmed by its provider, asking again', { request: id, error: fault });
        }
      }
    },
  };
}

// Cancels the orders of players who asked for it, some seconds after their last connection was lost. Exits stay: they
// protect what is open.
import { futuresDisconnect, setFuturesDisconnect } from '@maru/contract/futures/calls';
import type { CancelFuturesOrders } from '@maru/engine/futures/commands';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import { later, type Millis } from '@maru/engine/time';
import { createLoop, type Loop } from '../clock/loop.ts';
import { isTransient } from '../desk/desk.ts';
import { type Route, serve } from '../http/serve.ts';
import type { FuturesDeps } from './deps.ts';
import { findDisconnect, listActiveDisconnects, putDisconnect } from './disconnect-store.ts';
import type { Holdings } from './holdings.ts';

const CHECK_EVERY_MS = 500;
const USUAL_SECONDS = 30;
const SECOND_MS = 1_000;
/** Fewer than the desk's queue holds beside the commands of players. */
const MOST_AT_ONCE = 200;

export interface Disconnects extends Loop {
  readonly routes: readonly Route[];
  /** The countdown of everybody who is not connected begins anew: nobody knows when the last process lost them. */
  load(): Promise<void>;
  stats(): { readonly cancelled: number };
}

interface Active {
  readonly site: SiteId;
  readonly seconds: number;
}

export function createDisconnects({
  database,
  desk,
  isConnected,
  onPresence,
  time,
  log,
  holdings: { state },
}: Pick<FuturesDeps, 'database' | 'desk' | 'isConnected' | 'onPresence' | 'time' | 'log'> & {
  readonly holdings: Pick<Holdings, 'state'>;
}): Disconnects {
  const active = new Map<PlayerId, Active>();
  /** When the orders of players without a connection are cancelled. */
  const deadlines = new Map<PlayerId, Millis>();
  const counts = { cancelled: 0 };

  function beginCountdown(player: PlayerId): void {
    const own = active.get(player);
    if (own !== undefined) deadlines.set(player, later(time.clock(), own.seconds * SECOND_MS));
  }

  const endPresence = onPresence((player, isHere) => {
    if (isHere) deadlines.delete(player);
    else beginCountdown(player);
  });

  function hasEntries(player: PlayerId): boolean {
    for (const { reduceOnly } of state.accounts.get(player)?.orders.values() ?? [])
      if (!reduceOnly) return true;
    return false;
  }

  /** Whose orders are cancelled now; countdowns that have no meaning any more end. */
  function takeDue(): readonly CancelFuturesOrders[] {
    const now = time.clock();
    const due: CancelFuturesOrders[] = [];
    for (const [player, at] of deadlines) {
      if (at > now) continue;
      const own = active.get(player);
      if (own === undefined || isConnected(player) || !hasEntries(player)) deadlines.delete(player);
      else due.push({ kind: 'CANCEL_FUTURES_ORDERS', site: own.site, player, reason: 'DISCONNECT' });
      if (due.length === MOST_AT_ONCE) break;
    }
    return due;
  }

  /** Many lose their connection in one moment, and none of them waits for the others. */
  async function cancelDue(): Promise<void> {
    for (let due = takeDue(); due.length > 0; due = takeDue()) {
      const outcomes = await Promise.all(desk.submitTogether(due));
      for (const [place, { player }] of due.entries()) {
        const outcome = outcomes[place];
        // What the desk could not answer is tried again with the next run.
        if (outcome === undefined || isTransient(outcome)) continue;
        if (outcome.ok) counts.cancelled += 1;
        // Whoever came back and was lost again meanwhile has a new one.
        if ((deadlines.get(player) ?? 0) <= time.clock()) deadlines.delete(player);
      }
      if (outcomes.some(isTransient)) return;
    }
  }

  const loop = createLoop({
    work: cancelDue,
    restMs: () => CHECK_EVERY_MS,
    wait: time.wait,
    log,
    failure: 'cancel on disconnect: cancelling due orders failed, retrying',
  });

  return {
    ...loop,
    async stop() {
      endPresence();
      await loop.stop();
    },
    async load() {
      for (const { player, site, seconds } of await database.transaction(listActiveDisconnects)) {
        active.set(player, { site, seconds });
        if (!isConnected(player)) beginCountdown(player);
      }
    },
    stats: () => ({ ...counts }),
    routes: [
      serve(futuresDisconnect, async ({ principal: { player } }) => {
        const rule = await database.transaction((tx) => findDisconnect(tx, player));
        return { ok: true, reply: rule ?? { isActive: false, seconds: USUAL_SECONDS } };
      }),
      serve(setFuturesDisconnect, async ({ body, principal: { site, player } }) => {
        const { isActive, seconds } = body;
        await database.transaction((tx) =>
          putDisconnect(tx, { player, site, isActive, seconds, changedAt: time.clock() }),
        );
        if (isActive) active.set(player, { site, seconds });
        else active.delete(player);
        // Whoever is not connected now has lost nothing by it.
        if (!isActive) deadlines.delete(player);
        else if (deadlines.has(player)) beginCountdown(player);
        return { ok: true, reply: { isActive, seconds } };
      }),
    ],
  };
}

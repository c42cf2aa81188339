// Assembles overseas futures: settings, rates and closings, the state that follows the events, the price watch, the
// clock, and the calls.
import type { Amount } from '@maru/engine/amount';
import { assert } from '@maru/engine/assert';
import { followOversea, playerOf, putOrder, putPosition } from '@maru/engine/oversea/apply';
import { emptyOversea } from '@maru/engine/oversea/state';
import type { AnyEvent } from '@maru/engine/products';
import type { PlayerId, WalletType } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Route } from '../http/serve.ts';
import { openStoppages } from '../staff/stoppages.ts';
import { reservedFor } from './account.ts';
import { CLOSINGS } from './closings.ts';
import { type CrossPushes, createCrossPushes } from './cross.ts';
import type { OverseaDeps, OverseaParts } from './deps.ts';
import { createGuards } from './guards.ts';
import { historyRoutes } from './history-routes.ts';
import { listInstruments } from './instruments.ts';
import { listRoutes } from './list-routes.ts';
import { officeRoutes } from './office-routes.ts';
import { orderRoutes } from './order-routes.ts';
import { isOverseaEvent } from './pushes.ts';
import { openRates } from './rates.ts';
import { readHeld } from './reads.ts';
import { receiptRoutes } from './receipts.ts';
import { createSessions, type Sessions } from './sessions.ts';
import { openSettings } from './settings.ts';
import { createTerms } from './terms.ts';
import { createPriceWatch, type PriceWatch } from './watch-prices.ts';

export interface Oversea {
  readonly routes: readonly Route[];
  /** The next durable event, in order. */
  onEvent(event: AnyEvent): void;
  /** Free money of the wallet that the player's open positions need (docs/rules.md 6.3): it can be staked nowhere else. */
  reservedFor(player: PlayerId, wallet: WalletType, now: Millis): Amount;
  readonly sessions: Sessions;
  readonly watch: PriceWatch;
  readonly cross: CrossPushes;
  /** The number of open orders and positions, for metrics. */
  stats(): { readonly orders: number; readonly positions: number };
  /** Copies the state from the book, once `onEvent` receives every event. */
  load(): Promise<void>;
  /** Call when everything else is open: what a stopped process left undone is done first. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export async function openOversea(deps: OverseaDeps): Promise<Oversea> {
  const { database, desk, onLiveTick } = deps;
  const instruments = listInstruments(deps.instruments);
  const settings = await openSettings(database);
  const currencies = [...new Set(instruments.all.map(({ currency }) => currency))];
  const rates = await openRates(database, currencies);
  const closings = await openStoppages(database, CLOSINGS);
  const terms = createTerms({ ...deps, instruments, settings, rates, closings });
  /** The state after the durable events; the desk's own book may be a batch ahead. */
  const state = emptyOversea();
  const shared = { ...deps, state, instruments, settings, rates, closings, terms };
  const watch = createPriceWatch(shared);
  const sessions = createSessions({ ...shared, watch });
  const guards = createGuards(deps);
  const cross = createCrossPushes(shared);
  const parts: OverseaParts = { ...shared, sessions, watch, guards };
  /** Events that became durable while the book was being read; undefined afterwards. */
  let early: AnyEvent[] | undefined = [];
  let unsubscribe: (() => void) | undefined;

  function follow(event: AnyEvent): void {
    if (isOverseaEvent(event)) {
      followOversea(state, event);
      const player = playerOf(event);
      cross.touch(player);
      sessions.touch(player);
    }
    watch.follow(event);
  }

  async function load(): Promise<void> {
    const read = await desk.read(readHeld, {});
    assert(read !== undefined && early !== undefined, 'a desk that is open is read once');
    for (const order of read.seen.orders) putOrder(state, order);
    for (const position of read.seen.positions) putPosition(state, position);
    watch.load(read.seen.balances);
    const waiting = early;
    early = undefined;
    for (const event of waiting) if (event.id > read.seen.lastEvent) follow(event);
  }

  return {
    load,
    routes: [
      ...listRoutes(parts),
      ...orderRoutes(parts),
      ...guards.routes,
      ...historyRoutes(parts),
      ...receiptRoutes(parts),
      ...officeRoutes(parts),
    ],
    onEvent(event) {
      if (early === undefined) follow(event);
      else early.push(event);
    },
    reservedFor: (player, wallet, now) => reservedFor(state.accounts.get(player), wallet, parts, now),
    sessions,
    watch,
    cross,
    stats: () => ({ orders: state.orders.size, positions: state.positions.size }),
    async start() {
      await sessions.runOnce();
      unsubscribe = onLiveTick((tick) => {
        const instrument = instruments.byStock(tick.stock);
        if (instrument === undefined || !watch.note(tick)) return;
        sessions.beforeTick(instrument.id);
        watch.tick(tick);
      });
      sessions.start();
      cross.start();
    },
    async stop() {
      unsubscribe?.();
      await cross.stop();
      await sessions.stop();
      await watch.settled();
    },
  };
}

// Overseas futures put together: settings, rates and closings, the state that follows the events, the watch of prices,
// the clock, and the calls.
import type { Amount } from '@maru/engine/amount';
import { assert } from '@maru/engine/assert';
import { playerOf } from '@maru/engine/oversea/apply';
import type { AnyEvent } from '@maru/engine/products';
import type { PlayerId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Route } from '../http/serve.ts';
import { reservedFor } from './account.ts';
import { openClosings } from './closings.ts';
import { type CrossPushes, createCrossPushes } from './cross.ts';
import type { OverseaDeps } from './deps.ts';
import { createFollowing } from './following.ts';
import { createGuards } from './guards.ts';
import { historyRoutes } from './history-routes.ts';
import { listRoutes } from './list-routes.ts';
import { officeRoutes } from './office-routes.ts';
import { listOptions } from './options.ts';
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
  take(event: AnyEvent): void;
  /** Free money that the player's open positions need (docs/rules.md 6.3): it can be staked nowhere else. */
  reservedFor(player: PlayerId, now: Millis): Amount;
  readonly sessions: Sessions;
  readonly watch: PriceWatch;
  readonly cross: CrossPushes;
  /** Open orders and positions, for who runs it. */
  stats(): { readonly orders: number; readonly positions: number };
  /** Takes up what the book holds, once `take` hears every event. */
  load(): Promise<void>;
  /** When everything else stands: what a stopped process left undone is done first. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export async function openOversea(deps: OverseaDeps): Promise<Oversea> {
  const { database, desk, instruments, onLiveTick } = deps;
  const options = listOptions(instruments);
  const settings = await openSettings(database);
  const currencies = [...new Set(options.all.map(({ currency }) => currency))];
  const rates = await openRates(database, currencies);
  const closings = await openClosings(database);
  const terms = createTerms({ ...deps, options, settings, rates, closings });
  const following = createFollowing();
  const { state } = following;
  const watch = createPriceWatch({ ...deps, state, options, terms });
  const sessions = createSessions({ ...deps, state, options, terms, closings, watch });
  const guards = createGuards(deps);
  const cross = createCrossPushes({ ...deps, following, options, terms });
  const parts = {
    ...deps,
    state,
    options,
    settings,
    rates,
    closings,
    terms,
    following,
    sessions,
    watch,
    guards,
  };
  /** What became durable while the book was being read; undefined afterwards. */
  let early: AnyEvent[] | undefined = [];
  let unsubscribe: (() => void) | undefined;

  function follow(event: AnyEvent): void {
    if (isOverseaEvent(event)) {
      following.take(event);
      const player = playerOf(event);
      cross.touch(player);
      sessions.touch(player);
    }
    watch.follow(event);
  }

  async function load(): Promise<void> {
    const read = await desk.read(readHeld, {});
    assert(read !== undefined && early !== undefined, 'a desk that is open is read once');
    following.load(read.seen);
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
    take(event) {
      if (early === undefined) follow(event);
      else early.push(event);
    },
    reservedFor: (player, now) => reservedFor(state.accounts.get(player), parts, now),
    sessions,
    watch,
    cross,
    stats: () => ({ orders: state.orders.size, positions: state.positions.size }),
    async start() {
      await sessions.turn();
      unsubscribe = onLiveTick((tick) => {
        const option = options.byStock(tick.stock);
        if (option === undefined || !watch.note(tick)) return;
        sessions.beforeTick(option.id);
        watch.tick(tick);
      });
      sessions.start();
      cross.start();
    },
    async stop() {
      unsubscribe?.();
      cross.stop();
      await sessions.stop();
      await watch.settled();
    },
  };
}

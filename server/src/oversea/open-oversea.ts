// Assembles overseas futures: settings, rates and closings, the state that follows the events, the price watch, the
// clock, and the calls.
import { type Amount, unitOf } from '@maru/engine/amount';
import type { InstrumentKind } from '@maru/engine/market/instrument';
import { followOversea, playerOf, putOrder, putPosition } from '@maru/engine/oversea/apply';
import { pnlOf } from '@maru/engine/oversea/pricing';
import { emptyOversea } from '@maru/engine/oversea/state';
import { createOverseaWatch } from '@maru/engine/oversea/watch';
import type { AnyEvent } from '@maru/engine/products';
import type { PlayerId, SiteId, WalletType } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Route } from '../http/serve.ts';
import { listInstruments } from '../market/instrument-list.ts';
import { createBookFollower } from '../product/book-follower.ts';
import type { ExposureView } from '../product/exposure.ts';
import { createFreeMoney } from '../product/free-money.ts';
import type { HeldProduct, PastView, TradedView } from '../product/server-product.ts';
import { openStoppages } from '../staff/stoppages.ts';
import { createPriceWatch, type PriceWatch } from '../watch/price-watch.ts';
import type { StandingPushes } from '../watch/standing-pushes.ts';
import { reservedFor } from './account.ts';
import { CLOSINGS } from './closings.ts';
import { createCrossPushes } from './cross.ts';
import type { OverseaDeps, OverseaParts } from './deps.ts';
import { overseaExposure } from './exposure.ts';
import { createGuards } from './guards.ts';
import { historyRoutes } from './history-routes.ts';
import { listRoutes } from './list-routes.ts';
import { officeRoutes } from './office-routes.ts';
import { orderRoutes } from './order-routes.ts';
import { isOverseaEvent } from './pushes.ts';
import { quoteOf } from './quotes.ts';
import { openRates } from './rates.ts';
import { readHeld } from './reads.ts';
import { receiptRoutes } from './receipts.ts';
import { createSessions, type Sessions } from './sessions.ts';
import { openSettings } from './settings.ts';
import { createTerms } from './terms.ts';
import { listTraded } from './traded-here.ts';

/** Contracts of the exchanges, and our own indices, which are traded by the same rules. */
const TRADED_KINDS: ReadonlySet<InstrumentKind> = new Set(['FUTURES', 'INDEX']);

export interface Oversea {
  readonly routes: readonly Route[];
  /** The next durable event, in order. */
  onEvent(event: AnyEvent): void;
  /** Free money of the wallet that the player's open positions need (docs/rules.md 6.3): it can be staked nowhere else. */
  reservedFor(player: PlayerId, wallet: WalletType, now: Millis): Amount;
  readonly sessions: Sessions;
  readonly past: PastView;
  readonly exposure: ExposureView;
  readonly traded: TradedView;
  readonly watch: PriceWatch;
  readonly cross: StandingPushes;
  /** The number of open orders and positions, for metrics. */
  stats(): { readonly orders: number; readonly positions: number };
  readonly held: HeldProduct;
  /** What a site offers has changed: terms are read anew. */
  siteChanged(): void;
  /** Copies the state from the book, once `onEvent` receives every event. */
  load(): Promise<void>;
  /** Call when everything else is open: what a stopped process left undone is done first. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export async function openOversea(deps: OverseaDeps): Promise<Oversea> {
  const { database, desk, sites, onLiveTick } = deps;
  const instruments = listInstruments(deps.instruments, TRADED_KINDS);
  const settings = await openSettings(database);
  const currencies = [...new Set(instruments.all.map(({ currency }) => currency))];
  const rates = await openRates(database, currencies);
  const closings = await openStoppages(database, CLOSINGS);
  const terms = createTerms({ ...deps, instruments, settings, rates, closings });
  /** The state after the durable events; the desk's own book may be a batch ahead. */
  const state = emptyOversea();
  const free = createFreeMoney((player) => state.accounts.has(player));
  const shared = { ...deps, state, instruments, settings, rates, closings, terms };
  const unitOfWallet = (site: SiteId, wallet: WalletType): Amount =>
    unitOf(sites.byId(site)?.wallets.find(({ type }) => type === wallet)?.places ?? 0);
  const watch = createPriceWatch({
    ...shared,
    watch: createOverseaWatch({ state, termsOf: terms.at, unitOf: unitOfWallet }),
    quoteOf,
    // Balances of players without anything open need no guard.
    isFollowed: (event) => isOverseaEvent(event) || state.accounts.size > 0,
  });
  const sessions = createSessions({ ...shared, watch });
  const guards = createGuards(deps);
  const cross = createCrossPushes(shared);
  const parts: OverseaParts = { ...shared, sessions, watch, guards };
  const book = createBookFollower({
    read: () => desk.read(readHeld, {}),
    wait: deps.time.wait,
    begin({ orders, positions, balances }) {
      for (const order of orders) putOrder(state, order);
      for (const position of positions) putPosition(state, position);
      for (const balance of balances) free.note(balance);
      return watch.load(balances);
    },
    follow,
  });
  let unsubscribe: (() => void) | undefined;
  const stopCalendars = deps.onCalendarChange(() => {
    terms.forget();
    watch.termsChanged();
  });

  function follow(event: AnyEvent): void {
    if (isOverseaEvent(event)) {
      followOversea(state, event);
      const player = playerOf(event);
      cross.touch(player);
      sessions.touch(player);
      if (!state.accounts.has(player)) free.forget(player);
    }
    if (state.accounts.size > 0) free.follow(event);
    watch.follow(event);
  }

  return {
    load: book.load,
    onEvent: book.onEvent,
    routes: [
      ...listRoutes(parts),
      ...orderRoutes(parts),
      ...guards.routes,
      ...historyRoutes(parts),
      ...receiptRoutes(parts),
      ...officeRoutes(parts),
    ],
    reservedFor: (player, wallet, now) => reservedFor(state.accounts.get(player), wallet, parts, now),
    past: {
      products: ['oversea'],
      positions: {
        priceOf: 'LAST',
        profitAt({ side, qty: held, instrument, entry }, { site, at, price, unit }) {
          const known = terms.at(site, instrument, at);
          return known && pnlOf({ side, qty: Number(held), entry }, price, known, unit);
        },
      },
    },
    exposure: {
      product: 'oversea',
      housePurposes: ['pnl:oversea'],
      holdings: overseaExposure({ ...parts, free }),
    },
    traded: { product: 'oversea', list: (site, now) => listTraded(parts, site, now) },
    sessions,
    watch,
    cross,
    stats: () => ({ orders: state.orders.size, positions: state.positions.size }),
    held: {
      feature: 'oversea',
      isHeldOn: (site) =>
        [...state.orders.values(), ...state.positions.values()].some((each) => each.site === site),
      hasPosition: (player) => (state.accounts.get(player)?.positions.size ?? 0) > 0,
      *holders(site) {
        for (const position of state.positions.values()) if (position.site === site) yield position.player;
      },
    },
    siteChanged() {
      terms.forget();
      watch.termsChanged();
    },
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
      stopCalendars();
      await cross.stop();
      await sessions.stop();
      await watch.settled();
    },
  };
}

// Assembles coin futures: settings and terms, what is held after the durable events, the price watch, funding, the pushes
// of accounts, and the calls.
import { type Amount, qty, ZERO } from '@maru/engine/amount';
import { crossAccount, freeNeeded } from '@maru/engine/futures/standing';
import { createFuturesWatch } from '@maru/engine/futures/watch';
import { profitOf } from '@maru/engine/futures/worth';
import type { AnyEvent } from '@maru/engine/products';
import type { PlayerId, WalletType } from '@maru/engine/purse';
import { HOUR_MS, type Millis } from '@maru/engine/time';
import { createLoop } from '../clock/loop.ts';
import type { Route } from '../http/serve.ts';
import { saveFillProofs } from '../market/fill-proofs.ts';
import { createBookFollower } from '../product/book-follower.ts';
import type { ExposureView } from '../product/exposure.ts';
import type { HeldProduct, PastView, TradedView } from '../product/server-product.ts';
import { createPriceWatch, type PriceWatch } from '../watch/price-watch.ts';
import { newestPrices } from './account.ts';
import { createSubmit } from './attempts.ts';
import { type CrossPushes, createCrossPushes } from './cross.ts';
import type { FuturesDeps, FuturesGround, FuturesParts } from './deps.ts';
import { createDisconnects, type Disconnects } from './disconnect.ts';
import { effectRoutes } from './effects.ts';
import { futuresExposure } from './exposure.ts';
import { listFillMinutes } from './fill-store.ts';
import { createFundings, type Fundings } from './funding.ts';
import { fundingReceiptRoutes } from './funding-receipts.ts';
import { listFundingMinutes } from './funding-store.ts';
import { historyRoutes } from './history-routes.ts';
import { createHoldings } from './holdings.ts';
import { listInstruments } from './instruments.ts';
import { createLeverages } from './leverages.ts';
import { listRoutes } from './list-routes.ts';
import { officeRoutes } from './office-routes.ts';
import { orderRoutes } from './order-routes.ts';
import { positionRoutes } from './position-routes.ts';
import { isFuturesEvent } from './pushes.ts';
import { quoteOf } from './quotes.ts';
import { readFuturesHeld } from './reads.ts';
import { listMissedTicks } from './recalled-ticks.ts';
import { receiptRoutes } from './receipts.ts';
import { openSettings } from './settings.ts';
import { createTerms } from './terms.ts';
import { listTraded } from './traded-here.ts';

/** Below the age at which nothing is filled on a price any more. */
const FILL_PATIENCE_MS = 2_000;

export interface Futures {
  readonly routes: readonly Route[];
  /** The next durable event, in order. */
  onEvent(event: AnyEvent): void;
  /** Free money of the wallet that what the player holds needs (docs/rules.md 6.3): it can be staked nowhere else. */
  reservedFor(player: PlayerId, wallet: WalletType, now: Millis): Amount;
  readonly past: PastView;
  readonly exposure: ExposureView;
  readonly traded: TradedView;
  readonly ground: FuturesGround;
  readonly watch: PriceWatch;
  readonly cross: CrossPushes;
  readonly fundings: Fundings;
  readonly disconnects: Disconnects;
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

export async function openFutures(deps: FuturesDeps): Promise<Futures> {
  const { database, desk, onLiveTick, requests, publish, time, log } = deps;
  const instruments = listInstruments(deps.instruments);
  const settings = await openSettings(database);
  const terms = createTerms({ ...deps, instruments, settings });
  const holdings = createHoldings();
  const { state } = holdings;
  const shared = { ...deps, instruments, terms, holdings };
  const leverages = createLeverages(shared);
  const fundings = createFundings(shared);
  const { whenFunded } = fundings;
  const submit = createSubmit({ ...shared, whenFunded });
  const disconnects = createDisconnects(shared);
  const parts: FuturesParts = { ...shared, leverages, submit, disconnects };
  const cross = createCrossPushes(parts);
  const watch = createPriceWatch({
    ...shared,
    watch: createFuturesWatch({ state, termsOf: terms.at }),
    quoteOf,
    // What was open waits for its funding, and is then filled on the tick that reached it.
    retryAfter: ({ player }, refusal) =>
      refusal === 'FUNDING_DUE' ? whenFunded(player, FILL_PATIENCE_MS) : undefined,
    // Balances of players without anything open need no guard.
    isFollowed: (event) => isFuturesEvent(event) || state.accounts.size > 0,
  });
  const book = createBookFollower({
    read: () => desk.read(readFuturesHeld, {}),
    wait: time.wait,
    begin(held) {
      holdings.begin(held);
      return watch.load(held.balances);
    },
    follow,
  });
  const proofs = createLoop({
    async work() {
      const now = time.clock();
      await saveFillProofs(database, { instruments, listFillMinutes, now });
      await saveFillProofs(database, { instruments, listFillMinutes: listFundingMinutes, now });
    },
    restMs: () => HOUR_MS,
    wait: time.wait,
    log,
    failure: 'coin futures: saving the recorded minutes of fills and fundings failed, retrying',
  });
  let unsubscribe: (() => void) | undefined;

  function follow(event: AnyEvent): void {
    holdings.follow(event);
    leverages.follow(event);
    watch.follow(event);
    if (isFuturesEvent(event)) for (const { player } of event.steps) cross.touch(player, event.after);
  }

  function settingsChanged(instrument: number): void {
    terms.forget();
    watch.termsChanged(instrument);
  }

  return {
    load: book.load,
    onEvent: book.onEvent,
    routes: [
      ...listRoutes({ ...parts, fundingOf: deps.funding.of }),
      ...orderRoutes(parts),
      ...positionRoutes(parts),
      ...disconnects.routes,
      ...historyRoutes(parts),
      ...receiptRoutes(parts),
      ...fundingReceiptRoutes(parts),
      ...officeRoutes({ instruments, settings, requests, settingsChanged, publish }),
      ...effectRoutes({ ...parts, settings }),
    ],
    reservedFor(player, wallet, now) {
      const site = holdings.siteOf(player);
      const facts = holdings.factsOf(player, wallet);
      if (site === undefined || facts === undefined || !holdings.walletsOf(player).has(wallet)) return ZERO;
      const account = crossAccount(facts, newestPrices(parts, site, now));
      // What cannot be valued yet needs everything.
      return account === undefined ? facts.free : freeNeeded(facts, account);
    },
    past: {
      products: ['futures'],
      positions: {
        priceOf: 'MARK',
        profitAt(position, { site, at, price, unit }) {
          const known = terms.at(site, position.instrument, at);
          const { qty: held, marginType = 'CROSS', amount: margin } = position;
          return known && profitOf({ ...position, qty: qty(held), marginType, margin }, price, known, unit);
        },
      },
    },
    exposure: { product: 'futures', housePurposes: ['pnl:futures'], holdings: futuresExposure(parts) },
    traded: { product: 'futures', list: (site, now) => listTraded(parts, site, now) },
    ground: { instruments, terms, holdings, submit, whenFunded },
    watch,
    cross,
    fundings,
    disconnects,
    stats: () => ({ orders: state.orders.size, positions: state.positions.size }),
    held: {
      feature: 'futures',
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
      await fundings.runOnce();
      await disconnects.load();
      watch.recall(await listMissedTicks({ ...deps, instruments }, state, time.clock()));
      unsubscribe = onLiveTick((tick) => {
        fundings.tick(tick);
        if (watch.note(tick)) watch.tick(tick);
      });
      fundings.start();
      disconnects.start();
      cross.start();
      proofs.start();
    },
    async stop() {
      unsubscribe?.();
      await proofs.stop();
      await cross.stop();
      await disconnects.stop();
      await fundings.stop();
      await watch.settled();
    },
  };
}

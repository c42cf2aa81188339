// A small platform for tests of copying: a real database and desk, coin futures, and what copies by itself. The test
// publishes the prices and moves the clock.
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { amount, qty, rate } from '@maru/engine/amount';
import { assert } from '@maru/engine/assert';
import type { Book } from '@maru/engine/book';
import type { FollowRequest } from '@maru/engine/copytrade/commands';
import { followOf } from '@maru/engine/copytrade/find';
import type { TraderSettings } from '@maru/engine/copytrade/state';
import { describeBook } from '@maru/engine/describe';
import type { OrderSide } from '@maru/engine/futures/terms';
import type { AnyCommand, AnyEvent } from '@maru/engine/products';
import { type PlayerId, playerId, playerPurse, type SiteId } from '@maru/engine/purse';
import { type Millis, millis } from '@maru/engine/time';
import type { TestDatabase } from '../db/testing.ts';
import type { RunningDesk } from '../desk/create-desk.ts';
import type { Desk } from '../desk/desk.ts';
import { insertTestSite, openTestDesk, untilWritten } from '../desk/testing.ts';
import type { FuturesGround } from '../futures/deps.ts';
import { BTC, ETH, openTestMarket, START, testInstruments } from '../futures/market-testing.ts';
import { openFutures } from '../futures/open-futures.ts';
import type { FuturesPrices } from '../futures/quotes.ts';
import type { FuturesSite } from '../futures/terms.ts';
import { SITE } from '../http/testing.ts';
import { silentLog } from '../market/testing.ts';
import { createStaffRequests } from '../staff/requests.ts';
import { copyPricesAt } from './copy-prices.ts';
import { openCopying } from './open-copying.ts';

const WALLETS = [{ type: 'FUTURES', currency: 'USDT', places: 8, credit: amount('10000') }];
const site: FuturesSite = { id: SITE, features: { futures: true }, wallets: WALLETS };

export const TRADER = playerId(1);
/** Followers have the numbers after the traders. */
export const follower = (place: number): PlayerId => playerId(100 + place);

export type CopyWorld = Awaited<ReturnType<typeof openCopyWorld>>;

export interface CopyWorldOptions {
  readonly folder?: string;
  readonly at?: number;
  /** Between the copying and the desk. */
  readonly through?: (desk: Desk) => Pick<Desk, 'submitPatiently'>;
}

/** Of coin futures: the test itself runs its loops. */
const never = (): Promise<void> => new Promise(() => undefined);
const sites = { all: () => [site], byId: (id: SiteId) => (id === SITE ? site : undefined) };

export async function openCopyWorld(store: TestDatabase, options: CopyWorldOptions = {}) {
  const { database } = store;
  await insertTestSite(store);
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'maru-copying-')));
  const time = createTime(millis(options.at ?? START));
  const { clock } = time;
  const events: AnyEvent[] = [];
  const detached: PlayerId[] = [];
  const followers: { onEvent(event: AnyEvent): void }[] = [];
  const { desk, shadow } = await openTestDesk(store, folder, {
    onDurable: (batch) => {
      for (const event of batch) {
        events.push(event);
        for (const each of followers) each.onEvent(event);
      }
    },
    clock,
    // Also on a busy machine every command has its answer: the clock stands still, so nothing is tried again.
    limits: { patienceMs: 60_000 },
  });
  const testMarket = await openTestMarket(database, clock);
  const { market, onLiveTick, prices, funding } = testMarket;
  const futures = await openFutures({
    ...{ database, desk, sites, prices, funding, onLiveTick },
    instruments: testInstruments,
    listed: market.listed,
    recorder: market.recorder,
    lastTicks: testMarket.lastTicks,
    publish: () => undefined,
    pushCross: () => undefined,
    pushLiquidPrices: () => undefined,
    connected: () => [],
    isConnected: () => false,
    onPresence: () => () => undefined,
    time: { clock, wait: never },
    log: silentLog,
    requests: createStaffRequests(database),
  });
  const copying = openCopying({
    ...{ shard: 0, database, prices, onLiveTick, time },
    desk: { ...desk, ...options.through?.(desk) },
    ground: futures.ground,
    pushDetached: (player) => void detached.push(player),
    log: silentLog,
  });
  followers.push(futures, copying);
  await futures.load();
  await copying.load();
  await futures.start();
  const trading = { desk, clock, prices, ground: futures.ground };

  return {
    ...{ folder, desk, copying, futures, events, detached, clock },
    ...copyActions(trading),
    start: () => copying.start(),
    /** Everything that can be copied now was. Some work takes turns of its own. */
    async settled(): Promise<void> {
      for (let turn = 0; turn < 5; turn += 1) {
        await new Promise((resolve) => setImmediate(resolve));
        await copying.settled();
      }
    },
    publish: testMarket.publish,
    fund: () => futures.fundings.runOnce(),
    /** Whatever waits for a time until then goes on. */
    moveTo: time.moveTo,
    caughtUp: () => untilWritten({ desk, shadow }),
    /** While commands are under way, whose answers nobody hears. */
    async die(): Promise<void> {
      await futures.stop();
      await market.stop();
      await desk.stop();
    },
    async kill(): Promise<void> {
      await copying.stop();
      await futures.stop();
      await market.stop();
      await desk.stop();
    },
  };
}

/** It stands still until the test moves it. */
function createTime(start: Millis) {
  let now = start;
  let waiting: { readonly until: number; readonly wake: () => void }[] = [];
  return {
    clock: () => now,
    wait: (ms: number) => new Promise<void>((wake) => void waiting.push({ until: now + ms, wake })),
    async moveTo(at: number): Promise<void> {
      now = millis(at);
      const due = waiting.filter(({ until }) => until <= now);
      waiting = waiting.filter(({ until }) => until > now);
      for (const { wake } of due) wake();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

interface Trading {
  readonly desk: RunningDesk;
  readonly clock: () => Millis;
  readonly prices: FuturesPrices;
  readonly ground: FuturesGround;
}

/** What players, staff and traders do. */
function copyActions({ desk, clock, prices, ground }: Trading) {
  const inspect = async <Seen>(compute: (book: Book) => Seen): Promise<Seen> => {
    for (;;) {
      const read = await desk.inspect(compute);
      if (read !== undefined) return read.seen;
      // After a machine stood still for longer than the lease, reads are refused until it is renewed.
      assert(desk.state() === 'OPEN', 'the desk answers');
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  async function submit(command: AnyCommand): Promise<AnyEvent> {
    const outcome = await desk.submit(command);
    assert(outcome.ok, `refused: ${outcome.ok ? '' : outcome.refusal}`);
    return outcome.event;
  }
  const at = () => copyPricesAt({ prices, ground }, clock());
  const tradedAt = (instrument: number) => {
    const traded = at().of(SITE, instrument);
    assert(traded !== undefined, 'the site trades it');
    return traded;
  };

  return {
    submit,
    inspect,
    async openAccounts(players: Iterable<PlayerId>): Promise<void> {
      const commands = Array.from(players, (player) => ({
        ...({ kind: 'OPEN_ACCOUNT', site: SITE, player, role: 'PLAYER' } as const),
        wallets: WALLETS,
      }));
      for (let from = 0; from < commands.length; from += 100)
        await Promise.all(commands.slice(from, from + 100).map(submit));
    },
    setTrader: (settings: Partial<TraderSettings> = {}, player = TRADER) =>
      submit({
        ...{ kind: 'SET_COPY_TRADER', site: SITE, player, status: 'ACTIVE', isAccepting: true },
        ...{ quota: 100_000, rate: rate('0.1'), pairs: [BTC, ETH] },
        ...settings,
      }),
    follow: (player: PlayerId, request: FollowRequest = {}, trader = TRADER) =>
      submit({
        ...{ kind: 'FOLLOW_TRADER', site: SITE, player, session: 1, trader, pairs: [BTC, ETH] },
        ...{ multiplyPer: 100, maxBet: amount('3000'), oneMaxBet: amount('1000') },
        ...request,
      }),
    order(
      size: string,
      more: { readonly player?: PlayerId; readonly side?: OrderSide; readonly instrument?: number } = {},
    ) {
      const { player = TRADER, side = 'LONG', instrument = BTC } = more;
      const { terms, quote } = tradedAt(instrument);
      return submit({
        ...{ kind: 'PLACE_FUTURES_ORDER', site: SITE, player, side, type: 'MARKET', qty: qty(size) },
        ...{ by: 'last', leverage: 20, marginType: 'CROSS', reduceOnly: false, postOnly: false },
        ...{ immediate: false, terms, quote, priced: at().priced(SITE, [BTC, ETH]) },
      });
    },
    async closeLead({ player = TRADER, instrument = BTC, size = '' } = {}): Promise<AnyEvent> {
      const position = await inspect(
        ({ futures: { accounts } }) => accounts.get(player)?.positions.get(instrument)?.id,
      );
      const { terms, quote } = tradedAt(instrument);
      assert(position !== undefined && quote !== undefined, 'the trader has a position with a price');
      return submit({
        ...{ kind: 'CLOSE_LEAD', site: SITE, player, position, closePrice: quote.last, terms, quote },
        ...(size === '' ? undefined : { qty: qty(size) }),
      });
    },
    async closeCopies(player: PlayerId): Promise<AnyEvent> {
      const own = await inspect(({ copytrade }) => followOf(copytrade, player));
      assert(own !== undefined, 'the player follows');
      const priced = at().priced(SITE, own.copies.keys());
      return submit({
        ...{ kind: 'CLOSE_COPIES', site: SITE, player, session: 1, follow: own.id, cause: 'OWN', priced },
      });
    },
    followIn: (player: PlayerId) => inspect(({ copytrade }) => followOf(copytrade, player)),
    book: () => inspect((book) => [...describeBook(book)].toSorted()),
    free: (player: PlayerId) =>
      inspect(({ purses }) => purses.get(playerPurse(player, 'FUTURES', 'free'))?.balance ?? 0n),
  };
}

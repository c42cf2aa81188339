// The desk on PostgreSQL in its own thread with its journal and its tables, and on this thread the price watch of coin
// futures, connected as the platform connects them. Everybody's positions were opened by orders before the desk started.
import type { FuturesEvent } from '@maru/engine/futures/events';
import type { FuturesState } from '@maru/engine/futures/state';
import { createFuturesWatch, type FuturesWatch } from '@maru/engine/futures/watch';
import type { FuturesWatchCommand } from '@maru/engine/futures/watch-types';
import type { Tick } from '@maru/engine/market/tick';
import type { AnyCommand, AnyEvent } from '@maru/engine/products';
import type { PlayerId } from '@maru/engine/purse';
import { migrate } from '@maru/server/db/migrate';
import { openPostgres } from '@maru/server/db/postgres';
import type { RemoteDesk } from '@maru/server/desk/remote-desk';
import { instruments as allInstruments } from '@maru/server/feed/instruments';
import { createHoldings } from '@maru/server/futures/holdings';
import { listInstruments } from '@maru/server/futures/instruments';
import { quoteOf } from '@maru/server/futures/quotes';
import { readFuturesHeld } from '@maru/server/futures/reads';
import { openSettings } from '@maru/server/futures/settings';
import { silentLog } from '@maru/server/log/log';
import { clock, wait } from '@maru/server/process-time';
import { createBookFollower } from '@maru/server/product/book-follower';
import { createPriceWatch } from '@maru/server/watch/price-watch';
import { fail } from './bench-site.ts';
import { hastily, openFilling } from './filled-journal.ts';
import { ACCOUNTS, accountOf, newTrader, openingOrder, TRADERS } from './liquidation-accounts.ts';
import { type Audience, createAudience, openCross } from './liquidation-audience.ts';
import { type Coin, createMarket, type Market, NOON } from './liquidation-market.ts';
import { createMoney, type Logged, type Money } from './liquidation-twin.ts';
import { openReleasedDesk } from './released-desk.ts';

export interface Liquidated {
  readonly player: PlayerId;
  /** From the tick that caused it until it was durable and followed. */
  readonly ms: number;
  readonly closed: readonly number[];
}

export interface World {
  readonly desk: RemoteDesk;
  readonly market: Market;
  readonly state: FuturesState;
  readonly money: Money;
  /** Everything that the watch was told and what it submitted, since it was last emptied. */
  readonly log: Logged[];
  readonly liquidated: Liquidated[];
  readonly audience: Audience;
  /** Values the accounts of everybody who is connected, once. */
  valueConnected(): Promise<void>;
  /** Milliseconds that the tick took on this thread. */
  tick(coin: Coin, factor: number): number;
  /** Moves the clock of everything. */
  wait(ms: number): void;
  settled(): Promise<void>;
  stats(): { readonly asked: number; readonly refused: number };
  /** How often the pushes have asked the desk. */
  deskReads(): number;
  /** Liquidating fills in the tables, once they have everything. */
  countInTables(): Promise<{ readonly fills: number; readonly positions: number; readonly players: number }>;
  stop(): Promise<void>;
}

const isFutures = (event: AnyEvent): event is FuturesEvent => event.kind.startsWith('FUTURES_');

export async function openWorld(url: string): Promise<World> {
  const holdings = createHoldings();
  const { state } = holdings;
  const audience = createAudience();
  const money = createMoney();
  const log: Logged[] = [];
  const liquidated: Liquidated[] = [];
  const askedAt = new Map<PlayerId, number>();
  const market = await fillPositions(url);
  const { desk, release, database } = await openReleasedDesk(url, {
    onHalt: fail,
    onTransientError: (fault) => console.log(`transient error: ${String(fault)}`),
    startsAt: NOON,
    realtime: audience,
  });
  const newest = new Map<string, Tick>();
  const instruments = new Map(market.coins.map((coin) => [coin.code, coin]));
  const watch = createPriceWatch({
    watch: logged(createFuturesWatch({ state, termsOf: (_, instrument) => market.termsOf(instrument) })),
    instruments: { all: market.coins, byStock: (code) => instruments.get(code) },
    quoteOf,
    isFollowed: (event) => isFutures(event) || state.accounts.size > 0,
    desk,
    prices: { latest: (stock) => newest.get(stock), usable: (stock) => newest.get(stock) },
    time: { clock: market.now, wait },
    log: silentLog,
  });

  function liquidationsIn(commands: readonly FuturesWatchCommand[]): readonly PlayerId[] {
    const players: PlayerId[] = [];
    for (const { kind, player } of commands) if (kind === 'LIQUIDATE_FUTURES') players.push(player);
    return players;
  }

  function logged(engine: FuturesWatch): FuturesWatch {
    return {
      ...engine,
      tick(instrument, quote, now) {
        const began = performance.now();
        const commands = engine.tick(instrument, quote, now);
        const asked = liquidationsIn(commands);
        for (const player of asked) askedAt.set(player, began);
        log.push({ kind: 'tick', instrument, quote, asked });
        return commands;
      },
      follow(event, now) {
        const commands = engine.follow(event, now);
        if (!isFutures(event)) return commands;
        const asked = liquidationsIn(commands);
        for (const player of asked) askedAt.set(player, performance.now());
        log.push({ kind: 'event', event, asked });
        return commands;
      },
      refused(command) {
        if (command.kind === 'LIQUIDATE_FUTURES') log.push({ kind: 'refused', player: command.player });
        engine.refused(command);
      },
    };
  }

  const { cross, deskReads } = openCross({
    ...{ desk, holdings, audience, time: { clock, wait }, log: silentLog },
    instruments: listInstruments(allInstruments),
    prices: { latest: (stock) => newest.get(stock) },
    terms: { at: (_, instrument) => market.termsOf(instrument) },
  });

  const book = createBookFollower({
    read: () => desk.read(readFuturesHeld, {}),
    wait,
    begin(held) {
      const { balances } = held;
      holdings.begin(held);
      money.follow(balances);
      for (const coin of market.coins) newest.set(coin.code, market.tickOf(coin, 1));
      return watch.load(balances);
    },
    follow(event) {
      money.follow(event.after);
      holdings.follow(event);
      if (event.kind === 'FUTURES_FILLED' && event.liquidation !== undefined) noteLiquidation(event);
      watch.follow(event);
      if (isFutures(event)) for (const { player } of event.steps) cross.touch(player, event.after);
    },
  });
  release.join(book);

  function noteLiquidation({ steps, fills }: FuturesEvent & { readonly kind: 'FUTURES_FILLED' }): void {
    for (const { player } of steps) {
      const closed = fills.flatMap(({ closedPosition }) => closedPosition ?? []);
      liquidated.push({ player, ms: performance.now() - (askedAt.get(player) ?? Number.NaN), closed });
    }
  }

  const tick = (coin: Coin, factor: number): number => {
    const made = market.tickOf(coin, factor);
    newest.set(coin.code, made);
    const began = performance.now();
    if (watch.note(made)) watch.tick(made);
    return performance.now() - began;
  };
  await book.load();
  cross.start();
  for (const coin of market.coins) tick(coin, 1);
  await watch.settled();
  await drain(desk);

  return {
    desk,
    market,
    state,
    money,
    log,
    liquidated,
    audience,
    valueConnected: cross.runOnce,
    tick,
    wait(ms) {
      market.wait(ms);
      desk.setTime(market.now());
    },
    settled: watch.settled,
    stats: watch.stats,
    deskReads,
    async countInTables() {
      await drain(desk);
      const [row] = await database.transaction((tx) =>
        tx.query<{ fills: number; positions: number; players: number }>(
          `select
             count(*) as fills,
             count(distinct position_id) as positions,
             count(distinct player_id) as players
           from futures_fill
           where cause = 'LIQUIDATION'`,
        ),
      );
      return row ?? { fills: 0, positions: 0, players: 0 };
    },
    async stop() {
      await cross.stop();
      await watch.settled();
      await desk.stop();
      await database.close();
    },
  };
}

/** The journal and the tables of a platform on which everybody has opened two positions. */
async function fillPositions(url: string): Promise<Market> {
  const database = openPostgres(hastily(url));
  await migrate(database);
  const market = createMarket(await openSettings(database));
  const filling = await openFilling(database, { url });
  await filling.fill(openings(market), { now: NOON });
  await filling.close();
  await database.transaction((tx) => tx.query('analyze'));
  await database.close();
  return market;
}

function* openings(market: Market): Iterable<AnyCommand> {
  for (let index = 0; index < ACCOUNTS; index += 1) yield accountOf(index);
  for (let index = 0; index < TRADERS; index += 1) yield newTrader(ACCOUNTS + index + 1, '1000000');
  for (const place of [0, 1] as const)
    for (let index = 0; index < ACCOUNTS; index += 1) yield openingOrder(market, index, place);
}

async function drain(desk: RemoteDesk): Promise<void> {
  while (!(await desk.drained()));
}

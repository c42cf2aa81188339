// The desk on PostgreSQL in its own thread with its journal and its tables, and on this thread the price watch of coin
// futures, connected as the platform connects them; and everybody's positions, opened by orders.
import { followFutures } from '@maru/engine/futures/apply';
import type { FuturesEvent } from '@maru/engine/futures/events';
import { emptyFutures, type FuturesState } from '@maru/engine/futures/state';
import { createFuturesWatch, type FuturesWatch } from '@maru/engine/futures/watch';
import type { FuturesWatchCommand } from '@maru/engine/futures/watch-types';
import type { Tick } from '@maru/engine/market/tick';
import type { AnyEvent } from '@maru/engine/products';
import type { PlayerId } from '@maru/engine/purse';
import type { RemoteDesk } from '@maru/server/desk/remote-desk';
import { quoteOf } from '@maru/server/futures/quotes';
import { openSettings } from '@maru/server/futures/settings';
import { silentLog } from '@maru/server/log/log';
import { wait } from '@maru/server/process-time';
import { createPriceWatch } from '@maru/server/watch/price-watch';
import { fail, submitAll } from './bench-site.ts';
import { ACCOUNTS, accountOf, newTrader, openingOrder, TRADERS } from './liquidation-accounts.ts';
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
  /** Milliseconds that the tick took on this thread. */
  tick(coin: Coin, factor: number): number;
  /** Moves the clock of everything. */
  wait(ms: number): void;
  settled(): Promise<void>;
  stats(): { readonly asked: number; readonly refused: number };
  /** Liquidating fills in the tables, once they have everything. */
  countInTables(): Promise<{ readonly fills: number; readonly positions: number; readonly players: number }>;
  stop(): Promise<void>;
}

const isFutures = (event: AnyEvent): event is FuturesEvent => event.kind.startsWith('FUTURES_');

export async function openWorld(url: string): Promise<World> {
  const state = emptyFutures();
  const money = createMoney();
  const log: Logged[] = [];
  const liquidated: Liquidated[] = [];
  const askedAt = new Map<PlayerId, number>();
  const { desk, release, database } = await openReleasedDesk(url, {
    onHalt: fail,
    onTransientError: (fault) => console.log(`transient error: ${String(fault)}`),
    startsAt: NOON,
    limits: { patienceMs: 600_000 },
  });
  const market = createMarket(await openSettings(database));
  const newest = new Map<string, Tick>();
  const instruments = new Map(market.coins.map((coin) => [coin.code, coin]));
  const watch = createPriceWatch({
    watch: logged(createFuturesWatch({ state, termsOf: (_, instrument) => market.termsOf(instrument) })),
    instruments: { all: market.coins, byStock: (code) => instruments.get(code) },
    quoteOf,
    isFollowed: (event) => isFutures(event) || state.accounts.size > 0,
    desk,
    prices: { latest: () => undefined, usable: (stock) => newest.get(stock) },
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

  release.join({
    onEvent(event) {
      money.follow(event.after);
      if (isFutures(event)) {
        followFutures(state, event);
        if (event.kind === 'FUTURES_FILLED' && event.liquidation !== undefined) noteLiquidation(event);
      }
      watch.follow(event);
    },
  });

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
  watch.load([]);
  for (const coin of market.coins) tick(coin, 1);
  await submitAll(desk, ACCOUNTS, accountOf);
  await submitAll(desk, TRADERS, (index) => newTrader(ACCOUNTS + index + 1, '1000000'));
  for (const place of [0, 1] as const)
    await submitAll(desk, ACCOUNTS, (index) => openingOrder(market, index, place));
  await watch.settled();
  await drain(desk);

  return {
    desk,
    market,
    state,
    money,
    log,
    liquidated,
    tick,
    wait(ms) {
      market.wait(ms);
      desk.setTime(market.now());
    },
    settled: watch.settled,
    stats: watch.stats,
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
      await watch.settled();
      await desk.stop();
      await database.close();
    },
  };
}

async function drain(desk: RemoteDesk): Promise<void> {
  while (!(await desk.drained()));
}

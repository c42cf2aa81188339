// The desk on PostgreSQL in its own thread with its journal and its tables, and on this thread coin futures and copy
// trading, opened and connected as the platform opens them. Prices and time come from the bench.
import { rate } from '@maru/engine/amount';
import type { Tick } from '@maru/engine/market/tick';
import { HOUR_MS, later } from '@maru/engine/time';
import { copytradeProduct } from '@maru/server/copytrade/product';
import { migrate } from '@maru/server/db/migrate';
import { openPostgres } from '@maru/server/db/postgres';
import type { RemoteDesk } from '@maru/server/desk/remote-desk';
import { instruments } from '@maru/server/feed/instruments';
import { futuresProduct } from '@maru/server/futures/product';
import { openSettings } from '@maru/server/futures/settings';
import { silentLog } from '@maru/server/log/log';
import { createListed } from '@maru/server/market/listed';
import { wait } from '@maru/server/process-time';
import type { OpenedProduct, ProductParts } from '@maru/server/product/server-product';
import { fail, SITE } from './bench-site.ts';
import { everything } from './copy-accounts.ts';
import { type CopyCount, createCopyCount } from './copy-count.ts';
import { hastily, openFilling } from './filled-journal.ts';
import { createMarket, type Market, NOON } from './liquidation-market.ts';
import { openReleasedDesk } from './released-desk.ts';

export interface World {
  readonly desk: RemoteDesk;
  readonly market: Market;
  readonly copies: CopyCount;
  /** Moves all prices a little, and the time by as much as went by. */
  tick(): void;
  drained(): Promise<void>;
  /** What the tables have of the copies of this lead, once they have everything. */
  countInTables(lead: number): Promise<{ readonly copied: number; readonly followers: number }>;
  stop(): Promise<void>;
}

/** So far prices swing, up and down: no copy is outside a guard, and no loss limit is reached. */
const SWING = 0.000_4;

export async function openWorld(url: string): Promise<World> {
  const market = await fillFollows(url);
  const { desk, release, database } = await openReleasedDesk(url, {
    onHalt: fail,
    onTransientError: (fault) => console.log(`transient error: ${String(fault)}`),
    startsAt: NOON,
  });
  const newest = new Map<string, Tick>();
  for (const coin of market.coins) newest.set(coin.code, market.tickOf(coin, 1));
  const listeners = new Set<(tick: Tick) => void>();
  const parts = partsOf({ desk, database, market, newest, listeners });
  const opened: OpenedProduct[] = [];
  for (const product of [futuresProduct, copytradeProduct]) {
    const each = await product.open?.(parts);
    if (each === undefined) continue;
    opened.push(each);
    if (each.follower !== undefined) release.join(each.follower);
    await each.load?.();
  }
  const copies = createCopyCount();
  release.join(copies);
  for (const each of opened) await each.start?.();

  let movedAt = performance.now();
  let steps = 0;
  async function drained(): Promise<void> {
    while (!(await desk.drained()));
  }
  return {
    desk,
    market,
    copies,
    tick() {
      const went = Math.round(performance.now() - movedAt);
      movedAt += went;
      market.wait(went);
      desk.setTime(market.now());
      steps += 1;
      for (const [place, coin] of market.coins.entries()) {
        const tick = market.tickOf(coin, 1 + SWING * Math.sin(steps / 7 + place));
        newest.set(coin.code, tick);
        for (const listen of listeners) listen(tick);
      }
    },
    drained,
    async countInTables(lead) {
      await drained();
      const [row] = await database.transaction((tx) =>
        tx.query<{ copied: number; followers: number }>(
          `select count(*)::int as copied, count(distinct follow_id)::int as followers
           from copy_record
           where lead_id = $1`,
          [lead],
        ),
      );
      return row ?? { copied: 0, followers: 0 };
    },
    async stop() {
      for (const each of opened.toReversed()) await each.stop?.();
      await desk.stop();
      await database.close();
    },
  };
}

interface Ground extends Pick<ProductParts, 'desk' | 'database'> {
  readonly market: Market;
  readonly newest: ReadonlyMap<string, Tick>;
  readonly listeners: Set<(tick: Tick) => void>;
}

const wallets = [{ type: 'FUTURES', currency: 'USDT', places: 8 }];

/** What the platform provides, as far as fills and copies need it: nobody is connected, and nothing is recorded. */
function partsOf({ desk, database, market, newest, listeners }: Ground): ProductParts {
  const latest = (stock: string) => newest.get(stock);
  const site = { id: SITE, features: { futures: true, copytrade: true }, wallets };
  const fundingRate = { rate: rate('0.0001'), lastRate: rate('0.0001') };
  const given = {
    ...{ database, desk, instruments, lastTicks: [], offers: {} },
    sites: { all: () => [site], byId: (id: number) => (id === SITE ? site : undefined), onChange: () => {} },
    realtime: {
      publish: () => {},
      push: () => {},
      players: () => [],
      isConnected: () => false,
      onPresence: () => () => {},
    },
    prices: { latest, usable: latest, index: () => undefined, condition: () => 'OPEN' },
    funding: {
      of: () => ({ ...fundingRate, nextFundingAt: later(NOON, HOUR_MS), intervalMs: 8 * HOUR_MS }),
      rateAt: async () => fundingRate.rate,
      markAt: async (stock: string) => latest(stock)?.mark,
    },
    listed: createListed({ latest, condition: () => 'OPEN' }, { change: () => 0 }),
    recorder: { record: () => {}, startedAt: () => NOON, open: () => [], flush: async () => {} },
    onLiveTick(listen: (tick: Tick) => void) {
      listeners.add(listen);
      return () => listeners.delete(listen);
    },
    onTick: () => () => {},
    onCalendarChange: () => () => {},
    reservedFor: () => 0n,
    requests: { ask: fail, perform: () => {} },
    time: { clock: market.now, wait },
    log: silentLog,
  };
  return given as unknown as ProductParts;
}

/** The journal and the tables of a platform with all accounts, follows and the copies of other traders. */
async function fillFollows(url: string): Promise<Market> {
  const database = openPostgres(hastily(url));
  await migrate(database);
  const market = createMarket(await openSettings(database));
  const filling = await openFilling(database, { url });
  await filling.fill(
    everything(market, () => filling.book),
    { now: NOON },
  );
  await filling.close();
  await database.transaction((tx) => tx.query('analyze'));
  await database.close();
  return market;
}

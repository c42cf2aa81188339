// With which leverage and margin type a player trades an instrument: as the open position or orders have it, else as it
// was set last, else the default (docs/rules.md 3.1).
import type { MarginType } from '@maru/engine/futures/terms';
import type { AnyEvent } from '@maru/engine/products';
import type { PlayerId } from '@maru/engine/purse';
import type { Database } from '../db/database.ts';
import { createGatheredRead } from '../db/gathered-read.ts';
import type { Desk } from '../desk/desk.ts';
import type { Holdings } from './holdings.ts';
import { listLeverages } from './leverage-store.ts';

export interface TradedWith {
  readonly leverage: number;
  readonly marginType: MarginType;
}

const DEFAULT: TradedWith = { leverage: 20, marginType: 'CROSS' };
/** Players whose settings are cached; those that were removed are read again. */
const MOST_CACHED = 20_000;

export interface Leverages {
  /** Undefined while the tables are too far behind to know. */
  of(player: PlayerId, instrument: number, most: number): Promise<TradedWith | undefined>;
  /** The next durable event, of whatever product. */
  follow(event: AnyEvent): void;
}

export function createLeverages({
  database,
  desk,
  holdings,
}: {
  readonly database: Database;
  readonly desk: Pick<Desk, 'caughtUp'>;
  readonly holdings: Pick<Holdings, 'state'>;
}): Leverages {
  const cache = new Map<PlayerId, Map<number, TradedWith>>();
  /** Settings that were changed so far: what was read while one was may be outdated and is not cached. */
  let changes = 0;
  /** Of many players at once: after a start everybody's first order needs it. */
  const stored = createGatheredRead(async (players: readonly PlayerId[]) => {
    const rows = await database.transaction((tx) => listLeverages(tx, players));
    const read = new Map(players.map((player) => [player, new Map<number, TradedWith>()]));
    for (const { player, instrument, leverage, marginType } of rows)
      read.get(player)?.set(instrument, { leverage, marginType });
    return read;
  });

  function remember(player: PlayerId, settings: Map<number, TradedWith>): void {
    cache.delete(player);
    cache.set(player, settings);
    if (cache.size <= MOST_CACHED) return;
    for (const oldest of cache.keys()) {
      cache.delete(oldest);
      return;
    }
  }

  async function settingsOf(player: PlayerId): Promise<ReadonlyMap<number, TradedWith> | undefined> {
    const known = cache.get(player);
    if (known !== undefined) {
      remember(player, known);
      return known;
    }
    const before = changes;
    if (!(await desk.caughtUp(player))) return undefined;
    const read = (await stored(player)) ?? new Map();
    if (changes === before) remember(player, read);
    return read;
  }

  /** Everything that could open has the same. */
  function openWith(player: PlayerId, instrument: number): TradedWith | undefined {
    const account = holdings.state.accounts.get(player);
    const position = account?.positions.get(instrument);
    if (position !== undefined) return position;
    for (const order of account?.orders.values() ?? [])
      if (order.instrument === instrument && !order.reduceOnly) return order;
    return undefined;
  }

  return {
    async of(player, instrument, most) {
      const open = openWith(player, instrument);
      if (open !== undefined) return { leverage: open.leverage, marginType: open.marginType };
      const settings = await settingsOf(player);
      if (settings === undefined) return undefined;
      const { leverage, marginType } = settings.get(instrument) ?? DEFAULT;
      // Staff may have lowered the most since.
      return { leverage: Math.min(leverage, most), marginType };
    },
    follow(event) {
      if (event.kind !== 'FUTURES_LEVERAGE_SET') return;
      changes += 1;
      const [step] = event.steps;
      const { instrument, leverage, marginType } = event;
      if (step !== undefined) cache.get(step.player)?.set(instrument, { leverage, marginType });
    },
  };
}

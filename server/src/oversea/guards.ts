// The limits that members have set for their own orders, and their calls. Every order reads them, so those of the
// members who ordered last are cached; this process is the only one that writes them.
import { orderGuard, setOrderGuard, type WireOrderGuard } from '@maru/contract/oversea/guard';
import type { OrderGuard } from '@maru/engine/oversea/order-guard';
import type { PlayerId } from '@maru/engine/purse';
import { type Route, serve } from '../http/serve.ts';
import type { OverseaDeps } from './deps.ts';
import { deleteGuard, findGuard, putGuard } from './guard-store.ts';

/** Members whose limits are cached; those that were removed are read again with their next order. */
const MOST_CACHED = 20_000;

export interface Guards {
  /**
   * The limits that an order of the player is checked against; `isBeyond` when the player was asked and confirmed it.
   */
  forOrder(player: PlayerId, isBeyond: boolean): Promise<OrderGuard | undefined>;
  readonly routes: readonly Route[];
}

export function createGuards({
  database,
  pushGuard,
  time,
}: Pick<OverseaDeps, 'database' | 'pushGuard' | 'time'>): Guards {
  const cache = new Map<PlayerId, WireOrderGuard | null>();
  /** Writes begun and ended so far: what was read while one was under way may be outdated and is not cached. */
  let writes = 0;

  function remember(player: PlayerId, guard: WireOrderGuard | null): void {
    cache.delete(player);
    cache.set(player, guard);
    if (cache.size <= MOST_CACHED) return;
    for (const oldest of cache.keys()) {
      cache.delete(oldest);
      return;
    }
  }

  async function guardOf(player: PlayerId): Promise<WireOrderGuard | null> {
    const known = cache.get(player);
    if (known !== undefined) {
      remember(player, known);
      return known;
    }
    const before = writes;
    const stored = (await database.transaction((tx) => findGuard(tx, player))) ?? null;
    if (writes === before) remember(player, stored);
    return stored;
  }

  async function set(player: PlayerId, guard: WireOrderGuard | null): Promise<void> {
    writes += 1;
    const at = time.clock();
    try {
      await database.transaction((tx) =>
        guard === null ? deleteGuard(tx, player) : putGuard(tx, { player, guard, at }),
      );
    } finally {
      writes += 1;
      cache.delete(player);
    }
  }

  return {
    async forOrder(player, isBeyond) {
      const guard = await guardOf(player);
      if (guard === null || (isBeyond && guard.outside === 'ASK')) return undefined;
      const { once, ticks, total } = guard;
      return { once, ticks, total };
    },
    routes: [
      serve(orderGuard, async ({ principal }) => ({
        ok: true,
        reply: { guard: await guardOf(principal.player) },
      })),
      serve(setOrderGuard, async ({ body, principal }) => {
        const { player } = principal;
        await set(player, body.guard);
        pushGuard(player, { type: 'ORDER_GUARD', at: time.clock(), data: { guard: body.guard } });
        return { ok: true, reply: { guard: body.guard } };
      }),
    ],
  };
}

// Tells followers what the feed decided on each tick, and keeps what somebody who joins later needs of it.
import type { Instrument } from '@maru/engine/market/instrument';
import type { Bus } from '../bus/bus.ts';
import type { Feed } from './feed.ts';
import type { FeedEntry } from './feed-message.ts';
import { heldTicks, lateTicks, liveTicks, unstampedTicks } from './subjects.ts';

export interface Outcomes {
  /** Begins to tell; returns the function that ends it. */
  tell(add: (entry: FeedEntry) => void): () => void;
  /** What is known now. */
  state(): readonly FeedEntry[];
}

export function createOutcomes({
  bus,
  prices,
  instruments,
}: {
  readonly bus: Bus;
  readonly prices: Pick<Feed, 'latest' | 'index'>;
  readonly instruments: readonly Instrument[];
}): Outcomes {
  const held = new Map<string, FeedEntry>();
  const unstamped = new Map<string, FeedEntry>();

  return {
    tell(add) {
      const endings = [
        bus.subscribe(liveTicks, (tick) => {
          held.delete(tick.stock);
          add({ kind: 'LIVE', tick, index: prices.index(tick.stock) });
        }),
        bus.subscribe(lateTicks, (tick) => add({ kind: 'LATE', tick })),
        bus.subscribe(heldTicks, ({ stock, at }) => {
          const entry = { kind: 'HELD', stock, at } as const;
          held.set(stock, entry);
          add(entry);
        }),
        bus.subscribe(unstampedTicks, ({ stock, at }) => {
          const entry = { kind: 'UNSTAMPED', stock, at } as const;
          unstamped.set(stock, entry);
          add(entry);
        }),
      ];
      return () => {
        for (const end of endings) end();
      };
    },
    state: () => [
      ...instruments.flatMap(({ code }): readonly FeedEntry[] => {
        const tick = prices.latest(code);
        return tick === undefined ? [] : [{ kind: 'LIVE', tick, index: prices.index(code) }];
      }),
      ...held.values(),
      ...unstamped.values(),
    ],
  };
}

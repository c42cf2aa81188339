// Which destinations exist. A name is looked up whole, as it was sent: no pattern, no prefix, no decoding, so no
// other spelling reaches a destination (docs/reliability.md T-81).
import {
  type ConnectionQueue,
  connectionQueues,
  type PlayerQueue,
  playerQueues,
  tickTopic,
  topics,
} from '@maru/contract/realtime';

export type Destination =
  | { readonly kind: 'topic'; readonly name: string }
  | { readonly kind: 'player'; readonly name: string; readonly queue: PlayerQueue }
  | { readonly kind: 'connection'; readonly name: string; readonly queue: ConnectionQueue };

export interface Destinations {
  find(name: string): Destination | undefined;
  /** Replaces the list of instruments that have a tick topic. */
  listStocks(stocks: Iterable<string>): void;
}

export function createDestinations(): Destinations {
  const fixed = new Map<string, Destination>();
  for (const [queue, name] of Object.entries(playerQueues)) {
    fixed.set(name, { kind: 'player', name, queue: queue as PlayerQueue });
  }
  for (const [queue, name] of Object.entries(connectionQueues)) {
    fixed.set(name, { kind: 'connection', name, queue: queue as ConnectionQueue });
  }
  for (const { destination } of Object.values(topics)) {
    fixed.set(destination, { kind: 'topic', name: destination });
  }

  let ticks = new Map<string, Destination>();
  return {
    find: (name) => fixed.get(name) ?? ticks.get(name),
    listStocks(stocks) {
      ticks = new Map();
      for (const stock of stocks) {
        const name = tickTopic(stock);
        ticks.set(name, { kind: 'topic', name });
      }
    },
  };
}

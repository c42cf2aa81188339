// The price topics of whoever runs the feed: the newest texts of each tenth of a second go to every gateway at once.
import type { Carrier } from '../bus/carrier.ts';
import type { Realtime } from '../realtime/realtime.ts';
import { ALL_PRICES, PRICES, type PriceTexts } from './messages.ts';

const TOGETHER_MS = 100;

export interface PriceSender extends Pick<Realtime, 'publishLatest' | 'listStocks'> {
  close(): void;
}

export function openPriceSender({
  carrier,
  every,
}: {
  readonly carrier: Carrier;
  readonly every: (ms: number, call: () => void) => () => void;
}): PriceSender {
  /** By topic and key. As many as there are instruments and topics. */
  const newest = new Map<string, { readonly topic: string; readonly key: string; write(): string }>();
  const changed = new Set<string>();

  const textsOf = (names: Iterable<string>): PriceTexts =>
    [...names].flatMap((name) => {
      const each = newest.get(name);
      return each === undefined ? [] : [[each.topic, each.key, each.write()] as const];
    });

  const endings = [
    every(TOGETHER_MS, () => {
      if (changed.size === 0) return;
      carrier.publish(PRICES, Buffer.from(JSON.stringify(textsOf(changed))));
      changed.clear();
    }),
    carrier.serve(ALL_PRICES, async () => Buffer.from(JSON.stringify(textsOf(newest.keys())))),
  ];

  return {
    publishLatest(topic, key, write) {
      const name = `${topic} ${key}`;
      newest.set(name, { topic, key, write });
      changed.add(name);
    },
    // Gateways list the instruments themselves.
    listStocks: () => undefined,
    close() {
      for (const end of endings) end();
    },
  };
}

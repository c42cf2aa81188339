// The price topics of the feed's leader: the newest texts of each tenth of a second go to every gateway at once.
import type { Carrier } from '../bus/carrier.ts';
import type { Realtime } from '../realtime/realtime.ts';
import { allPrices, PRICES, type PriceNews, type PriceTexts } from './messages.ts';

const TOGETHER_MS = 100;
/** So many times nothing has changed: then the number is repeated. */
const SILENT_TIMES = 5;

type PublishLatest = Realtime['publishLatest'];

export interface PriceSender {
  readonly publishLatest: PublishLatest;
  /** For gateways that ask: what was known before this process began to tell it. */
  readonly keepLatest: PublishLatest;
  /** Sends what is left. */
  close(): void;
}

export function openPriceSender({
  carrier,
  epoch,
  isOurs,
  wait,
}: {
  readonly carrier: Carrier;
  readonly epoch: number;
  /** While it says no nothing is sent and nobody is answered; what has changed waits. */
  readonly isOurs: () => boolean;
  readonly wait: (ms: number) => Promise<void>;
}): PriceSender {
  /** By topic and key. As many as there are instruments and topics. */
  const newest = new Map<string, { readonly topic: string; readonly key: string; write(): string }>();
  const changed = new Set<string>();
  let [number, silentTimes] = [0, 0];
  let isRunning = true;

  const keepLatest: PublishLatest = (topic, key, write) =>
    void newest.set(`${topic} ${key}`, { topic, key, write });

  function packed(names: Iterable<string>): Uint8Array {
    const texts: PriceTexts = [...names].flatMap((name) => {
      const each = newest.get(name);
      return each === undefined ? [] : [[each.topic, each.key, each.write()] as const];
    });
    return Buffer.from(JSON.stringify([epoch, number, texts] satisfies PriceNews));
  }

  function send(): void {
    if (!isOurs()) return;
    silentTimes = 0;
    if (changed.size > 0) number += 1;
    carrier.publish(PRICES, packed(changed));
    changed.clear();
  }

  async function run(): Promise<void> {
    // The gateways hear of the new leader at once, and ask.
    send();
    while (isRunning) {
      await wait(TOGETHER_MS);
      silentTimes += 1;
      if (isRunning && (changed.size > 0 || silentTimes >= SILENT_TIMES)) send();
    }
  }

  const end = carrier.serve(allPrices(epoch), async () => {
    // The asker's deadline ends.
    if (!isOurs()) throw new Error('another process may lead the feed by now');
    // What is known now includes what was not sent yet.
    if (changed.size > 0) send();
    return packed(newest.keys());
  });
  void run();

  return {
    publishLatest(topic, key, write) {
      keepLatest(topic, key, write);
      changed.add(`${topic} ${key}`);
    },
    keepLatest,
    close() {
      isRunning = false;
      if (changed.size > 0) send();
      end();
    },
  };
}

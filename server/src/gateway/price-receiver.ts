// The price topics as a gateway hears them: from the newest leader of the feed, each text in its order, and all of them
// again when some may be missing.
import type { Carrier } from '../bus/carrier.ts';
import type { Realtime } from '../realtime/realtime.ts';
import { allPrices, PRICES, type PriceNews } from './messages.ts';

const READ_AGAIN_MS = 500;
const READ_WITHIN_MS = 1_000;

interface Place {
  readonly epoch: number;
  readonly number: number;
}

interface Known extends Place {
  readonly text: string;
}

/** Returns the function that ends it. */
export function receivePrices({
  carrier,
  publishLatest,
  every,
}: {
  readonly carrier: Carrier;
  readonly publishLatest: Realtime['publishLatest'];
  readonly every: (ms: number, call: () => void) => () => void;
}): () => void {
  /** By topic and key. */
  const known = new Map<string, Known>();
  let epoch: number | undefined;
  let last = 0;
  /** How often some were missing, and how many of these times were over before all were read. */
  let [missing, readAfter] = [0, 0];
  let isAsking = false;

  function take([of, number, texts]: PriceNews, isAnswer: boolean): void {
    for (const [topic, key, text] of texts) {
      const name = `${topic} ${key}`;
      const before = known.get(name);
      // Messages overtake each other, and come twice.
      if (before !== undefined && isUpTo(before, { epoch: of, number })) continue;
      known.set(name, { epoch: of, number, text });
      // What is asked for is mostly known: it is no news to anybody who watches.
      if (!isAnswer || before?.text !== text) publishLatest(topic, key, () => text);
    }
  }

  function hear(news: PriceNews): void {
    const [of, number, texts] = news;
    // Of a leader that was stopped and does not know yet that there is another.
    if (epoch !== undefined && of < epoch) return;
    const isNewLeader = epoch === undefined || of > epoch;
    const before = texts.length === 0 ? number : number - 1;
    if (isNewLeader || before > last) missing += 1;
    last = isNewLeader ? number : Math.max(last, number);
    epoch = of;
    take(news, false);
    readAll();
  }

  function readAll(): void {
    if (isAsking || epoch === undefined || readAfter === missing || !carrier.isConnected()) return;
    isAsking = true;
    const after = missing;
    carrier.ask(allPrices(epoch), new Uint8Array(0), READ_WITHIN_MS).then(
      (bytes) => {
        isAsking = false;
        const answer = read(bytes);
        const [of, number] = answer;
        if (of === epoch) last = Math.max(last, number);
        readAfter = after;
        take(answer, true);
        // More may have gone missing meanwhile.
        readAll();
      },
      () => {
        // Asked again a little later.
        isAsking = false;
      },
    );
  }

  const endings = [
    carrier.listen(PRICES, (bytes) => hear(read(bytes))),
    every(READ_AGAIN_MS, readAll),
    carrier.onConnection(() => {
      missing += 1;
      readAll();
    }),
  ];
  return () => {
    for (const end of endings) end();
  };
}

const read = (bytes: Uint8Array): PriceNews => JSON.parse(Buffer.from(bytes).toString('utf8')) as PriceNews;

const isUpTo = (known: Place, { epoch, number }: Place): boolean =>
  known.epoch > epoch || (known.epoch === epoch && known.number >= number);

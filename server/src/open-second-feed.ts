// What comes into the process that leads the feed beside its own source: prices of a second one, which are only compared,
// and batches that a provider pushed to the HTTP endpoint of another process.
import type { Instrument } from '@maru/engine/market/instrument';
import { type Millis, SECOND_MS } from '@maru/engine/time';
import { type Carrier, NoAnswer } from './bus/carrier.ts';
import type { Config } from './config.ts';
import type { FeedLease } from './feed/feed-lease.ts';
import { type FeedEntry, servedIn } from './feed/feed-message.ts';
import { openSecondSource } from './feed/open-source.ts';
import type { PushAnswer, PushSource } from './feed/push.ts';
import type { Log } from './log/log.ts';
import type { PushedPrices, PushRequest } from './market/mount-push.ts';
import { type SecondPrices, startSecondPrices } from './market/second-prices.ts';

const PUSHED_WITHIN_MS = 3_000;

interface SecondFeed {
  readonly push: PushSource | undefined;
  stop(): Promise<void>;
}

/** Followers hear each price of it once a second at most. */
export async function openSecondFeed({
  config,
  instruments,
  time,
  log,
  add,
}: {
  readonly config: Pick<Config, 'secondFeed' | 'secondFeedSecret'>;
  readonly instruments: readonly Instrument[];
  readonly time: { readonly clock: () => Millis; readonly wait: (ms: number) => Promise<void> };
  readonly log: Log;
  readonly add: (entry: FeedEntry) => void;
}): Promise<SecondFeed | undefined> {
  const choice = { feed: config.secondFeed, secret: config.secondFeedSecret ?? '' };
  const opened = openSecondSource(choice, { instruments, time, log });
  if (opened === undefined) return undefined;
  const prices = await startSecondPrices(opened.source);
  let isRunning = true;
  void tell();
  return {
    push: opened.push,
    async stop() {
      isRunning = false;
      await opened.source.stop();
    },
  };

  async function tell(): Promise<void> {
    const told = new Map<string, Millis>();
    while (isRunning) {
      await time.wait(SECOND_MS);
      for (const entry of isRunning ? newsOf(prices, told) : []) add(entry);
    }
  }

  function* newsOf(from: SecondPrices, told: Map<string, Millis>): Generator<FeedEntry> {
    for (const { code: stock } of instruments) {
      const latest = from.latest(stock);
      if (latest === undefined || latest.receivedAt === told.get(stock)) continue;
      told.set(stock, latest.receivedAt);
      yield { kind: 'SECOND', source: from.name, stock, price: latest.price, at: latest.receivedAt };
    }
  }
}

type Which = 'first' | 'second';

const encode = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
const decode = (bytes: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(bytes));

/** Received is a batch when it is here. The secret is checked again by the source itself. */
export function servePushed(
  carrier: Carrier,
  {
    clock,
    lease: { epoch, isOurs },
  }: { readonly clock: () => Millis; readonly lease: Pick<FeedLease, 'epoch' | 'isOurs'> },
  sources: Readonly<Record<Which, PushSource | undefined>>,
): () => void {
  return carrier.serve(servedIn(epoch, 'pushed'), async (bytes) => {
    if (!isOurs()) throw new Error('another process may lead the feed by now');
    const { which, ...request } = decode(bytes) as PushRequest & { readonly which: Which };
    const source = sources[which];
    const answer: PushAnswer | undefined = await source?.accept({ ...request, now: clock() });
    return encode(answer ?? { ok: false, refusal: 'TRY_AGAIN' });
  });
}

/** The endpoint in a process that does not lead. */
export const pushedOver = (
  carrier: Carrier,
  which: Which,
  {
    knows,
    epochOf,
  }: {
    /** Its own check of the secret. */
    readonly knows: PushedPrices['knows'];
    /** The epoch of the newest leader that was heard of. */
    readonly epochOf: () => number;
  },
): PushedPrices => ({
  knows,
  async accept(request) {
    try {
      const asked = encode({ ...request, which });
      const answer = await carrier.ask(servedIn(epochOf(), 'pushed'), asked, PUSHED_WITHIN_MS);
      return decode(answer) as PushAnswer;
    } catch (fault) {
      if (fault instanceof NoAnswer) return { ok: false, refusal: 'TRY_AGAIN' };
      throw fault;
    }
  },
});

// Prices for everyone who watches: many ticks, one message in a tenth of a second, with what has changed since.
import { type FuturesPrice, type TickPush, tickTopic, topics } from '@maru/contract/realtime';
import type { Instrument } from '@maru/engine/market/instrument';
import type { Tick } from '@maru/engine/market/tick';
import type { Days } from './days.ts';
import { shownPrice } from './options.ts';

export interface Published {
  readonly topic: string;
  readonly body: Readonly<Record<string, FuturesPrice>> | TickPush;
}

export interface PriceTopics {
  take(tick: Tick): void;
  stop(): void;
}

const EVERY_MS = 100;

export function createPriceTopics({
  instruments,
  days,
  wait,
  publish,
}: {
  readonly instruments: readonly Instrument[];
  readonly days: Days;
  readonly wait: (ms: number) => Promise<void>;
  readonly publish: (published: Published) => void;
}): PriceTopics {
  const known = new Map(instruments.map((each) => [each.code, each]));
  const changed = new Map<string, Tick>();
  let running = true;

  function flush(): void {
    if (!running || changed.size === 0) return;
    const all: Record<string, FuturesPrice> = {};
    const ticks = [...changed.values()];
    changed.clear();
    for (const tick of ticks) {
      const push = tickPush(known.get(tick.stock), tick, days);
      if (!push) continue;
      const { lastPrice, priceChangePercent, markPrice } = push;
      all[tick.stock] = { lastPrice, priceChangePercent, markPrice };
      publish({ topic: tickTopic(tick.stock), body: push });
    }
    publish({ topic: topics.futuresPrices.destination, body: all });
  }

  return {
    take(tick) {
      if (!running || !known.has(tick.stock)) return;
      changed.set(tick.stock, tick);
      // The first change of a message starts its tenth of a second; a quiet market costs nothing.
      if (changed.size === 1) void wait(EVERY_MS).then(flush);
    },
    stop() {
      running = false;
      changed.clear();
    },
  };
}

function tickPush(instrument: Instrument | undefined, tick: Tick, days: Days): TickPush | undefined {
  if (!instrument) return undefined;
  return {
    stock: tick.stock,
    lastPrice: shownPrice(instrument, tick.last),
    bid: shownPrice(instrument, tick.bid),
    ask: shownPrice(instrument, tick.ask),
    markPrice: shownPrice(instrument, tick.mark),
    priceChangePercent: days.change(tick.stock, tick.last),
    time: tick.ts,
  };
}

/** The whole of `/topic/futures_info` at once, for `key_value`. */
export function allPrices(
  instruments: readonly Instrument[],
  latest: (stock: string) => Tick | undefined,
  days: Days,
): Readonly<Record<string, FuturesPrice>> {
  const all: Record<string, FuturesPrice> = {};
  for (const instrument of instruments) {
    const tick = latest(instrument.code);
    const push = tick && tickPush(instrument, tick, days);
    if (!push) continue;
    const { lastPrice, priceChangePercent, markPrice } = push;
    all[instrument.code] = { lastPrice, priceChangePercent, markPrice };
  }
  return all;
}

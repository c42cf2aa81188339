// Prices for subscribers. Each tick is published to its two topics, which keep the newest and limit the rate; the text
// of a push is written when a topic sends it, so a tick that is not sent costs no formatting.
import type { FuturesPrice } from '@maru/contract/market';
import { type TickPush, tickTopic, topics } from '@maru/contract/realtime';
import { toDecimal } from '@maru/engine/amount';
import type { Instrument } from '@maru/engine/market/instrument';
import type { Tick } from '@maru/engine/market/tick';
import type { Days } from './days.ts';
import type { FundingOf } from './funding.ts';
import { type Prices, shownPrice } from './listed.ts';

/** Replaces the topic's value of the key; `write` is called once at most, when it is sent. */
export type PublishLatest = (topic: string, key: string, write: () => string) => void;

/** What a price is shown with. */
export interface ShownWith {
  readonly instruments: readonly Instrument[];
  readonly days: Pick<Days, 'change'>;
  readonly prices: Pick<Prices, 'index'>;
  readonly fundingOf: FundingOf;
}

export function createPriceTopics({
  publishLatest,
  ...shownWith
}: ShownWith & { readonly publishLatest: PublishLatest }): (tick: Tick) => void {
  const { instruments, days } = shownWith;
  const byCode = new Map(
    instruments.map((instrument) => [instrument.code, { instrument, topic: tickTopic(instrument.code) }]),
  );
  return (tick) => {
    const known = byCode.get(tick.stock);
    if (!known) return;
    const { instrument, topic } = known;
    publishLatest(topic, tick.stock, () => JSON.stringify(tickPush(instrument, tick, days)));
    publishLatest(topics.futuresPrices.destination, tick.stock, () =>
      JSON.stringify(futuresPrice(instrument, tick, shownWith)),
    );
  };
}

function futuresPrice(
  instrument: Instrument,
  tick: Tick,
  { days, prices, fundingOf }: ShownWith,
): FuturesPrice {
  const index = prices.index(tick.stock);
  const funding = fundingOf(tick.stock, tick.ts);
  return {
    lastPrice: shownPrice(instrument, tick.last),
    priceChangePercent: days.change(tick.stock, tick.last),
    markPrice: shownPrice(instrument, tick.mark),
    ...(index && { indexPrice: shownPrice(instrument, index) }),
    ...(funding && { fundingRate: toDecimal(funding.rate), nextFundingMillis: funding.nextFundingAt }),
  };
}

const tickPush = (instrument: Instrument, tick: Tick, days: ShownWith['days']): TickPush => ({
  stock: tick.stock,
  lastPrice: shownPrice(instrument, tick.last),
  bid: shownPrice(instrument, tick.bid),
  ask: shownPrice(instrument, tick.ask),
  markPrice: shownPrice(instrument, tick.mark),
  priceChangePercent: days.change(tick.stock, tick.last),
  time: tick.ts,
});

/** All values of `/topic/futures_info` at once, for `key_value`. */
export function allPrices(
  latest: (stock: string) => Tick | undefined,
  shownWith: ShownWith,
): Readonly<Record<string, FuturesPrice>> {
  const all: Record<string, FuturesPrice> = {};
  for (const instrument of shownWith.instruments) {
    const tick = latest(instrument.code);
    if (tick) all[instrument.code] = futuresPrice(instrument, tick, shownWith);
  }
  return all;
}

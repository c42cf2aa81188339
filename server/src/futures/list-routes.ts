// The coin-futures instruments: so far they are only listed.
import { futuresOptionOf, futuresOptions, type WireFuturesOption } from '@maru/contract/market';
import { toDecimal } from '@maru/engine/amount';
import { assert } from '@maru/engine/assert';
import type { Instrument } from '@maru/engine/market/instrument';
import { hasIndex } from '@maru/engine/market/tick';
import type { Millis } from '@maru/engine/time';
import { type Route, serve } from '../http/serve.ts';
import type { FundingOf } from '../market/funding.ts';
import { isWanted, type Listed, type Prices, shownPrice } from '../market/listed.ts';

export function futuresRoutes({
  instruments,
  prices,
  listed,
  fundingOf,
}: {
  readonly instruments: readonly Instrument[];
  readonly prices: Pick<Prices, 'latest' | 'index'>;
  readonly listed: Listed;
  readonly fundingOf: FundingOf;
}): readonly Route[] {
  const offered = instruments.filter(hasIndex);

  function shown(instrument: Instrument, now: Millis): WireFuturesOption {
    const { id, code } = instrument;
    const mark = prices.latest(code)?.mark;
    const index = prices.index(code);
    const funding = fundingOf(code, now);
    assert(funding !== undefined, 'what has an index is funded');
    return {
      id,
      ...listed(instrument, now),
      markPrice: mark === undefined ? null : shownPrice(instrument, mark),
      terms: null,
      indexPrice: index === undefined ? null : shownPrice(instrument, index),
      fundingRate: toDecimal(funding.rate),
      lastFundingRate: toDecimal(funding.lastRate),
      nextFundingMillis: funding.nextFundingAt,
    };
  }

  return [
    serve(futuresOptionOf, async ({ query, now }) => {
      const instrument = offered.find(({ id }) => id === query.futuresOptionId);
      if (instrument === undefined) return { ok: false, refusal: 'NOT_FOUND' };
      return { ok: true, reply: shown(instrument, now) };
    }),
    serve(futuresOptions, async ({ query, now }) => {
      const wanted = offered.filter((each) => isWanted(each, query));
      return { ok: true, reply: wanted.map((each) => shown(each, now)) };
    }),
  ];
}

// The coin-futures instruments of a site, with the costs of trading each of them.
import { futuresOptionOf, futuresOptions, type WireFuturesOption } from '@maru/contract/futures/instruments';
import { fees } from '@maru/contract/site';
import { toDecimal } from '@maru/engine/amount';
import { assert } from '@maru/engine/assert';
import type { SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import { type Route, serve } from '../http/serve.ts';
import type { FundingOf } from '../market/funding.ts';
import { isWanted, type Listed, type Prices, shownPrice } from '../market/listed.ts';
import type { FuturesInstrument, FuturesInstruments } from './instruments.ts';
import { USUAL_FEE_RATE } from './settings.ts';
import type { TermsOf } from './terms.ts';

export function listRoutes({
  instruments,
  prices,
  listed,
  fundingOf,
  terms,
}: {
  readonly instruments: FuturesInstruments;
  readonly prices: Pick<Prices, 'latest' | 'index'>;
  readonly listed: Listed;
  readonly fundingOf: FundingOf;
  readonly terms: Pick<TermsOf, 'wire'>;
}): readonly Route[] {
  function shown(instrument: FuturesInstrument, site: SiteId, now: Millis): WireFuturesOption {
    const { id, code } = instrument;
    const mark = prices.latest(code)?.mark;
    const index = prices.index(code);
    const funding = fundingOf(code, now);
    assert(funding !== undefined, 'every coin future is funded');
    const own = terms.wire(site, id, now);
    const each = listed(instrument, now);
    return {
      id,
      ...each,
      markPrice: mark === undefined ? null : shownPrice(instrument, mark),
      indexPrice: index === undefined ? null : shownPrice(instrument, index),
      fundingRate: toDecimal(funding.rate),
      lastFundingRate: toDecimal(funding.lastRate),
      nextFundingMillis: funding.nextFundingAt,
      terms: own,
      isStop: own?.mode === 'STOPPED' ? 1 : each.isStop,
    };
  }

  return [
    serve(fees, async () => ({ ok: true, reply: { futures: toDecimal(USUAL_FEE_RATE) } })),
    serve(futuresOptionOf, async ({ query, site, now }) => {
      const instrument = instruments.byId(query.futuresOptionId);
      if (instrument === undefined) return { ok: false, refusal: 'NOT_FOUND' };
      return { ok: true, reply: shown(instrument, site, now) };
    }),
    serve(futuresOptions, async ({ query, site, now }) => {
      const wanted = instruments.all.filter((each) => isWanted(each, query));
      return { ok: true, reply: wanted.map((each) => shown(each, site, now)) };
    }),
  ];
}

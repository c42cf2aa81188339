// The coin-futures instruments: so far they are only listed.
import { futuresOptionOf, futuresOptions, type WireFuturesOption } from '@maru/contract/market';
import type { Instrument } from '@maru/engine/market/instrument';
import type { Millis } from '@maru/engine/time';
import { type Route, serve } from '../http/serve.ts';
import { isWanted, type Listed, type Prices, shownPrice } from '../market/listed.ts';

export function futuresRoutes({
  instruments,
  prices,
  listed,
}: {
  readonly instruments: readonly Instrument[];
  readonly prices: Pick<Prices, 'latest'>;
  readonly listed: Listed;
}): readonly Route[] {
  const offered = instruments.filter(({ kind }) => kind === 'CRYPTO');

  function shown(instrument: Instrument, now: Millis): WireFuturesOption {
    const mark = prices.latest(instrument.code)?.mark;
    return {
      id: instrument.id,
      ...listed(instrument, now),
      markPrice: mark === undefined ? null : shownPrice(instrument, mark),
      terms: null,
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

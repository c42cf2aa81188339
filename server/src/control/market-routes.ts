// Every instrument once, with its state in each product that trades it.
import type { ReplyOf } from '@maru/contract/call';
import { marketList } from '@maru/contract/control/calls';
import { notional, toDecimal } from '@maru/engine/amount';
import type { Instrument } from '@maru/engine/market/instrument';
import type { Millis } from '@maru/engine/time';
import { type Route, serve } from '../http/serve.ts';
import type { Calendars } from '../market/calendars.ts';
import type { Listed } from '../market/listed.ts';
import type { ProductParts, TradedHere, TradedView } from '../product/server-product.ts';

interface Parts {
  readonly instruments: readonly Instrument[];
  readonly calendars: Pick<Calendars, 'all'>;
  readonly listed: Listed;
  readonly prices: Pick<ProductParts['prices'], 'condition'>;
  readonly tradedViews: readonly TradedView[];
}

type Row = ReplyOf<typeof marketList>['content'][number];

export function marketRoutes({
  instruments,
  calendars,
  listed,
  prices,
  tradedViews,
}: Parts): readonly Route[] {
  const calendarOf = new Map(calendars.all.map(({ code, hours }) => [hours as Instrument['hours'], code]));

  function rowOf(
    instrument: Instrument,
    traded: readonly (TradedHere & { product: string })[],
    now: Millis,
  ): Row {
    const seen = listed(instrument, now);
    const modes = traded.map(({ mode }) => mode);
    const strictest = (['STOPPED', 'REDUCE_ONLY'] as const).find((mode) => modes.includes(mode));
    return {
      instrumentId: instrument.id,
      stock: instrument.code,
      koName: instrument.koName,
      kind: instrument.kind,
      currency: instrument.currency,
      calendar: calendarOf.get(instrument.hours) ?? null,
      tickSize: toDecimal(instrument.tickSize),
      tickValue: toDecimal(notional(instrument.multiplier, instrument.tickSize, 'down')),
      lastPrice: seen.lastPrice,
      condition: prices.condition(instrument.code, now),
      isRest: seen.isRest === 1,
      nextOpenMillis: seen.nextOpenMillis,
      state: strictest ?? 'NORMAL',
      traded: traded.map(({ instrument: _, ...rest }) => rest),
    };
  }

  return [
    serve(marketList, async ({ principal: { site }, now }) => {
      const traded = tradedViews.flatMap(({ product, list }) =>
        list(site, now).map((each) => ({ ...each, product })),
      );
      const byInstrument = Map.groupBy(traded, ({ instrument }) => instrument);
      const content = instruments.map((each) => rowOf(each, byInstrument.get(each.id) ?? [], now));
      return { ok: true, reply: { nowMillis: now, content } };
    }),
  ];
}

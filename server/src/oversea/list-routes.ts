// The overseas-futures instruments of a site, with the costs of trading each of them.
import {
  existsOverseaOption,
  overseaOptionOf,
  overseaOptions,
  type WireOverseaOption,
} from '@maru/contract/oversea/instruments';
import { ONE, toDecimal } from '@maru/engine/amount';
import type { Instrument } from '@maru/engine/market/instrument';
import type { SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import { type Route, serve } from '../http/serve.ts';
import { isWanted } from '../market/listed.ts';
import type { OverseaParts } from './deps.ts';

export function listRoutes({
  listed,
  terms,
  instruments,
}: Pick<OverseaParts, 'listed' | 'terms' | 'instruments'>): readonly Route[] {
  /** Those in won first (spec 2, stock drawer). */
  const won = ({ currency }: Instrument) => (currency === 'KRW' ? 0 : 1);
  const inOrder = instruments.all.toSorted((a, b) => won(a) - won(b) || a.id - b.id);

  function shown(instrument: Instrument, site: SiteId, now: Millis): WireOverseaOption {
    const { id, multiplier, tickSize } = instrument;
    const own = terms.wire(site, id, now);
    const each = listed(instrument, now);
    return {
      id,
      ...each,
      multiplier: toDecimal(multiplier),
      tickValue: toDecimal((tickSize * multiplier) / ONE),
      terms: own,
      isStop: own?.mode === 'STOPPED' ? 1 : each.isStop,
    };
  }

  return [
    serve(overseaOptionOf, async ({ query, site, now }) => {
      const instrument = instruments.byId(query.overseaOptionId);
      if (instrument === undefined) return { ok: false, refusal: 'NOT_FOUND' };
      return { ok: true, reply: shown(instrument, site, now) };
    }),
    serve(overseaOptions, async ({ query, site, now }) => {
      const wanted = inOrder.filter((each) => isWanted(each, query));
      return { ok: true, reply: wanted.map((each) => shown(each, site, now)) };
    }),
    /** It can be traded now: its session is open, and staff have not closed it. */
    serve(existsOverseaOption, async ({ site, now }) => {
      const exist = instruments.all.some(({ id }) => {
        const own = terms.at(site, id, now);
        return own?.session !== undefined && own.mode !== 'STOPPED';
      });
      return { ok: true, reply: { exist } };
    }),
  ];
}

// The binary options of a site: what it does not offer is left out of its list, what its staff halted is shown as
// stopped, and each has the payout of a hit.
import {
  siteTradeOptions,
  tradeOption,
  tradeOptions,
  type WireBinaryOption,
} from '@maru/contract/binary/offers';
import { toDecimal } from '@maru/engine/amount';
import type { SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import { type Route, serve } from '../http/serve.ts';
import { isWanted } from '../market/listed.ts';
import type { BinaryParts } from './deps.ts';
import { isOffered, type Offer } from './offers.ts';

export function listRoutes({
  listed,
  offers,
  halts,
  sites,
  settings,
}: Pick<BinaryParts, 'listed' | 'offers' | 'halts' | 'sites' | 'settings'>): readonly Route[] {
  function rateOf(site: SiteId, offer: Offer): string | null {
    const known = sites.byId(site);
    if (known === undefined || offer.family === 'BALL') return null;
    return toDecimal(settings.termsOf(known, offer).rate);
  }

  function shown(offer: Offer, site: SiteId, now: Millis): WireBinaryOption {
    const { id, type, instrument } = offer;
    const each = listed(instrument, now);
    const isStop = halts.current(site, id) === undefined ? each.isStop : 1;
    return { id, type, rate: rateOf(site, offer), ...each, isStop };
  }

  function list(site: SiteId, now: Millis, isListed: (offer: Offer) => boolean): WireBinaryOption[] {
    const known = sites.byId(site);
    if (known === undefined) return [];
    return offers.all
      .filter((offer) => isOffered(known, offer) && isListed(offer))
      .map((offer) => shown(offer, site, now));
  }

  return [
    serve(tradeOption, async ({ query, site, now }) => {
      const offer = offers.byId(query.tradeOptionId);
      if (offer === undefined) return { ok: false, refusal: 'NOT_FOUND' };
      return { ok: true, reply: shown(offer, site, now) };
    }),
    serve(tradeOptions, async ({ query: { typeArray: types, ...filter }, site, now }) => {
      const isListed = ({ instrument, type }: Offer) =>
        isWanted(instrument, filter) && (types === undefined || types.includes(type));
      return { ok: true, reply: list(site, now, isListed) };
    }),
    serve(siteTradeOptions, async ({ site, now }) => ({
      ok: true,
      reply: list(site, now, ({ instrument }) => instrument.isPlay),
    })),
  ];
}

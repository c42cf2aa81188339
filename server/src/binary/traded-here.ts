// The offers of binary options as staff list them: one for each type of rounds of an instrument.
import type { SiteId } from '@maru/engine/purse';
import type { TradedHere } from '../product/server-product.ts';
import type { BinaryParts } from './deps.ts';
import { isOffered } from './offers.ts';

export function listTraded(
  { offers, sites, halts }: Pick<BinaryParts, 'offers' | 'sites' | 'halts'>,
  site: SiteId,
): readonly TradedHere[] {
  const known = sites.byId(site);
  if (known === undefined) return [];
  return offers.all
    .filter((offer) => isOffered(known, offer))
    .map(({ id, instrument, type }) => {
      const halt = halts.current(site, id);
      return {
        ...{ instrument: instrument.id, option: id, type, reason: halt?.reason ?? null, most: null },
        mode: halt === undefined ? 'NORMAL' : 'STOPPED',
        ...{ players: 0, positions: 0, month: null, lastTradingDate: null },
      };
    });
}

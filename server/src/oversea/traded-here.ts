// The instruments of overseas futures as staff list them.
import { formatIsoDate } from '@maru/engine/market/calendar-date';
import { localDate } from '@maru/engine/market/trading-hours';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { TradedHere } from '../product/server-product.ts';
import type { OverseaParts } from './deps.ts';

export function listTraded(
  {
    instruments,
    sites,
    state,
    settings,
    closings,
    terms,
  }: Pick<OverseaParts, 'instruments' | 'sites' | 'state' | 'settings' | 'closings' | 'terms'>,
  site: SiteId,
  now: Millis,
): readonly TradedHere[] {
  const known = sites.byId(site);
  if (known === undefined || !known.features.oversea) return [];
  const held = new Map<number, { positions: number; readonly players: Set<PlayerId> }>();
  for (const { site: own, instrument, player } of state.positions.values()) {
    if (own !== site) continue;
    const counts = held.get(instrument) ?? { positions: 0, players: new Set() };
    held.set(instrument, counts);
    counts.positions += 1;
    counts.players.add(player);
  }
  return instruments.all.map((instrument) => {
    const { id, hours } = instrument;
    const setting = settings.of(known, id);
    const closing = closings.current(site, id);
    const month = terms.monthOf(instrument, localDate(hours, now));
    return {
      ...{ instrument: id, option: id, type: null },
      mode: closing === undefined ? setting.mode : 'STOPPED',
      reason: closing?.reason ?? null,
      players: held.get(id)?.players.size ?? 0,
      positions: held.get(id)?.positions ?? 0,
      most: setting.contractsMost,
      month: month?.month ?? null,
      lastTradingDate: month === undefined ? null : formatIsoDate(month.lastTradingDate),
    };
  });
}

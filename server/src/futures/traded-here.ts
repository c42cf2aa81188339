// The instruments of coin futures as staff list them.
import type { PlayerId, SiteId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { TradedHere } from '../product/server-product.ts';
import type { FuturesParts } from './deps.ts';

export function listTraded(
  { instruments, holdings, terms }: Pick<FuturesParts, 'instruments' | 'holdings' | 'terms'>,
  site: SiteId,
  now: Millis,
): readonly TradedHere[] {
  const held = new Map<number, { positions: number; readonly players: Set<PlayerId> }>();
  for (const { site: own, instrument, player } of holdings.state.positions.values()) {
    if (own !== site) continue;
    const counts = held.get(instrument) ?? { positions: 0, players: new Set() };
    held.set(instrument, counts);
    counts.positions += 1;
    counts.players.add(player);
  }
  return instruments.all.flatMap(({ id }) => {
    const mode = terms.at(site, id, now)?.mode;
    if (mode === undefined) return [];
    return [
      {
        ...{ instrument: id, option: id, type: null, mode, reason: null, most: null },
        players: held.get(id)?.players.size ?? 0,
        positions: held.get(id)?.positions ?? 0,
        month: null,
        lastTradingDate: null,
      },
    ];
  });
}

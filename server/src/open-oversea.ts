// Overseas futures beside the market whose prices fill them.
import { topics } from '@maru/contract/realtime';
import type { Database } from './db/database.ts';
import type { Desk } from './desk/desk.ts';
import { instruments } from './feed/instruments.ts';
import type { Log } from './log/log.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { OpenedMarket } from './open-market.ts';
import { type Oversea, openOversea as open } from './oversea/open-oversea.ts';
import { clock, wait } from './process-time.ts';
import type { Realtime } from './realtime/realtime.ts';
import type { Sites } from './site/sites.ts';
import type { StaffRequests } from './staff/requests.ts';

export const openOversea = (parts: {
  readonly database: Database;
  readonly desk: Desk;
  readonly sites: Sites;
  readonly realtime: Pick<Realtime, 'publish' | 'push' | 'players'>;
  readonly opened: OpenedMarket;
  readonly log: Log;
  readonly requests: StaffRequests;
}): Promise<Oversea> => {
  const { realtime, opened } = parts;
  return open({
    ...parts,
    instruments,
    listed: opened.market.listed,
    prices: opened.feed,
    onLiveTick: opened.onLiveTick,
    publish: (site, push) => realtime.publish(topics.oversea.destination, JSON.stringify(push), site),
    pushCross: (player, push) => realtime.push(player, 'oversea_cross', push),
    pushGuard: (player, push) => realtime.push(player, 'oversea_cross', push),
    connected: realtime.players,
    time: { clock, wait },
  });
};

export function measureOversea(metrics: Metrics, { stats, watch }: Oversea): void {
  metrics.gaugeOf('maru_oversea_positions', 'Open overseas positions', () => stats().positions);
  metrics.gaugeOf('maru_oversea_orders', 'Overseas orders that wait for a price', () => stats().orders);
  metrics.gaugeOf(
    'maru_oversea_asked',
    'Fills, exits and loss-cuts asked of the desk since the start',
    () => watch.stats().asked,
  );
  metrics.gaugeOf('maru_oversea_refused', 'Of them those that the desk refused', () => watch.stats().refused);
}

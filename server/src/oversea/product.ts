// Overseas futures as a product, with the market whose prices fill its orders.
import * as memberViews from '@maru/contract/oversea/views';
import { topics } from '@maru/contract/realtime';
import type { Metrics } from '../metrics/metrics.ts';
import type { OpenedProduct, ProductParts, ServerProduct } from '../product/server-product.ts';
import { overseaEvidence } from './evidence.ts';
import { overseaFairness } from './fairness.ts';
import { type Oversea, openOversea } from './open-oversea.ts';
import { overseaPushes } from './pushes.ts';
import { overseaResults } from './results.ts';
import { tradedFills } from './traded.ts';

export const overseaProduct: ServerProduct = {
  name: 'oversea',
  pushesOf: overseaPushes,
  fairness: overseaFairness,
  traded: tradedFills,
  open,
};

async function open(parts: ProductParts): Promise<OpenedProduct> {
  const { realtime, sites } = parts;
  const oversea = await openOversea({
    ...parts,
    publish: (site, push) => realtime.publish(topics.oversea.destination, JSON.stringify(push), site),
    pushCross: (player, push) => realtime.push(player, 'oversea_cross', push),
    pushGuard: (player, push) => realtime.push(player, 'oversea_cross', push),
    connected: realtime.players,
  });
  sites.onChange(() => oversea.siteChanged());
  const { routes, load, reservedFor, past, traded, exposure, held, start, stop } = oversea;
  const measure = (metrics: Metrics): void => measureOversea(metrics, oversea);
  const evidence = overseaEvidence(routes);
  const views = Object.values(memberViews);
  const resultsOf = overseaResults;
  const shown = { past, traded, exposure, held, evidence, views, resultsOf };
  return { routes, follower: oversea, load, reservedFor, ...shown, measure, start, stop };
}

function measureOversea(metrics: Metrics, { stats, watch }: Oversea): void {
  metrics.gaugeOf('maru_oversea_positions', 'Open overseas positions', () => stats().positions);
  metrics.gaugeOf('maru_oversea_orders', 'Overseas orders that wait for a price', () => stats().orders);
  metrics.gaugeOf(
    'maru_oversea_asked',
    'Fills, exits and loss-cuts asked of the desk since the start',
    () => watch.stats().asked,
  );
  metrics.gaugeOf('maru_oversea_refused', 'Of them those that the desk refused', () => watch.stats().refused);
}

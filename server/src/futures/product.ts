// Coin futures as a product, with the market whose prices fill its orders.
import * as memberViews from '@maru/contract/futures/views';
import { topics } from '@maru/contract/realtime';
import type { Metrics } from '../metrics/metrics.ts';
import type { OpenedProduct, ProductParts, ServerProduct } from '../product/server-product.ts';
import { futuresGround } from './deps.ts';
import { futuresEvidence } from './evidence.ts';
import { futuresFairness } from './fairness.ts';
import { type Futures, openFutures } from './open-futures.ts';
import { futuresPushes } from './pushes.ts';
import { futuresResults } from './results.ts';
import { tradedFills } from './traded.ts';

export const futuresProduct: ServerProduct = {
  name: 'futures',
  pushesOf: futuresPushes,
  fairness: futuresFairness,
  traded: tradedFills,
  open,
};

async function open(parts: ProductParts): Promise<OpenedProduct> {
  const { realtime, sites } = parts;
  const futures = await openFutures({
    ...parts,
    publish: (site, push) => realtime.publish(topics.futures.destination, JSON.stringify(push), site),
    pushCross: (player, push) => realtime.push(player, 'cross', push),
    pushLiquidPrices: (player, push) => realtime.push(player, 'futures', push),
    connected: realtime.players,
    isConnected: realtime.isConnected,
    onPresence: realtime.onPresence,
  });
  sites.onChange(() => futures.siteChanged());
  futuresGround.make(parts.offers, futures.ground);
  const { routes, load, reservedFor, past, traded, exposure, held, start, stop } = futures;
  const measure = (metrics: Metrics): void => measureFutures(metrics, futures);
  const evidence = futuresEvidence(parts, routes);
  const views = Object.values(memberViews);
  const resultsOf = futuresResults;
  const shown = { past, traded, exposure, held, evidence, views, resultsOf };
  return { routes, follower: futures, load, reservedFor, ...shown, measure, start, stop };
}

function measureFutures(metrics: Metrics, { stats, watch, fundings, disconnects }: Futures): void {
  const gauges: readonly (readonly [name: string, help: string, ask: () => number])[] = [
    ['maru_futures_positions', 'Open coin-futures positions', () => stats().positions],
    ['maru_futures_orders', 'Coin-futures orders that wait for a price', () => stats().orders],
    [
      'maru_futures_asked',
      'Fills, warnings and liquidations asked of the desk since the start',
      () => watch.stats().asked,
    ],
    ['maru_futures_refused', 'Of them those that the desk refused', () => watch.stats().refused],
    ['maru_futures_fundings', 'Fundings of an instrument paid since the start', () => fundings.stats().paid],
    [
      'maru_futures_unpriced_fundings',
      'Fundings of held instruments without a mark price at their time, which pay nothing',
      () => fundings.stats().unpriced,
    ],
    [
      'maru_futures_disconnected',
      'Players whose orders were cancelled because their connection was lost',
      () => disconnects.stats().cancelled,
    ],
  ];
  for (const [name, help, ask] of gauges) metrics.gaugeOf(name, help, ask);
}

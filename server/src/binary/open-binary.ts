// Binary options assembled: settings, halts, the ticks that count, the round loop, and the calls.
import type { Route } from '../http/serve.ts';
import type { TradedView } from '../product/server-product.ts';
import { openStoppages } from '../staff/stoppages.ts';
import type { BinaryDeps } from './deps.ts';
import { HALTS } from './halts.ts';
import { listRoutes } from './list-routes.ts';
import { listOffers, type OfferList } from './offers.ts';
import { officeRoutes } from './office-routes.ts';
import { createRounds, type Rounds } from './rounds.ts';
import { binaryRoutes } from './routes.ts';
import { openSettings } from './settings.ts';
import { createTickWindow, type TickWindow } from './tick-window.ts';
import { listTraded } from './traded-here.ts';

export interface Binary {
  readonly routes: readonly Route[];
  readonly traded: TradedView;
  readonly offers: OfferList;
  readonly ticks: TickWindow;
  readonly rounds: Rounds;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export async function openBinary(deps: BinaryDeps): Promise<Binary> {
  const { database } = deps;
  const offers = listOffers(deps.instruments);
  const settings = await openSettings(database);
  const halts = await openStoppages(database, HALTS);
  const ticks = createTickWindow(deps);
  await ticks.start();
  const rounds = createRounds({ ...deps, offers, ticks });
  const parts = { ...deps, offers, settings, halts, ticks, rounds };
  return {
    routes: [...listRoutes(parts), ...binaryRoutes(parts), ...officeRoutes(parts)],
    traded: { product: 'binary', list: (site) => listTraded(parts, site) },
    offers,
    ticks,
    rounds,
    start: () => rounds.start(),
    async stop() {
      await rounds.stop();
      ticks.stop();
    },
  };
}

// Binary options assembled: settings, halts, the ticks that count, the round loop, and the calls.
import type { Loop } from '../clock/loop.ts';
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
import { createVoidLetters } from './void-letters.ts';

export interface Binary {
  readonly routes: readonly Route[];
  readonly traded: TradedView;
  readonly offers: OfferList;
  readonly ticks: TickWindow;
  readonly rounds: Rounds;
  /** What players are told of voided rounds. */
  readonly letters: Pick<Loop, 'runOnce'>;
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
  const letters = createVoidLetters(parts);
  return {
    routes: [...listRoutes(parts), ...binaryRoutes(parts), ...officeRoutes(parts)],
    traded: { product: 'binary', list: (site) => listTraded(parts, site) },
    offers,
    ticks,
    rounds,
    letters,
    async start() {
      await rounds.start();
      letters.start();
    },
    async stop() {
      await letters.stop();
      await rounds.stop();
      ticks.stop();
    },
  };
}

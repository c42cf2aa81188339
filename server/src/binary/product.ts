// Binary options, and the draws of bit-ball, whose bets come through the same calls.

import { randomBytes } from 'node:crypto';
import * as memberViews from '@maru/contract/binary/views';
import { topics } from '@maru/contract/realtime';
import type { SiteId } from '@maru/engine/purse';
import { later, type Millis } from '@maru/engine/time';
import { createDraws } from '../bitball/draws.ts';
import { openOdds } from '../bitball/odds.ts';
import { recordedUntil } from '../market/record-gaps.ts';
import type { OpenedProduct, ProductParts, ServerProduct } from '../product/server-product.ts';
import { betEvidence } from './evidence.ts';
import { readExposedRounds } from './exposure.ts';
import { betFairness } from './fairness.ts';
import { countWaitingVoids } from './office-store.ts';
import { type Binary, openBinary } from './open-binary.ts';
import { SALT_STOCK } from './proofs.ts';
import { binaryPushes } from './pushes.ts';
import { betResults } from './results-of.ts';
import { ticksThatCount } from './tick-window.ts';
import { tradedBets } from './traded.ts';

export const binaryProduct: ServerProduct = {
  name: 'binary',
  pushesOf: binaryPushes,
  fairness: betFairness,
  traded: tradedBets,
  open,
};

async function open(parts: ProductParts): Promise<OpenedProduct> {
  const { database, sites, realtime } = parts;
  const publish = (site: SiteId, push: unknown): void =>
    realtime.publish(topics.rounds.destination, JSON.stringify(push), site);
  const odds = await openOdds(database);
  const binary = await openBinary({
    ...parts,
    record: parts.recorder,
    recordedUntil: recordedUntil(parts.lastTicks),
    ball: odds,
    publish,
  });
  const draws = createDraws({
    ...parts,
    offers: binary.offers.all
      .filter(({ family }) => family === 'BALL')
      .map(({ id, type, instrument }) => ({ id, type, stock: instrument.code })),
    sites: () =>
      sites
        .all()
        .filter(({ features, moneyMode }) => features.powerBall && moneyMode === 'PRACTICE')
        .map(({ id }) => id),
    saltTick: (at) => saltTick(binary, at),
    random: randomBytes,
    publish,
  });
  return {
    routes: [...binary.routes, ...odds.routes],
    evidence: betEvidence(binary.routes),
    views: Object.values(memberViews),
    resultsOf: betResults(
      (site) => sites.byId(site)?.wallets.find(({ type }) => type === 'BINARY')?.currency,
    ),
    traded: binary.traded,
    badges: [{ screen: 'rounds', count: (tx, { site }) => countWaitingVoids(tx, site) }],
    past: {
      products: ['binary', 'bitball'],
      instrumentOf: ({ round }) => binary.offers.roundOf(round)?.offer.instrument.id,
    },
    exposure: {
      product: 'binary',
      housePurposes: ['pnl:binary', 'pnl:bitball'],
      async rounds(site) {
        const read = await parts.desk.read(readExposedRounds, { site });
        return read?.seen.map((round) => ({
          ...round,
          instrument: binary.offers.roundOf(round.id)?.offer.instrument.id,
        }));
      },
    },
    async start() {
      await binary.start();
      draws.start();
    },
    async stop() {
      await draws.stop();
      await binary.stop();
    },
  };
}

const SALT_LOOK_BACK_MS = 10_000;

/** The last recorded tick before the draw; undefined where an unrecorded tick may have followed it. */
async function saltTick({ ticks }: Binary, at: Millis) {
  const ticksBefore = await ticks.gather(SALT_STOCK, { from: later(at, -SALT_LOOK_BACK_MS), to: at });
  const span = { open: at, close: at, staleMs: SALT_LOOK_BACK_MS, hasOwnStrikes: false };
  const tick = ticksThatCount(ticksBefore, span, ticks.gaps()).at(-1);
  return tick && { last: tick.price, ts: tick.ts };
}

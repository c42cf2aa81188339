// Binary options and bit-ball beside the market whose prices decide them.
import { randomBytes } from 'node:crypto';
import { topics } from '@maru/contract/realtime';
import type { Amount } from '@maru/engine/amount';
import type { PlayerId } from '@maru/engine/purse';
import { later, type Millis } from '@maru/engine/time';
import { type Binary, openBinary } from './binary/open-binary.ts';
import { SALT_STOCK } from './binary/proofs.ts';
import { recordedUntil, ticksThatCount } from './binary/tick-window.ts';
import { openOdds } from './bitball/odds.ts';
import { openBitball } from './bitball/open-bitball.ts';
import type { Database } from './db/database.ts';
import type { Desk } from './desk/desk.ts';
import { instruments } from './feed/instruments.ts';
import type { Route } from './http/serve.ts';
import type { Log } from './log/log.ts';
import type { OpenedMarket } from './open-market.ts';
import { clock, wait } from './process-time.ts';
import type { Realtime } from './realtime/realtime.ts';
import type { Site, Sites } from './site/sites.ts';

export interface Games {
  readonly routes: readonly Route[];
  /** When everything else stands: what a stopped process left undone is done first. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export async function openGames(parts: {
  readonly database: Database;
  readonly desk: Desk;
  readonly sites: Sites;
  readonly realtime: Pick<Realtime, 'publish'>;
  readonly opened: OpenedMarket;
  /** What open overseas positions need of a player's free money. */
  readonly keptFor: (player: PlayerId, now: Millis) => Amount;
  readonly log: Log;
}): Promise<Games> {
  const { database, desk, sites, realtime, opened, keptFor, log } = parts;
  const time = { clock, wait };
  const publish = (site: Site['id'], push: unknown): void =>
    realtime.publish(topics.rounds.destination, JSON.stringify(push), site);
  const odds = await openOdds(database);
  const binary = await openBinary({
    database,
    desk,
    instruments,
    listed: opened.market.listed,
    sites,
    prices: opened.feed,
    record: opened.market.recorder,
    onTick: opened.onTick,
    recordedUntil: recordedUntil(opened.lastTicks),
    ball: odds,
    keptFor,
    publish,
    time,
    log,
  });
  const bitball = openBitball(
    {
      database,
      desk,
      options: binary.options.all
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
      time,
      log,
    },
    odds,
  );
  return {
    routes: [...binary.routes, ...bitball.routes],
    async start() {
      await binary.start();
      bitball.start();
    },
    async stop() {
      await bitball.stop();
      await binary.stop();
    },
  };
}

const SALT_LOOK_BACK_MS = 10_000;

/** The last tick before the draw that cannot have been preceded by one that nobody recorded. */
async function saltTick({ ticks }: Binary, at: Millis) {
  const heard = await ticks.gather(SALT_STOCK, { from: later(at, -SALT_LOOK_BACK_MS), to: at });
  const span = { open: at, close: at, staleMs: SALT_LOOK_BACK_MS, hasOwnStrikes: false };
  const tick = ticksThatCount(heard, span, ticks.gaps()).at(-1);
  return tick && { last: tick.price, ts: tick.ts };
}

// When roots are made: as soon as one is due and the newest is older. A day that no server saw has none; the first root
// after it has the balances that stood since, because nobody traded meanwhile.
import { PROOF_DAYS } from '@maru/contract/solvency/calls';
import { type DayNumber, formatIsoDate } from '@maru/engine/market/calendar-date';
import { solvencyDayAt } from '@maru/engine/solvency/statement';
import type { Millis } from '@maru/engine/time';
import { createLoop } from '../clock/loop.ts';
import type { Database } from '../db/database.ts';
import type { Log } from '../log/log.ts';
import type { Publication, PublishReport } from './publish.ts';
import { findNewestDay } from './store.ts';

const CHECK_EVERY_MS = 2_000;

export interface Publisher {
  start(): void;
  stop(): Promise<void>;
  /** One check now, for tests. */
  runOnce(): Promise<void>;
  /** When the newest root was made, as far as this process knows. */
  newestAt(): Millis | undefined;
}

export function createPublisher({
  shard,
  database,
  publish,
  beginsAfterMs,
  time,
  log,
}: {
  readonly shard: number;
  readonly database: Database;
  readonly publish: (publication: Publication) => Promise<PublishReport | undefined>;
  /** How long after the start the first check comes. */
  readonly beginsAfterMs: number;
  readonly time: { readonly clock: () => Millis; readonly wait: (ms: number) => Promise<void> };
  readonly log: Log;
}): Publisher {
  let newest: { readonly day: DayNumber; readonly made_ms: Millis } | undefined;
  let hasStopped = false;

  async function check(): Promise<void> {
    const now = time.clock();
    const day = solvencyDayAt(now);
    if (newest !== undefined && newest.day >= day) return;
    newest = await database.transaction((tx) => findNewestDay(tx, shard));
    if (newest !== undefined && newest.day >= day) return;
    const report = await publish({ day, now, shard, proofDays: PROOF_DAYS });
    if (report !== undefined)
      log.info('root of all balances published', { date: formatIsoDate(day), ...report });
    newest = await database.transaction((tx) => findNewestDay(tx, shard));
  }

  const loop = createLoop({
    work: check,
    restMs: () => CHECK_EVERY_MS,
    wait: time.wait,
    log,
    failure: 'publishing the root of all balances failed, retrying',
  });

  return {
    start: () => void time.wait(beginsAfterMs).then(() => (hasStopped ? undefined : loop.start())),
    async stop() {
      hasStopped = true;
      await loop.stop();
    },
    runOnce: loop.runOnce,
    newestAt: () => newest?.made_ms,
  };
}

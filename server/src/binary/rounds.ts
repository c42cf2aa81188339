// The one clock of binary rounds. Rounds of every length open and close on half minutes, so one loop serves them all:
// at each half minute rounds switch, and a grace later those that closed are frozen, paid and published. What a stopped
// process left undone is done first.
import type { RoundPush } from '@maru/contract/realtime';
import { toDecimal } from '@maru/engine/amount';
import { GRACE_MS } from '@maru/engine/binary/terms';
import { lengthOf, ROUND_TYPES } from '@maru/engine/rounds/round';
import { floorTo, HOUR_MS, later, type Millis, millis } from '@maru/engine/time';
import { insertResults, type RoundResult } from '../bets/tables.ts';
import { createLoop, type Loop } from '../clock/loop.ts';
import { type Coverage, knownUntil } from '../market/record-gaps.ts';
import type { BinaryParts } from './deps.ts';
import { saveProofs } from './proofs.ts';
import { findNewestClose, forgetOldResults, resultOf, resultsAt } from './results.ts';
import { createSettlement, type FrozenEvent } from './settle.ts';

const HALF_MINUTE_MS = 30_000;
/** The loop runs at least this often, so that a clock that was set forward is noticed. */
const CHECK_EVERY_MS = 500;
const SOON_MS = 50;
/** Results of rounds further back are not computed after a stop: nobody bet on those rounds. */
const CATCH_UP_MS = HOUR_MS;
/** A switch that was missed by more than this is not published. */
const NEWS_MS = 5_000;

/** Everything that is due is done when `runOnce` resolves. Staff may trigger a run while the loop is running. */
export interface Rounds extends Omit<Loop, 'start'> {
  start(): Promise<void>;
  /** Pays what staff just voided, without waiting for the next close. */
  settleNow(): Promise<void>;
}

const oldestToldAt = (now: Millis): Millis => floorTo(millis(now - CATCH_UP_MS), HALF_MINUTE_MS);

export function createRounds(
  parts: Pick<
    BinaryParts,
    'database' | 'desk' | 'sites' | 'publish' | 'time' | 'log' | 'offers' | 'ticks' | 'coverage'
  >,
): Rounds {
  const { database, sites, publish, time, log, offers, ticks, coverage } = parts;
  const settlement = createSettlement(parts);
  let switched = floorTo(time.clock(), HALF_MINUTE_MS);
  let decided = switched;
  let cleaned = 0;
  /** Frozen but not yet in the public list, because the database was not available. */
  let unpublished: FrozenEvent[] = [];

  function publishRoundChanges(now: Millis): void {
    const open = floorTo(now, HALF_MINUTE_MS);
    if (open <= switched) return;
    switched = open;
    if (now - open > NEWS_MS) return;
    for (const type of ROUND_TYPES) {
      if (open % lengthOf(type) !== 0) continue;
      for (const site of sites.all()) {
        publish(site.id, { type: 'ROUND_OPEN', at: now, data: { type, openMillis: open } });
      }
    }
  }

  async function publishDueResults(now: Millis): Promise<void> {
    const due = floorTo(millis(now - GRACE_MS), HALF_MINUTE_MS);
    // A machine that was suspended is treated like one that was off.
    decided = millis(Math.max(decided, oldestToldAt(now)));
    while (decided < due) {
      // The next start continues from here.
      if (loop.isStopping()) return;
      const close = later(decided, HALF_MINUTE_MS);
      const results = await resultsAt(close, {
        offers: offers.all,
        sites: sites.all(),
        ticks,
        frozen: unpublished,
      });
      await publishResults(results, now);
      decided = close;
    }
    // Rounds of an earlier process, whose close lies before the first one that this loop publishes.
    const rest = unpublished.flatMap((event) => {
      const round = offers.roundOf(event.round);
      return round === undefined ? [] : [resultOf(event.site, round, event)];
    });
    await publishResults(rest, now);
    unpublished = [];
  }

  async function publishResults(results: readonly RoundResult[], now: Millis): Promise<void> {
    if (results.length === 0) return;
    await database.transaction((tx) => insertResults(tx, results));
    // Durable: now it may be published.
    for (const each of results) {
      publish(each.site, { type: 'ROUND_RESULT', at: now, data: pushOf(each) });
    }
    const published = new Set(results.map(({ site, round }) => `${site}/${round}`));
    unpublished = unpublished.filter(({ site, round }) => !published.has(`${site}/${round}`));
  }

  async function clean(now: Millis): Promise<void> {
    if (now - cleaned < HOUR_MS) return;
    await saveProofs(database, offers, now);
    await forgetOldResults(database, now);
    cleaned = now;
  }

  async function check(): Promise<void> {
    const now = time.clock();
    publishRoundChanges(now);
    // Nothing is decided before every tick is here that counts for it.
    const known = knownUntil(coverage, now);
    const isDue = floorTo(millis(known - GRACE_MS), HALF_MINUTE_MS) > decided;
    if (!isDue && !hasWork) return;
    hasWork = true;
    unpublished.push(...(await settlement.freeze(known)));
    // The result is published while the players are being paid: from the freeze on it cannot change.
    const [isPaid] = await Promise.all([settlement.pay(), publishDueResults(known)]);
    await clean(now);
    hasWork = !isPaid;
  }
  /** Set while a step is unfinished: the next check continues it. */
  let hasWork = true;

  const loop = createLoop({
    work: check,
    restMs: () => restMs(time.clock(), coverage),
    wait: time.wait,
    log,
    failure: 'round settlement loop failed, retrying',
  });

  return {
    ...loop,
    async start() {
      const newest = await database.transaction(findNewestClose);
      if (newest !== undefined) decided = millis(Math.max(newest, oldestToldAt(time.clock())));
      loop.start();
    },
    async settleNow() {
      hasWork = true;
      await loop.runOnce();
    },
  };

  function pushOf({ round, offer, status, voidReason, openPrice, closePrice }: RoundResult): RoundPush {
    return {
      tradeRoundId: round,
      tradeOptionId: offer,
      stock: offers.byId(offer)?.instrument.code ?? '',
      status,
      openPrice: openPrice === undefined ? null : toDecimal(openPrice),
      closePrice: closePrice === undefined ? null : toDecimal(closePrice),
      voidReason: voidReason ?? null,
      voidText: null,
      ball: null,
    };
  }
}

/** Time until the next round begins or the last one can be settled. */
function restMs(now: Millis, coverage: Coverage | undefined): number {
  // The last ticks of a round that is over are on their way.
  const over = floorTo(millis(now - GRACE_MS), HALF_MINUTE_MS);
  if (knownUntil(coverage, now) < over + GRACE_MS) return SOON_MS;
  const next = floorTo(now, HALF_MINUTE_MS) + HALF_MINUTE_MS;
  const grace = floorTo(millis(now - GRACE_MS), HALF_MINUTE_MS) + HALF_MINUTE_MS + GRACE_MS;
  return Math.max(1, Math.min(next - now, grace - now, CHECK_EVERY_MS));
}

// What a price tick costs while many orders wait for a level, beside scanning all of them.
import { type Price, priceOfUnits } from '@maru/engine/amount';
import { createTriggers, type Fires, type Triggers } from '@maru/engine/market/trigger-index';
import { middleOf } from './callers.ts';

const SIZES = [1_000, 100_000, 1_000_000] as const;
const ROUNDS = 15;

/** Bitcoin at 60,000 with ticks of 0.1; no order waits closer than 0.5 %, the farthest is 50 % away. */
const TICK = 10_000_000;
const MIDDLE = 600_000 * TICK;
const NEAREST_TICKS = 3_000;
const FARTHEST_TICKS = 300_000;

/** Seeded, so that every run walks the same way. */
function createDice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return (state >>> 0) / 2 ** 32;
  };
}

const priceAt = (ticks: number): Price => priceOfUnits(BigInt(MIDDLE + ticks * TICK));

const sideOf = (id: number): Fires => (id % 2 === 0 ? 'AT_OR_ABOVE' : 'AT_OR_BELOW');

/** A random walk of up to three ticks a step that turns back at the bound; each price is a bigint of its own. */
function walk(dice: () => number, steps: number, boundTicks: number): readonly Price[] {
  let at = 0;
  return Array.from({ length: steps }, () => {
    at += Math.floor(dice() * 7) - 3;
    at = Math.max(-boundTicks, Math.min(boundTicks, at));
    return priceAt(at);
  });
}

interface Stand {
  readonly size: number;
  readonly triggers: Triggers;
  readonly nextId: (fires: Fires) => number;
  /** The rival's best form: one packed column of exact doubles per side and no object to visit. */
  readonly columns: { readonly above: Float64Array; readonly below: Float64Array };
}

function createStand(size: number, dice: () => number): Stand {
  const triggers = createTriggers();
  const above = new Float64Array(size / 2);
  const below = new Float64Array(size / 2);
  for (let id = 0; id < size; id++) {
    const away = NEAREST_TICKS + Math.floor(dice() * (FARTHEST_TICKS - NEAREST_TICKS));
    const fires = sideOf(id);
    const level = priceAt(fires === 'AT_OR_ABOVE' ? away : -away);
    triggers.watch({ id, fires, level });
    (fires === 'AT_OR_ABOVE' ? above : below)[id >> 1] = Number(level);
  }
  let pairs = size / 2;
  const nextId = (fires: Fires): number => 2 * pairs++ + (fires === 'AT_OR_ABOVE' ? 0 : 1);
  return { size, triggers, nextId, columns: { above, below } };
}

function scan({ above, below }: Stand['columns'], price: Price): number {
  const at = Number(price);
  let hits = 0;
  for (let index = 0; index < above.length; index++) if (at >= above[index]!) hits++;
  for (let index = 0; index < below.length; index++) if (at <= below[index]!) hits++;
  return hits;
}

/** Nanoseconds per step, and a sum that keeps the work from being optimised away. */
function timed(steps: number, step: (index: number) => number): { ns: number; sum: number } {
  let sum = 0;
  const start = process.hrtime.bigint();
  for (let index = 0; index < steps; index++) sum += step(index);
  return { ns: Number(process.hrtime.bigint() - start) / steps, sum };
}

const QUIET_STEPS = 200_000;
/** Levels that the rival scans per round: a scan of a million costs milliseconds, a few are enough. */
const SCANNED_LEVELS = 4_000_000;

/** Ticks that walk between the nearest triggers: none is hit, as with nearly all ticks. */
function quietRound(stand: Stand, prices: readonly Price[]): { index: number; scan: number } {
  const priceOf = (index: number): Price => prices[index % prices.length]!;
  const index = timed(QUIET_STEPS, (step) => stand.triggers.firedBy(priceOf(step)).length);
  const scanned = timed(SCANNED_LEVELS / stand.size, (step) => scan(stand.columns, priceOf(step)));
  if (index.sum + scanned.sum !== 0) throw new Error('a quiet tick hit somebody');
  return { index: index.ns, scan: scanned.ns };
}

const BUSY_STEPS = 5_000;

/** Ticks that jump so far into the levels that about four fire; a new order then waits as near as each did. */
function busyRound({ triggers, size, nextId }: Stand, dice: () => number): { tick: number; hits: number } {
  const reach = Math.max(1, Math.round((8 * (FARTHEST_TICKS - NEAREST_TICKS)) / size));
  const far = NEAREST_TICKS + reach;
  const { ns, sum } = timed(BUSY_STEPS, (step) => {
    const fired = triggers.firedBy(priceAt(step % 2 === 0 ? far : -far));
    for (const id of fired) {
      const away = NEAREST_TICKS + Math.floor(dice() * reach);
      const fires = sideOf(id);
      triggers.watch({
        id: nextId(fires),
        fires,
        level: priceAt(fires === 'AT_OR_ABOVE' ? away : -away),
      });
    }
    return fired.length;
  });
  return { tick: ns, hits: sum / BUSY_STEPS };
}

const rounded = (value: number, places = 1): number => Number(value.toFixed(places));

export async function ticks(): Promise<Record<string, unknown>> {
  const dice = createDice(1);
  const stands = SIZES.map((size) => createStand(size, dice));
  const prices = walk(dice, 65_536, NEAREST_TICKS - 1);

  const quiet = new Map(
    SIZES.map((size) => [size as number, { index: [] as number[], scan: [] as number[] }]),
  );
  const busy = new Map(SIZES.map((size) => [size as number, { tick: [] as number[], hits: [] as number[] }]));
  // Sizes take turns within each round, so that a busy moment of the machine affects them all. Round 0 warms up.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const stand of stands) {
      const still = quietRound(stand, prices);
      if (round === 0) continue;
      quiet.get(stand.size)?.index.push(still.index);
      quiet.get(stand.size)?.scan.push(still.scan);
    }
  }
  for (let round = 0; round <= ROUNDS; round++) {
    for (const stand of stands) {
      const moving = busyRound(stand, dice);
      if (round === 0) continue;
      busy.get(stand.size)?.tick.push(moving.tick);
      busy.get(stand.size)?.hits.push(moving.hits);
    }
  }

  const perSize = (figure: (size: number) => number): Record<string, number> =>
    Object.fromEntries(SIZES.map((size) => [String(size), figure(size)]));
  const indexNs = (size: number): number => middleOf(quiet.get(size)?.index ?? []);
  const scanNs = (size: number): number => middleOf(quiet.get(size)?.scan ?? []);
  const busyNs = (size: number): number => middleOf(busy.get(size)?.tick ?? []);
  const hits = (size: number): number => middleOf(busy.get(size)?.hits ?? []);
  return {
    growth: rounded(indexNs(1_000_000) / indexNs(1_000), 2),
    nsPerTick: perSize((size) => rounded(indexNs(size))),
    nsPerScan: perSize((size) => rounded(scanNs(size))),
    scanRatio: perSize((size) => rounded(scanNs(size) / indexNs(size))),
    nsPerTickWithHits: perSize((size) => rounded(busyNs(size))),
    hitsPerTick: perSize((size) => rounded(hits(size), 2)),
    nsPerHitAndNewOrder: perSize((size) => rounded(busyNs(size) / hits(size))),
    rounds: ROUNDS,
  };
}

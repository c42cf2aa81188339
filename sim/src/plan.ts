// Swarm testing: each seed is another configuration. It switches classes of faults on or off, draws their rates, and
// sets the knobs of the desk, the journal and the shadow to values that nobody would choose.

import { type ClusterPlan, drawCluster, isCluster, NO_CLUSTER } from './cluster/plan.ts';
import { type Dice, diceFor } from './dice.ts';
import { type PlanParts, simProducts } from './products.ts';

/** Faults that may strike an operation, each with the rates per operation that are drawn from. */
const RATES = {
  kill: [0.0005, 0.002, 0.005],
  'fsync-error': [0.005, 0.02],
  'disk-full': [0.005, 0.03],
  'slow-disk': [0.02, 0.15],
  'wrong-disk': [0.1, 0.3],
  'lost-before-commit': [0.005, 0.02],
  'lost-during-commit': [0.005, 0.02],
  'lost-after-commit': [0.01, 0.05],
  'slow-database': [0.01, 0.05],
  'request-lost': [0.02, 0.2],
  'request-doubled': [0.05, 0.3],
  'request-late': [0.05, 0.2],
  'reply-lost': [0.02, 0.2],
  'reply-late': [0.05, 0.2],
  'stale-route': [0.3, 0.7],
  'edited-tables': [0.15, 0.4],
  // Of the times at which it submitted several commands at once: it dies when the first of them took effect.
  'kill-in-burst': [0.8, 1],
  'bus-lost': [0.005, 0.05],
  'bus-doubled': [0.05, 0.3],
  'bus-late': [0.03, 0.15],
} as const;
export type RateFault = keyof typeof RATES;
export const rateFaults = Object.keys(RATES) as readonly RateFault[];

/** Faults that strike at a moment. */
const timedFaults = [
  'kill-now',
  'power-loss',
  'second-owner',
  'stall',
  'clock-step',
  'database-restart',
  'flip-synced',
  'disk-outage',
  'archive',
  'audit',
  'edit-running',
  'bus-cut',
  'gateway-kill',
  'standby-kill',
  'hand-over',
] as const;
export type TimedFault = (typeof timedFaults)[number];

export interface Moment {
  readonly fault: TimedFault;
  readonly atMs: number;
  /** Draws what the fault does in detail. */
  readonly draw: number;
}

export interface Knobs {
  readonly batch: number;
  readonly queue: number;
  readonly patienceMs: number;
  readonly refusedKeys: number;
  /** Accounts that may stay in the book with nothing open, and how many requests fetch theirs together. */
  readonly residents: number;
  readonly answersInMemory: number;
  readonly fetchedAtOnce: number;
  readonly batchesKept: number;
  readonly eventsAtOnce: number;
  readonly shadowPatienceMs: number;
  readonly segmentBytes: number;
  readonly leaseMs: number;
  readonly diskMs: number;
  readonly databaseMs: number;
  readonly networkMs: number;
  readonly timeoutMs: number;
  /** How old a snapshot is, by the time of the events, before the journal is cut behind it. */
  readonly archiveAfterMs: number;
}

export type Mode = 'file' | 'table';

interface CorePlan {
  readonly seed: number;
  readonly mode: Mode;
  readonly cluster: ClusterPlan;
  readonly players: number;
  readonly sites: number;
  readonly commandsEach: number;
  /** From here on nothing fails any more. */
  readonly faultsEndMs: number;
  readonly rates: Readonly<Record<RateFault, number>>;
  /** Storage that has failed once is likelier to fail again at once, as a bad disk or a bad cable is. */
  readonly bursts: boolean;
  readonly moments: readonly Moment[];
  readonly knobs: Knobs;
  /** At each look at the book so much is tried out that never takes effect. */
  readonly trials: number;
}

const TRIALS = 50;

export type Plan = CorePlan & PlanParts;

export function drawPlan(seed: number): Plan {
  const dice = diceFor(seed, 'knobs');
  const mode: Mode = dice.chance(0.5) ? 'file' : 'table';
  const players = dice.pick([1, 2, 3, 5, 8, 13, 25, 50]);
  const commands = dice.pick([60, 120, 200, 300]);
  const faultsEndMs = dice.pick([1_500, 4_000, 12_000, 25_000]);
  // One player alone sends many more commands than answers stay in memory.
  const commandsEach = players === 1 ? dice.pick([60, 200, 420]) : Math.max(4, Math.ceil(commands / players));
  const sites = dice.pick([1, 2, 3]);
  const archiveAfterMs = diceFor(seed, 'knobs', 5).pick([0, 0, 2_000, 20_000]);
  const knobs = { ...drawKnobs(dice), ...drawResidents(diceFor(seed, 'knobs', 4)), archiveAfterMs };
  const cluster = drawCluster(seed, mode);
  const { parts, isAlone } = drawParts((product) => product.drawPlan(seed, players, knobs));
  return {
    seed,
    mode,
    cluster,
    players,
    sites,
    commandsEach: isAlone ? Math.min(commandsEach, FEW_COMMANDS) : commandsEach,
    ...parts,
    faultsEndMs,
    rates: ratesWith(
      cluster,
      isAlone && diceFor(seed, 'faults', 3).chance(0.5) ? NO_RATES : drawRates(diceFor(seed, 'faults')),
    ),
    bursts: diceFor(seed, 'faults', 2).chance(0.5),
    moments: drawMoments(diceFor(seed, 'faults', 1), mode, faultsEndMs).filter(
      ({ fault }) => !isLeftOut(fault, cluster),
    ),
    knobs,
    trials: TRIALS,
  };
}

/** What a player does besides where a product has the run for itself. */
const FEW_COMMANDS = 4;

function drawParts(draw: (product: (typeof simProducts)[number]) => PlanParts): {
  readonly parts: PlanParts;
  readonly isAlone: boolean;
} {
  const drawn = new Map(simProducts.map((product) => [product, draw(product)]));
  const alone = simProducts.find((product) => product.isAlone?.(drawn.get(product) ?? product.noPlan));
  const parts = partsOf((product) =>
    alone === undefined || alone === product ? (drawn.get(product) ?? product.noPlan) : product.noPlan,
  );
  return { parts, isAlone: alone !== undefined };
}

const partsOf = (partOf: (product: (typeof simProducts)[number]) => PlanParts): PlanParts =>
  Object.assign({}, ...simProducts.map(partOf)) as PlanParts;

/** So much of the rounds' time passes at most until the faults end, and then faster, so that all rounds end. */
const ROUNDS_MS = 240_000;
/** Faster, and everything would be too late for its round. */
const MOST_PACE = 30;
const LEAST_PACE_AFTER = 60;

/** What the wall clock has moved by then: rounds take minutes, and a run only seconds. */
export function clockMsAt({ faultsEndMs }: Plan, nowMs: number): number {
  const pace = Math.min(MOST_PACE, ROUNDS_MS / faultsEndMs);
  if (nowMs <= faultsEndMs) return Math.floor(nowMs * pace);
  return (
    Math.floor(faultsEndMs * pace) + Math.floor((nowMs - faultsEndMs) * Math.max(pace, LEAST_PACE_AFTER))
  );
}

type ResidentKnobs = 'residents' | 'fetchedAtOnce' | 'answersInMemory';

const drawResidents = (dice: Dice): Pick<Knobs, ResidentKnobs> => ({
  residents: dice.pick([0, 1, 3, 10, 200_000]),
  fetchedAtOnce: dice.pick([1, 4, 256]),
  answersInMemory: dice.pick([0, 2, 32]),
});

function drawKnobs(dice: Dice): Omit<Knobs, ResidentKnobs | 'archiveAfterMs'> {
  const batchesKept = dice.pick([1, 2, 8, 8, 4_096, 4_096]);
  return {
    batch: dice.pick([1, 2, 3, 8, 64, 1_024, 4_096]),
    queue: dice.pick([4, 8, 32, 256, 10_000]),
    patienceMs: dice.pick([100, 400, 2_000]),
    refusedKeys: dice.pick([4, 100, 10_000]),
    batchesKept,
    eventsAtOnce: dice.pick([1, 5, 50, 2_000]),
    shadowPatienceMs: dice.pick([50, 500, 3_000]),
    // A shadow that keeps little reads the journal's files again and again: large ones would only cost time here.
    segmentBytes:
      batchesKept > 2 ? dice.pick([1, 2_000, 20_000, 64 * 1_024 * 1_024]) : dice.pick([1, 2_000, 8_000]),
    leaseMs: dice.pick([300, 1_500, 6_000]),
    diskMs: dice.pick([0.1, 1, 8]),
    databaseMs: dice.pick([0.3, 2, 20]),
    networkMs: dice.pick([0.2, 5, 60]),
    timeoutMs: dice.pick([80, 300, 1_000]),
  };
}

const NO_RATES = Object.fromEntries(rateFaults.map((fault) => [fault, 0])) as Record<RateFault, number>;

function drawRates(dice: Dice): Record<RateFault, number> {
  const quiet = dice.chance(0.1);
  const rates = {} as Record<RateFault, number>;
  for (const fault of rateFaults) {
    const on = dice.chance(0.5);
    const rate = dice.pick(RATES[fault]);
    rates[fault] = on && !quiet ? rate : 0;
  }
  return rates;
}

const FILE_ONLY: ReadonlySet<TimedFault> = new Set(['flip-synced', 'disk-outage']);
const TABLE_ONLY: ReadonlySet<TimedFault> = new Set(['second-owner', 'database-restart']);

const GATEWAY_ONLY: ReadonlySet<TimedFault> = new Set(['bus-cut', 'gateway-kill']);
const CLUSTER_ONLY: ReadonlySet<TimedFault> = new Set([...GATEWAY_ONLY, 'standby-kill', 'hand-over']);

/** A standby would read edited tables at a moment that the rules about edits do not know of. */
function isLeftOut(fault: TimedFault, cluster: ClusterPlan): boolean {
  if (fault === 'edit-running') return cluster.standbys > 0;
  if (GATEWAY_ONLY.has(fault)) return cluster.gateways === 0;
  return CLUSTER_ONLY.has(fault) && !isCluster(cluster);
}

const ratesWith = ({ standbys }: ClusterPlan, rates: CorePlan['rates']): CorePlan['rates'] =>
  standbys > 0 ? { ...rates, 'edited-tables': 0 } : rates;

function drawMoments(dice: Dice, mode: Mode, faultsEndMs: number): Moment[] {
  const moments: Moment[] = [];
  for (const fault of timedFaults) {
    const count = dice.chance(0.45) ? 1 + dice.below(3) : 0;
    for (let index = 0; index < count; index += 1) {
      const moment = { fault, atMs: 20 + dice.below(faultsEndMs - 20), draw: dice.below(2 ** 30) };
      if (mode === 'file' ? TABLE_ONLY.has(fault) : FILE_ONLY.has(fault)) continue;
      moments.push(moment);
    }
  }
  return moments;
}

/** With this draw no process dies and no days pass. */
const CALM_DRAW = 2;
const CALM_MOMENTS: readonly Moment[] = [
  { fault: 'archive', atMs: 450, draw: CALM_DRAW },
  { fault: 'audit', atMs: 700, draw: CALM_DRAW },
  { fault: 'archive', atMs: 850, draw: CALM_DRAW },
];

/** No faults at all and plain knobs: what the script of `--every` runs on. */
export function calmPlan(mode: Mode, seed: number): Plan {
  return {
    seed,
    mode,
    cluster: NO_CLUSTER,
    players: 3,
    sites: 1,
    commandsEach: 12,
    ...partsOf((product) => product.calmPlan),
    faultsEndMs: 1_000,
    rates: NO_RATES,
    bursts: false,
    moments: CALM_MOMENTS,
    trials: 0,
    knobs: {
      batch: 8,
      queue: 64,
      patienceMs: 400,
      refusedKeys: 100,
      residents: 1,
      fetchedAtOnce: 4,
      answersInMemory: 1,
      batchesKept: 2,
      eventsAtOnce: 5,
      shadowPatienceMs: 500,
      segmentBytes: 6_000,
      leaseMs: 300,
      diskMs: 1,
      databaseMs: 2,
      networkMs: 1,
      timeoutMs: 80,
      archiveAfterMs: 0,
    },
  };
}

/** The same with one product alone. Each event is a batch: what one tick asks for takes several. */
export function ownScriptPlan(mode: Mode, product: (typeof simProducts)[number]): Plan | undefined {
  const script = product.ownScript;
  if (script === undefined) return undefined;
  const calm = calmPlan(mode, script.seed);
  return {
    ...calm,
    ...partsOf((each) => (each === product ? script.plan : each.noPlan)),
    players: script.players,
    commandsEach: 0,
    knobs: { ...calm.knobs, batch: 1 },
  };
}

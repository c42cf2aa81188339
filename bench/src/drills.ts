// The failure drills of a cluster: one fault after the other while members trade on everything, and nothing that they
// wrote down may contradict what the platform promises.
import { untilAllWell } from './drill-cluster.ts';
import { createDice, type Dice } from './drill-dice.ts';
import { type FaultKind, prepareFault, readKinds } from './drill-faults.ts';
import { nowMs } from './drill-log.ts';
import { pause } from './drill-member.ts';
import { type DrillStand, finish, withCrowd } from './drill-stand.ts';

interface Cycle {
  readonly kind: FaultKind;
  /** From the signal to the first command that a later owner answered; of faults that change the owner. */
  readonly takeoverMs: number | undefined;
  /** The longest time after the signal in which no command of anybody was answered. */
  readonly silentMs: number;
  /** The longest time after the signal in which no prices came. */
  readonly priceSilentMs: number;
}

const TAKEOVER_WITHIN_MS = 60_000;
/** How long members trade before a fault and after it. */
const BEFORE_MS = [500, 2_000] as const;
const AFTER_MS = 1_500;
const TOLD_EVERY = 10;

/** `CYCLES` faults, of `KINDS` in turn. What the cluster does not have is left out and said. */
export function drills(): Promise<Record<string, unknown>> {
  const count = Number(process.env['CYCLES'] ?? 100);
  const kinds = readKinds(process.env['KINDS']);
  return withCrowd(
    async (stand) => {
      const dice = createDice(stand.seed);
      const possible = await possibleKinds(stand, kinds, dice);
      const cycles: Cycle[] = [];
      const complaints: string[] = [];
      for (let nth = 0; nth < count && possible.length > 0; nth += 1) {
        const kind = possible[nth % possible.length]!;
        const cycle = await runCycle(stand, kind, dice);
        if (cycle === undefined) complaints.push(`cycle ${nth + 1}, ${kind}: no later owner answered`);
        else cycles.push(cycle);
        if ((nth + 1) % TOLD_EVERY === 0) console.log(`${nth + 1} faults`);
      }
      const verdict = await finish(stand.crowd, () => complaints);
      const leftOut = kinds.filter((kind) => !possible.includes(kind));
      return { faults: cycles.length, leftOut, ...figures(cycles), ...verdict };
    },
    { needsNetwork: kinds.some((kind) => kind.startsWith('split-')) },
  );
}

async function possibleKinds(
  { cluster, leaseMs }: DrillStand,
  kinds: readonly FaultKind[],
  dice: Dice,
): Promise<readonly FaultKind[]> {
  const possible: FaultKind[] = [];
  for (const kind of kinds)
    if ((await prepareFault(kind, { cluster, dice, leaseMs })) !== undefined) possible.push(kind);
  return possible;
}

/** Undefined when the owner should have changed, and did not. */
async function runCycle(
  { cluster, crowd, leaseMs }: DrillStand,
  kind: FaultKind,
  dice: Dice,
): Promise<Cycle | undefined> {
  await pause(dice.whole(...BEFORE_MS));
  const fault = await prepareFault(kind, { cluster, dice, leaseMs });
  if (fault === undefined) throw new Error(`${kind} was possible before`);
  const epoch = crowd.epoch();
  const from = nowMs();
  const [raisedAt] = await Promise.all([
    fault.changesOwner ? crowd.untilLater(epoch, TAKEOVER_WITHIN_MS) : undefined,
    fault.begin(),
  ]);
  await untilAllWell(cluster);
  await pause(AFTER_MS);
  if (fault.changesOwner && raisedAt === undefined) return undefined;
  return {
    kind,
    takeoverMs: raisedAt === undefined ? undefined : raisedAt - from,
    silentMs: longestGap([from, ...crowd.doneSince(from), nowMs()]),
    priceSilentMs: longestGap([from, ...crowd.pricesSince(from), nowMs()]),
  };
}

const longestGap = (times: readonly number[]): number =>
  times.reduce((most, at, place) => Math.max(most, at - (times[place - 1] ?? at)), 0);

function figures(cycles: readonly Cycle[]): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [kind, list] of Map.groupBy(cycles, (each) => each.kind)) {
    const takeovers = list.flatMap(({ takeoverMs }) => takeoverMs ?? []);
    result[kind] = {
      count: list.length,
      ...(takeovers.length === 0 ? {} : { takeoverMs: spread(takeovers) }),
      silentMs: spread(list.map(({ silentMs }) => silentMs)),
      priceSilentMs: spread(list.map(({ priceSilentMs }) => priceSilentMs)),
    };
  }
  return result;
}

function spread(values: readonly number[]): {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
} {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  return { p50: at(0.5), p99: at(0.99), max: at(1) };
}

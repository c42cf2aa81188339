// Which faults strike. Each has a name that stays the same when others are left out, so that a failing run can be
// shrunk by forbidding names.
import { share, streams } from './dice.ts';
import { type Plan, type RateFault, rateFaults } from './plan.ts';

export interface Faults {
  /** Does this fault strike this operation? The numbers name the operation. */
  strikes(fault: RateFault, a: number, b: number): boolean;
  /** The fault of a moment, or undefined when it is forbidden. */
  allows(name: string): boolean;
  /** A number in [0, 1) for the details of a fault. */
  detail(a: number, b: number): number;
  struck(): readonly string[];
  readonly isOver: () => boolean;
}

const STORAGE: ReadonlySet<RateFault> = new Set([
  'fsync-error',
  'disk-full',
  'slow-disk',
  'lost-before-commit',
  'lost-during-commit',
  'lost-after-commit',
  'slow-database',
]);
const BURST_MS = 200;
const BURST_FACTOR = 6;

export function createFaults(options: {
  readonly plan: Plan;
  readonly nowMs: () => number;
  readonly only: ReadonlySet<string> | undefined;
  readonly onStrike: (name: string) => void;
}): Faults {
  const { plan, nowMs, only, onStrike } = options;
  const struck: string[] = [];
  let burstUntilMs = 0;
  const isOver = () => nowMs() >= plan.faultsEndMs;

  function allows(name: string): boolean {
    if (only !== undefined && !only.has(name)) return false;
    struck.push(name);
    onStrike(name);
    return true;
  }

  return {
    strikes(fault, a, b) {
      const inBurst = plan.bursts && STORAGE.has(fault) && nowMs() < burstUntilMs;
      const rate = plan.rates[fault] * (inBurst ? BURST_FACTOR : 1);
      if (rate === 0 || isOver()) return false;
      if (share(plan.seed, streams.faults, rateFaults.indexOf(fault) + 100, a, b) >= rate) return false;
      if (!allows(`${fault}:${a}:${b}`)) return false;
      // A burst does not extend itself, or it would never end.
      if (STORAGE.has(fault) && !inBurst) burstUntilMs = nowMs() + BURST_MS;
      return true;
    },
    allows,
    detail: (a, b) => share(plan.seed, streams.faults, 77, a, b),
    struck: () => struck,
    isOver,
  };
}

// How many gateways and standbys a run has. Seeds from here on may have some; those below are runs of one process, so
// that a seed that was noted before there were clusters is the same run still.
import { diceFor } from '../dice.ts';

export const FIRST_CLUSTER_SEED = 1_000_001;

export interface ClusterPlan {
  /** Clients reach the desk through these; directly when there is none. */
  readonly gateways: number;
  /** Desks that follow the owner and take over when it is gone. */
  readonly standbys: number;
  readonly line: LineKnobs;
}

interface LineKnobs {
  readonly patienceMs: number;
  readonly silentMs: number;
  readonly againMs: number;
  /** What the desk process does after the desk has answered and before the answer is sent. */
  readonly replyMs: number;
}

export const NO_CLUSTER: ClusterPlan = {
  gateways: 0,
  standbys: 0,
  line: { patienceMs: 10_000, silentMs: 500, againMs: 1_500, replyMs: 0 },
};

export const isCluster = ({ gateways, standbys }: ClusterPlan): boolean => gateways + standbys > 0;

export function drawCluster(seed: number, mode: 'file' | 'table'): ClusterPlan {
  const dice = diceFor(seed, 'knobs', 90);
  if (seed < FIRST_CLUSTER_SEED || mode === 'file' || !dice.chance(0.8)) return NO_CLUSTER;
  return {
    gateways: dice.pick([0, 1, 2, 2, 3]),
    standbys: dice.pick([0, 1, 1, 2]),
    line: {
      patienceMs: dice.pick([500, 2_000, 10_000]),
      silentMs: dice.pick([250, 500]),
      againMs: dice.pick([60, 300, 1_500]),
      replyMs: dice.pick([0.1, 5, 40]),
    },
  };
}

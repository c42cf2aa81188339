// The bus of a run: it loses, doubles, delays and reorders messages as the run's dice say. A member is on a machine: what
// comes for one that stands still waits, and what comes for a dead one is gone.
import type { Carrier } from '@maru/server/bus/carrier';
import { createLocalNetwork, type LocalCarrier } from '@maru/server/bus/local-carrier';
import { share, streams } from '../dice.ts';
import type { Machine } from '../machine.ts';
import type { Stage } from '../stage.ts';

export interface SimNetwork {
  join(machine: Machine): Member;
}

export interface Member {
  readonly carrier: Carrier;
  /** Off the network for so long. */
  cut(ms: number): void;
  leave(): void;
}

const LATE_MS = [30, 200, 1_500] as const;

export function createSimNetwork({ plan, scheduler, faults }: Stage): SimNetwork {
  let messages = 0;

  function fate(): readonly number[] {
    messages += 1;
    const draw = (part: number) => share(plan.seed, streams.network, 31, messages, part);
    if (faults.strikes('bus-lost', 31, messages)) return [];
    const delay = plan.knobs.networkMs * (0.05 + 0.3 * draw(1));
    const lateMs = (LATE_MS[Math.floor(draw(2) * LATE_MS.length)] ?? 0) * draw(3);
    const late = faults.strikes('bus-late', 31, messages) ? lateMs : 0;
    if (!faults.strikes('bus-doubled', 31, messages)) return [delay + late];
    return [delay + late, delay + 500 * draw(4) * draw(4)];
  }

  const network = createLocalNetwork({ fate, after: scheduler.after });

  return {
    join(machine) {
      const joined = network.join();
      return {
        carrier: carrierOn(machine, joined),
        cut(ms) {
          joined.connect(false);
          scheduler.after(ms, () => machine.deliver(() => joined.connect(true)));
        },
        leave: () => void joined.close(),
      };
    },
  };
}

function carrierOn(machine: Machine, joined: LocalCarrier): Carrier {
  return {
    ...joined,
    publish(subject, bytes) {
      if (machine.isAlive()) joined.publish(subject, bytes);
    },
    listen: (pattern, receive) =>
      joined.listen(pattern, (bytes, subject) => machine.deliver(() => receive(bytes, subject))),
  };
}

/** Machines of one platform: their clocks differ by less than a second from the right one. */
const CLOCK_DIFFERS_MS = 900;

/** Time as the two ends of the line have it. The wall clock of a run passes much faster, and calls would never be in time. */
export function timeOn(machine: Machine, { plan, scheduler }: Stage) {
  const differs = CLOCK_DIFFERS_MS * (2 * share(plan.seed, streams.network, 32, machine.id) - 1);
  return {
    clock: () => scheduler.nowMs() + differs,
    steadyMs: scheduler.nowMs,
    soon: (call: () => void) => scheduler.after(0.02, () => machine.deliver(call)),
    every(ms: number, call: () => void): () => void {
      let isOver = false;
      const again = (): void =>
        scheduler.after(ms, () =>
          machine.deliver(() => {
            if (isOver) return;
            call();
            again();
          }),
        );
      again();
      return () => {
        isOver = true;
      };
    },
  };
}

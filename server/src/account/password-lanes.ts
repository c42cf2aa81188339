// Who waits for password work, and who is next. Three lanes, so that guessing never keeps out who is known: devices
// their owner has signed in from, then addresses without a recent failure, then addresses that failed a moment ago.

export const LANES = ['KNOWN', 'CLEAN', 'TRIED'] as const;
export type Lane = (typeof LANES)[number];

export interface Asker {
  readonly lane: Lane;
  /** Whose jobs are counted together: an account or an address. Absent for work that was counted elsewhere already. */
  readonly sender?: string;
}

export interface Limits {
  readonly waiting: Readonly<Record<Lane, number>>;
  readonly perSender: number;
}

/** At 35 ms a check the last one in the first lane waits less than a second. */
export const LIMITS: Limits = { waiting: { KNOWN: 24, CLEAN: 64, TRIED: 32 }, perSender: 4 };

/** Every fourth job is taken from the last lane that has one: no lane waits for ever. */
const TURNS_PER_ROUND = 4;

export interface Lanes<Job> {
  /** False when the lane is full or the sender has enough jobs in it already. */
  add(job: Job, asker: Asker): boolean;
  take(): { readonly job: Job; readonly asker: Asker } | undefined;
  /** The job that was taken is over: its sender has room for another one. */
  done(asker: Asker): void;
  /** Empties the lanes. */
  drain(): readonly Job[];
}

export function createLanes<Job>(limits: Limits = LIMITS): Lanes<Job> {
  const lanes: Record<Lane, { readonly job: Job; readonly asker: Asker }[]> = {
    KNOWN: [],
    CLEAN: [],
    TRIED: [],
  };
  // Only senders with a job in a lane or under way have an entry, so the lanes bound its size.
  const counts = new Map<string, number>();
  let turn = 0;

  const countKey = ({ lane, sender }: Asker): string | undefined =>
    sender === undefined ? undefined : `${lane} ${sender}`;

  return {
    add(job, asker) {
      const queue = lanes[asker.lane];
      if (queue.length >= limits.waiting[asker.lane]) return false;
      const key = countKey(asker);
      if (key !== undefined) {
        const count = counts.get(key) ?? 0;
        if (count >= limits.perSender) return false;
        counts.set(key, count + 1);
      }
      queue.push({ job, asker });
      return true;
    },
    take() {
      turn = (turn + 1) % TURNS_PER_ROUND;
      const order = turn === 0 ? LANES.toReversed() : LANES;
      const lane = order.find((each) => lanes[each].length > 0);
      return lane === undefined ? undefined : lanes[lane].shift();
    },
    done(asker) {
      const key = countKey(asker);
      if (key === undefined) return;
      const count = counts.get(key) ?? 0;
      if (count > 1) counts.set(key, count - 1);
      else counts.delete(key);
    },
    drain() {
      counts.clear();
      return LANES.flatMap((lane) => lanes[lane].splice(0).map(({ job }) => job));
    },
  };
}

// The order in which passwords are checked. Three lanes, so that guessing never keeps out a known device: devices their
// owner has signed in from, then addresses without a recent failure, then those that failed just now.

export type Lane = 'KNOWN' | 'CLEAN' | 'TRIED';

/** Owners never wait for strangers: each thread serves its own lanes only. */
const THREADS = { owners: ['KNOWN'], strangers: ['CLEAN', 'TRIED'] } as const satisfies Record<
  string,
  readonly Lane[]
>;
export type Thread = keyof typeof THREADS;

export interface Asker {
  readonly lane: Lane;
  /**
   * Whose places are counted together: an account or an address. Absent for work that was counted elsewhere already.
   */
  readonly sender?: string;
}

/** At 35 ms a check the last one in the first lane waits less than a second. */
export const LIMITS = {
  /** How many may wait or be checked at once. */
  places: { KNOWN: 24, CLEAN: 64, TRIED: 32 } satisfies Record<Lane, number>,
  perSender: 4,
  /**
   * How many may be checked at once, with the reads and writes around the check: those that wait cost nothing but
   * memory.
   */
  atWork: { owners: 4, strangers: 2 } satisfies Record<Thread, number>,
};
export type Limits = Readonly<typeof LIMITS>;

/** Every fourth check of a thread is for the last of its lanes that has somebody waiting, so no lane waits for ever. */
const CHECKS_PER_CYCLE = 4;

export const threadOf = ({ lane }: Asker): Thread => (lane === 'KNOWN' ? 'owners' : 'strangers');

export function createLanes(limits: Limits) {
  const waiting: Record<Lane, (() => void)[]> = { KNOWN: [], CLEAN: [], TRIED: [] };
  const places: Record<Lane, number> = { KNOWN: 0, CLEAN: 0, TRIED: 0 };
  const atWork: Record<Thread, number> = { owners: 0, strangers: 0 };
  const checks: Record<Thread, number> = { owners: 0, strangers: 0 };
  // Only senders with a place have an entry, so the limits of the lanes bound the size of this map.
  const bySender = new Map<string, number>();

  const senderKey = ({ lane, sender }: Asker): string | undefined =>
    sender === undefined ? undefined : `${lane} ${sender}`;

  function reserve(asker: Asker): boolean {
    if (places[asker.lane] >= limits.places[asker.lane]) return false;
    const key = senderKey(asker);
    if (key !== undefined) {
      const count = bySender.get(key) ?? 0;
      if (count >= limits.perSender) return false;
      bySender.set(key, count + 1);
    }
    places[asker.lane] += 1;
    return true;
  }

  function callNext(thread: Thread): void {
    while (atWork[thread] < limits.atWork[thread]) {
      checks[thread] = (checks[thread] + 1) % CHECKS_PER_CYCLE;
      const order: readonly Lane[] = checks[thread] === 0 ? THREADS[thread].toReversed() : THREADS[thread];
      const lane = order.find((each) => waiting[each].length > 0);
      const begin = lane === undefined ? undefined : waiting[lane].shift();
      if (begin === undefined) return;
      atWork[thread] += 1;
      begin();
    }
  }

  return {
    /**
     * Undefined when the lane is full or the sender has all of its places in it; otherwise resolves when the check may
     * begin.
     */
    enter(asker: Asker): Promise<void> | undefined {
      if (!reserve(asker)) return undefined;
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting[asker.lane].push(resolve);
      callNext(threadOf(asker));
      return promise;
    },
    leave(asker: Asker): void {
      places[asker.lane] -= 1;
      const key = senderKey(asker);
      if (key !== undefined) {
        const count = bySender.get(key) ?? 0;
        if (count > 1) bySender.set(key, count - 1);
        else bySender.delete(key);
      }
      const thread = threadOf(asker);
      atWork[thread] -= 1;
      callNext(thread);
    },
  };
}

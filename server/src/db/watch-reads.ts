// Whether reads are answered: a small read goes through their lane every second, and one that takes too long or fails
// makes the platform unhealthy.

export interface ReadWatch {
  /** Sends the next probe, unless one is still in progress. */
  probe(): void;
  isWell(): boolean;
}

const DEADLINE_MS = 2_000;

export function watchReads({
  probe,
  steadyMs,
}: {
  readonly probe: () => Promise<void>;
  readonly steadyMs: () => number;
}): ReadWatch {
  let askedAtMs: number | undefined;
  let hasFailed = false;

  async function ask(): Promise<void> {
    try {
      await probe();
      hasFailed = false;
    } catch {
      // The reason is logged by the calls whose reads fail.
      hasFailed = true;
    }
    askedAtMs = undefined;
  }

  return {
    probe() {
      if (askedAtMs !== undefined) return;
      askedAtMs = steadyMs();
      void ask();
    },
    isWell: () => !hasFailed && (askedAtMs === undefined || steadyMs() - askedAtMs < DEADLINE_MS),
  };
}

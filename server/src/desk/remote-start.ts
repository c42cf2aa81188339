// How far the start of a desk in another thread is: opened at once, or following another desk until it takes over.

export interface RemoteStart {
  readonly opened: Promise<void>;
  readonly following: Promise<void>;
  /** False when the shard has an owner, or the desk has stopped. */
  takeOver(): Promise<boolean>;
  isOpened(): boolean;
  /** Whether its end must be reported. */
  hasBegun(): boolean;
  noteOpened(): void;
  /** It has begun to follow, or has tried to take over a shard that has an owner. */
  note(what: 'following' | 'owned'): void;
  fail(fault: unknown): void;
}

export function createRemoteStart(askToTakeOver: () => void): RemoteStart {
  const opening = createPromise();
  const following = createPromise();
  let [isOpened, isFollowing] = [false, false];
  /** One take-over at a time; whoever asks meanwhile has the answer to that one. */
  let taking: PromiseWithResolvers<boolean> | undefined;

  function answer(isTaken: boolean): void {
    taking?.resolve(isTaken);
    taking = undefined;
  }

  return {
    opened: opening.promise,
    following: following.promise,
    takeOver() {
      if (taking !== undefined) return taking.promise;
      taking = Promise.withResolvers();
      askToTakeOver();
      return taking.promise;
    },
    isOpened: () => isOpened,
    hasBegun: () => isOpened || isFollowing,
    noteOpened() {
      isOpened = true;
      opening.resolve();
      answer(true);
    },
    note(what) {
      if (what === 'owned') return answer(false);
      isFollowing = true;
      following.resolve();
    },
    fail(fault) {
      opening.reject(fault);
      following.reject(fault);
      answer(false);
    },
  };
}

/** Whoever opens a desk waits for one of the two, and must not be told of a fault of the other. */
function createPromise(): PromiseWithResolvers<void> {
  const made = Promise.withResolvers<void>();
  made.promise.catch(() => undefined);
  return made;
}

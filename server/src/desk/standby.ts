// The part of a desk that waits for the shard of another: it follows, and takes over when it is told to.
import { assert } from '@maru/engine/assert';
import type { Shadow } from '../shadow/shadow.ts';
import { type DeskMemory, followWith, isStandby, isStopped, move } from './desk-memory.ts';
import { isFinal } from './final-faults.ts';
import { createFollower, type FollowerParts, type FollowReport } from './follow.ts';
import type { DeskLimits } from './limits.ts';

/** What only a desk needs that may follow another. */
export type FollowedSources = Pick<FollowerParts, 'journal' | 'openView'>;

export interface Standby {
  /** Resolves when the book has everything that was durable then. */
  follow(): Promise<void>;
  /** False when the shard has an owner: then it goes on following. */
  takeOver(): Promise<boolean>;
  /** Undefined unless it follows. */
  passed(): number | undefined;
  report(): FollowReport | undefined;
  stop(): Promise<void>;
}

export function createStandby(
  parts: Omit<FollowerParts, 'journal' | 'openView' | 'adopt' | 'recent'> & {
    readonly sources: FollowedSources | undefined;
    readonly memory: DeskMemory;
    readonly limits: DeskLimits;
    readonly shadow: Shadow;
    readonly halt: (fault: unknown) => void;
    /** The book was replaced. */
    readonly onBook: () => void;
  },
): Standby {
  const { sources, memory, limits, shadow, halt, onBook, report } = parts;
  const follower =
    sources &&
    createFollower({
      ...parts,
      ...sources,
      recent: () => memory.recent,
      adopt(book) {
        followWith(memory, book, limits);
        onBook();
      },
    });

  return {
    async follow() {
      assert(follower !== undefined, 'a desk that follows was given the journal of another');
      if (!move(memory, 'FOLLOW')) throw new Error(`a desk that is ${memory.state} cannot follow`);
      const running = follower.run();
      // A fault ends the following at any time, also long after this has returned.
      running.catch(halt);
      await Promise.race([follower.begun, running]);
    },

    async takeOver() {
      assert(
        follower !== undefined && sources !== undefined,
        'a desk that follows was given the journal of another',
      );
      if (!move(memory, 'TAKE_OVER')) throw new Error(`a desk that is ${memory.state} cannot take over`);
      try {
        const tail = await sources.journal.take();
        if (tail === undefined) {
          move(memory, 'OWNED');
          return false;
        }
        const { mark, opening } = await follower.finish(tail);
        // Another desk may have been faster meanwhile.
        if (isStopped(memory)) return false;
        shadow.start(mark);
        if (opening !== undefined) shadow.follow(opening);
        memory.head = tail;
      } catch (fault) {
        // Nothing was claimed, or it is not known: the lease shows it.
        if (isFinal(fault)) halt(fault);
        else report(fault);
        move(memory, 'OWNED');
        return false;
      }
      return move(memory, 'LOADED');
    },

    passed: () => (isStandby(memory) ? follower?.passed() : undefined),
    report: () => (isStandby(memory) ? follower?.report() : undefined),
    stop: async () => follower?.stop(),
  };
}

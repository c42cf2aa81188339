// Asks that cannot be decided from memory alone wait here, outside the queue, until what they need has been read from
// the tables; all others are queued at once. The order of each player's own requests is kept.
import type { PlayerId } from '@maru/engine/purse';
import type { Asked } from './decide-all.ts';

export interface ArrivalsOptions {
  /** Whether everything needed to decide this ask is in memory. */
  readonly isReady: (asked: Asked) => boolean;
  /** Reads what these asks need into memory. Throws when that cannot be done now. */
  readonly fetch: (asked: readonly Asked[]) => Promise<void>;
  readonly enqueue: (asked: Asked) => void;
  /** Answers TRY_AGAIN: nothing happened. */
  readonly giveUp: (asked: readonly Asked[]) => void;
  readonly onFault: (fault: unknown) => void;
  readonly limits: ArrivalsLimits;
}

export interface ArrivalsLimits {
  /** Requests that may wait here; one more gets TRY_AGAIN. */
  readonly waiting: number;
  /** Requests whose accounts and keys are read in one query. */
  readonly atOnce: number;
}

export interface Arrivals {
  /** Asks of one group enter the queue together: now, or when what they need has been read. */
  enter(group: readonly Asked[]): void;
  /** Everything that waits gets TRY_AGAIN: the book is about to be replaced. */
  empty(): void;
  giveUpOverdue(isOverdue: (asked: Asked) => boolean): void;
  /** Whether an ask that waits here needs this player. */
  isWaitedFor(player: PlayerId): boolean;
  waiting(): number;
}

interface Group {
  readonly asked: readonly Asked[];
  /** It has been answered already and must not be queued any more. */
  isGone: boolean;
}

export function createArrivals(options: ArrivalsOptions): Arrivals {
  const { isReady, fetch, enqueue, giveUp, onFault, limits } = options;
  let groups: Group[] = [];
  /** The groups whose accounts and keys are being read. */
  let reading: readonly Group[] = [];
  /** How many groups that wait need this player. */
  const needs = new Map<PlayerId, number>();
  let count = 0;
  let isReading = false;

  function note({ asked }: Group, by: 1 | -1): void {
    count += by * asked.length;
    for (const each of asked) {
      for (const player of each.players) {
        const left = (needs.get(player) ?? 0) + by;
        if (left > 0) needs.set(player, left);
        else needs.delete(player);
      }
    }
  }

  const isBehindOthers = (asked: Asked): boolean =>
    needs.size > 0 && asked.players.some((player) => needs.has(player));

  function leave(group: Group): void {
    if (group.isGone) return;
    group.isGone = true;
    note(group, -1);
  }

  function sendAway(group: Group): void {
    if (group.isGone) return;
    leave(group);
    giveUp(group.asked);
  }

  function takeNextGroups(): readonly Group[] {
    let asked = 0;
    const end = groups.findIndex((group) => {
      asked += group.asked.length;
      return asked >= limits.atOnce;
    });
    const taken = groups.slice(0, end === -1 ? undefined : end + 1);
    groups = groups.slice(taken.length);
    return taken.filter((group) => !group.isGone);
  }

  /** One read after the other: all groups that arrive during a read are read together by the next one. */
  async function read(): Promise<void> {
    isReading = true;
    while (groups.length > 0) {
      reading = takeNextGroups();
      try {
        if (reading.length > 0) await fetch(reading.flatMap(({ asked }) => asked));
        for (const group of reading) {
          if (group.isGone) continue;
          leave(group);
          for (const asked of group.asked) enqueue(asked);
        }
      } catch (fault) {
        onFault(fault);
        for (const group of reading) sendAway(group);
      }
      reading = [];
    }
    isReading = false;
  }

  return {
    enter(asked) {
      if (asked.every((each) => isReady(each) && !isBehindOthers(each))) {
        for (const each of asked) enqueue(each);
        return;
      }
      if (count + asked.length > limits.waiting) {
        giveUp(asked);
        return;
      }
      const group = { asked, isGone: false };
      groups.push(group);
      note(group, 1);
      if (!isReading) void read();
    },
    empty() {
      for (const group of [...reading, ...groups]) sendAway(group);
      groups = [];
    },
    giveUpOverdue(isOverdue) {
      for (const group of [...reading, ...groups]) if (group.asked.some(isOverdue)) sendAway(group);
    },
    isWaitedFor: (player) => needs.has(player),
    waiting: () => count,
  };
}

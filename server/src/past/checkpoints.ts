// Folds that are kept half-way, so that the next moment of the same account need not be folded from its first event. A
// fold that goes on from a copy is the same as one from the beginning: it is a book, and `apply` knows nothing else.
import type { Fold } from '@maru/engine/past/fold';
import type { PlayerId } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Reached } from './fold-messages.ts';

export interface Checkpoint extends Reached {
  readonly at: Millis;
  readonly fold: Fold;
  readonly digest: string;
}

const FIRST_SPACING = 500;
const MOST_OF_A_PLAYER = 64;
const MOST_PLAYERS = 64;

interface Kept {
  /** Where its folds begin: others are of no use to them, because their digests differ. */
  readonly origin: number;
  spacing: number;
  /** Oldest first. */
  checkpoints: Checkpoint[];
}

const copyOf = (checkpoint: Checkpoint): Checkpoint => ({
  ...checkpoint,
  fold: structuredClone(checkpoint.fold),
});

export interface Whose {
  readonly player: PlayerId;
  /** The batch of the snapshot that the fold began at; 0: the account's first event. */
  readonly origin: number;
}

export interface Checkpoints {
  /** A copy of the newest that lies before all of this. */
  find(whose: Whose, before: { readonly at: Millis; readonly seq: number }): Checkpoint | undefined;
  /** Keeps a copy if it is far enough from the last one. */
  offer(whose: Whose, checkpoint: Checkpoint): void;
}

/** Bounded: of each player ever wider apart, and of few players. */
export function createCheckpoints(): Checkpoints {
  /** Those used last come last. */
  const players = new Map<PlayerId, Kept>();

  function use({ player, origin }: Whose): Kept {
    const known = players.get(player);
    const kept = known?.origin === origin ? known : { origin, spacing: FIRST_SPACING, checkpoints: [] };
    players.delete(player);
    players.set(player, kept);
    const [oldest] = players.keys();
    if (players.size > MOST_PLAYERS && oldest !== undefined) players.delete(oldest);
    return kept;
  }

  return {
    find(whose, before) {
      const found = use(whose).checkpoints.findLast(({ at, seq }) => at < before.at && seq < before.seq);
      return found && copyOf(found);
    },
    offer(whose, checkpoint) {
      const kept = use(whose);
      const last = kept.checkpoints.at(-1)?.seq;
      // The account as a snapshot has it takes long to find: it is kept whatever its number is.
      const isBase = last === undefined && whose.origin > 0;
      if (!isBase && checkpoint.seq < (last ?? 0) + kept.spacing) return;
      kept.checkpoints.push(copyOf(checkpoint));
      if (kept.checkpoints.length <= MOST_OF_A_PLAYER) return;
      kept.spacing *= 2;
      kept.checkpoints = kept.checkpoints.filter((_, index) => index % 2 === 1);
    },
  };
}

// What leaves a member is asked for one after the other: each request sees in the tables what the one before has used of
// the day's limit.
import type { PlayerId } from '@maru/engine/purse';

export type OneAtATime = <Answer>(player: PlayerId, work: () => Promise<Answer>) => Promise<Answer>;

export function createOneAtATime(): OneAtATime {
  /** Only players who ask now have an entry. */
  const last = new Map<PlayerId, Promise<unknown>>();
  return (player, work) => {
    const before = last.get(player) ?? Promise.resolve();
    const mine = before.then(work, work);
    const settled = mine
      .catch(() => undefined)
      .then(() => {
        if (last.get(player) === settled) last.delete(player);
      });
    last.set(player, settled);
    return mine;
  };
}

// What must happen sometimes in a thousand runs, or the generator is too weak (docs/reliability.md 3.12). Products add
// goals of their own.
import type { ProductGoal } from './products.ts';

export const coreGoals = [
  'torn tail',
  'crash between append and sync',
  'crash between sync and reply',
  'duplicate after restart',
  'fenced old owner',
  'unknown commit found',
  'unknown commit gone',
  'queue full',
  'batch of one',
  'batch of the maximum',
  'tables and tail',
  'segment rotation',
  'key reused',
  'result unknown, later found',
  'sync error survived',
  'disk full survived',
  'wrong disk refused',
  'damage before the end refused',
  'tables fell back after power loss',
  'recovery in place',
  'key left to the tables',
  'key looked up in the tables',
  'old session refused',
  'clock went back',
  'refused while the clock is behind',
  'list waited for the tables',
  'loaded more than 2^63 units',
  'account read when it was needed',
  'account outside the book',
  'unknown account asked for',
  'edited tables refused',
  'journal cut',
  'old rows deleted',
  'died at the archive step snapshot',
  'died at the archive step written',
  'died at the archive step renamed',
  'died at the archive step removed',
  'died at the archive step rows',
  'rebuilt from the base',
  'tables behind the cut',
  'audit walked to its end',
  'edit found by the audit',
  'standby took over',
  'call sent again to the next owner',
  'call given back by a leaving desk',
  'gap of pushes noticed',
  'answer of an old epoch ignored',
] as const;

export type Goal = (typeof coreGoals)[number] | ProductGoal;
export type GoalCounts = Map<Goal, number>;

export const reach = (counts: GoalCounts, goal: Goal): void => {
  counts.set(goal, (counts.get(goal) ?? 0) + 1);
};

// What must happen sometimes, or the generator is too tame (reliability.md 3.12). Not a promise of the product.

export const goals = [
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
  'answer forgotten',
  'old session refused',
  'clock went back',
  'list waited for the tables',
  'tie',
  'round void for stale prices',
  'round void for few prices',
  'round void before payment',
  'round void after payment',
  'reversal became a debt',
  'debt repaid',
  'round paid in parts',
  'crash inside a settlement',
  'ball drawn',
  'ball void without a salt',
  'crash between salt and draw',
] as const;

export type Goal = (typeof goals)[number];
export type GoalCounts = Map<Goal, number>;

export const reach = (counts: GoalCounts, goal: Goal): void => {
  counts.set(goal, (counts.get(goal) ?? 0) + 1);
};

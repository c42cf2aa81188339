import type { Stage } from './stage.ts';

/** An invariant did not hold. Ends the run. */
export class Violation extends Error {
  override name = 'Violation';
  readonly invariant: string;
  constructor(invariant: string, what: string) {
    super(`${invariant}: ${what}`);
    this.invariant = invariant;
  }
}

/** The same work, which ends the run instead of throwing a violation. */
export const guardedBy =
  (stage: Pick<Stage, 'fail'>) =>
  <Args extends unknown[], Answer>(work: (...args: Args) => Answer) =>
  (...args: Args): Answer | undefined => {
    try {
      return work(...args);
    } catch (fault) {
      if (!(fault instanceof Violation)) throw fault;
      stage.fail(fault);
      return undefined;
    }
  };

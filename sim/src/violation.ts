/** An invariant did not hold. Ends the run. */
export class Violation extends Error {
  override name = 'Violation';
  readonly invariant: string;
  constructor(invariant: string, what: string) {
    super(`${invariant}: ${what}`);
    this.invariant = invariant;
  }
}

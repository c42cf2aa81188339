// Asserts a property whose test also counts what happened. Half of the runs have the same seed every time, so that what
// must have happened does not depend on chance; the other half are new every time, and a failure names their seed.
import fc from 'fast-check';

const SAME_EVERY_TIME = 1;

export function assertCounted<Input>(property: fc.IProperty<Input>, numRuns: number): void {
  const half = Math.ceil(numRuns / 2);
  fc.assert(property, { numRuns: half, seed: SAME_EVERY_TIME });
  fc.assert(property, { numRuns: numRuns - half });
}

/** A failed assertion in our own code. Only the outermost frame catches it, and stops the desk. */
export class Bug extends Error {
  override name = 'Bug';
}

export function assert(condition: boolean, promise: string): asserts condition {
  if (!condition) throw new Bug(promise);
}

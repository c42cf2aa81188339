/** A broken promise of our own code. Nobody catches it but the outermost frame, which stops the desk. */
export class Bug extends Error {
  override name = 'Bug';
}

export function assert(condition: boolean, promise: string): asserts condition {
  if (!condition) throw new Bug(promise);
}

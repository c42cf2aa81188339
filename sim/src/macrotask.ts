/** The simulated world cannot run inside a microtask; see the scheduler. */
export function inMacrotask<Result>(work: () => Result): Promise<Result> {
  return new Promise((resolve, reject) => {
    setImmediate(() => {
      try {
        resolve(work());
      } catch (fault) {
        reject(fault as Error);
      }
    });
  });
}

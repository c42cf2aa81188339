// One query for everybody who asks at the same time. No timer: a query takes whoever asked while the one before it ran.

/** Throws for all who were asked for together when their read fails. */
export function createGatheredRead<Key, Value>(
  read: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  let waiting = new Map<Key, PromiseWithResolvers<Value | undefined>>();
  let isReading = false;

  async function readWaiting(): Promise<void> {
    isReading = true;
    while (waiting.size > 0) {
      const asked = waiting;
      waiting = new Map();
      try {
        const found = await read([...asked.keys()]);
        for (const [key, { resolve }] of asked) resolve(found.get(key));
      } catch (fault) {
        for (const { reject } of asked.values()) reject(fault);
      }
    }
    isReading = false;
  }

  return (key) => {
    const known = waiting.get(key);
    if (known !== undefined) return known.promise;
    const asked = Promise.withResolvers<Value | undefined>();
    waiting.set(key, asked);
    if (!isReading) void readWaiting();
    return asked.promise;
  };
}

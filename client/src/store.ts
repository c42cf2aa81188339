/** A value outside React that can be watched: the shape `useSyncExternalStore` needs. */
export interface Watched<Value> {
  get(): Value;
  watch(listen: () => void): () => void;
}

export interface Store<Value> extends Watched<Value> {
  set(value: Value): void;
}

export function createStore<Value>(first: Value): Store<Value> {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listen of [...listeners]) listen();
    },
    watch(listen) {
      listeners.add(listen);
      return () => void listeners.delete(listen);
    },
  };
}

/** A value computed from others; it changes when they do, and only when the result differs. */
export function derived<Value>(sources: readonly Watched<unknown>[], make: () => Value): Watched<Value> {
  const store = createStore(make());
  for (const source of sources) source.watch(() => store.set(make()));
  return { get: store.get, watch: store.watch };
}

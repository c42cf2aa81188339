import { createStore, type Store, type Watched } from './store.ts';

/** A value that is kept up to date only while it is watched; `start` returns a function that stops it. */
export function whileWatched<Value>(
  first: Value,
  start: (store: Store<Value>) => () => void,
): Watched<Value> {
  const store = createStore(first);
  let watchers = 0;
  let stopSource = () => {};
  return {
    get: store.get,
    watch(listen) {
      const stop = store.watch(listen);
      if (watchers++ === 0) stopSource = start(store);
      return () => {
        stop();
        if (--watchers === 0) stopSource();
      };
    },
  };
}

// Newer versions of the app itself, for the screens. The code that finds them is imported after the first render.
import { createStore, type Watched } from '@maru/client/store';

export interface Updates {
  /** A version other than the open one is ready. */
  readonly isReady: Watched<boolean>;
  /** Checks for a newer version now, for example because a file of this one is missing. */
  check(): void;
  /** Activates the newer version, then reloads. */
  apply(): Promise<void>;
}

/** Without a service worker nothing is ever newer: development, an old browser, a page without TLS. */
export const noUpdates: Updates = { isReady: createStore(false), check: () => {}, apply: async () => {} };

/** Without a network nothing newer can be found either; the next visit checks again. */
export function fetchedUpdates(load: () => Promise<Updates>): Updates {
  const isReady = createStore(false);
  const fetched = load().then(
    (updates) => {
      const follow = () => isReady.set(updates.isReady.get());
      updates.isReady.watch(follow);
      follow();
      return updates;
    },
    () => noUpdates,
  );
  return {
    isReady,
    check: () => void fetched.then((updates) => updates.check()),
    apply: () => fetched.then((updates) => updates.apply()),
  };
}

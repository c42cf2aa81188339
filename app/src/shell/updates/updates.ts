// Newer versions of the app itself, as the screens see them. What finds them is fetched after the first drawing.
import { createStore, type Watched } from '@maru/client/store';

export interface Updates {
  /** A version other than the one on the screen is there. */
  readonly isReady: Watched<boolean>;
  /** Looks for a newer version now, for example because a file of this one is gone. */
  check(): void;
  /** Lets the newer version take over, then reloads. */
  apply(): Promise<void>;
}

/** Where no worker can be, nothing is ever newer: development, an old browser, a page without TLS. */
export const noUpdates: Updates = { isReady: createStore(false), check: () => {}, apply: async () => {} };

/** Without a network nothing newer can be found either; the next visit looks again. */
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

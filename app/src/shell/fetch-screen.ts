// A screen is fetched when it is first wanted. A fetch that fails is an error that the user sees (spec 8); a silent
// reload could come in the middle of an order.
import type { ComponentType } from 'react';

/** Spec 9. */
export const CHUNK_TIMEOUT_MS = 120_000;

export interface Screen {
  /** Undefined until it was fetched. */
  get(): ComponentType | undefined;
  /** Rejects when the screen does not come; the next call tries again. */
  fetch(): Promise<ComponentType>;
}

function orTooLate<Value>(promise: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('the screen took too long')), CHUNK_TIMEOUT_MS);
    promise.then(resolve, reject).finally(() => clearTimeout(late));
  });
}

export function fetchScreen<Name extends string>(
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
  name: Name,
): Screen {
  let fetched: ComponentType | undefined;
  let fetching: Promise<ComponentType> | undefined;
  return {
    get: () => fetched,
    fetch() {
      fetching ??= orTooLate(load()).then(
        (module) => {
          fetched = module[name];
          return fetched;
        },
        (cause: unknown) => {
          fetching = undefined;
          throw new Error('the screen could not be fetched', { cause });
        },
      );
      return fetching;
    },
  };
}

/** A screen that came with the app. */
export const presentScreen = (component: ComponentType): Screen => ({
  get: () => component,
  fetch: () => Promise.resolve(component),
});

// A screen, or the layout around it, is imported when it is first opened. A failed import is an error that the user
// sees (spec 8); a silent reload could come in the middle of an order.
import type { ComponentType } from 'react';

/** Spec 9. */
const CHUNK_TIMEOUT_MS = 120_000;

export interface Screen<Props = object> {
  /** Undefined until it was imported. */
  get(): ComponentType<Props> | undefined;
  /** Rejects when the import fails; the next call tries again. */
  fetch(): Promise<ComponentType<Props>>;
}

function orTooLate<Value>(promise: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('the screen took too long')), CHUNK_TIMEOUT_MS);
    promise.then(resolve, reject).finally(() => clearTimeout(late));
  });
}

export const fetchScreen = <Name extends string>(
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
  name: Name,
): Screen => fetchPart(async () => (await load())[name]);

export function fetchPart<Props>(load: () => Promise<ComponentType<Props>>): Screen<Props> {
  let fetched: ComponentType<Props> | undefined;
  let fetching: Promise<ComponentType<Props>> | undefined;
  return {
    get: () => fetched,
    fetch() {
      fetching ??= orTooLate(load()).then(
        (part) => {
          fetched = part;
          return part;
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

/** A screen that is in the first chunk. */
export const presentScreen = <Props = object>(component: ComponentType<Props>): Screen<Props> => ({
  get: () => component,
  fetch: () => Promise.resolve(component),
});

// A screen is fetched when it is first wanted. A fetch that fails is an error the user sees: the router's own answer,
// a silent reload, could come in the middle of an order.
import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';

/** Spec 9. */
export const CHUNK_TIMEOUT_MS = 120_000;

function orTooLate<Value>(promise: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('the screen took too long')), CHUNK_TIMEOUT_MS);
    promise.then(
      (value) => {
        clearTimeout(late);
        resolve(value);
      },
      (cause: unknown) => {
        clearTimeout(late);
        reject(new Error('the screen could not be fetched', { cause }));
      },
    );
  });
}

export const fetchScreen = <Name extends string>(
  fetch: () => Promise<Readonly<Record<Name, ComponentType>>>,
  name: Name,
): RouteComponent => lazyRouteComponent(() => orTooLate(fetch()), name) as RouteComponent;

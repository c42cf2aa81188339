// What an opened product lets those use that are opened after it. Both import the same offer, so nothing between them has
// to know what it is.
import { assert } from '@maru/engine/assert';

/** Stands for one platform: several may run in one process. */
export type Offers = Readonly<Record<never, never>>;

export interface Offer<Value> {
  make(offers: Offers, value: Value): void;
  take(offers: Offers): Value;
}

export function defineOffer<Value extends object>(product: string): Offer<Value> {
  const made = new WeakMap<Offers, Value>();
  return {
    make: (offers, value) => void made.set(offers, value),
    take(offers) {
      const value = made.get(offers);
      assert(value !== undefined, `${product} is opened before what uses it`);
      return value;
    },
  };
}

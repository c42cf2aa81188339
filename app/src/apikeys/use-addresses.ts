// The addresses of a key while they are chosen. What is still being typed counts: a member who forgets to add it must
// not get a key that works from everywhere.
import { useState } from 'react';

export interface ChosenAddresses {
  /** What is sent. */
  readonly all: readonly string[];
  readonly added: readonly string[];
  /** Undefined while none is being typed. */
  readonly typed: string | undefined;
  type(text: string): void;
  /** Adds what was typed. */
  add(): void;
  remove(address: string): void;
}

export function useAddresses(first: readonly string[]): ChosenAddresses {
  const [added, setAdded] = useState(first);
  const [typed, setTyped] = useState<string>();
  const one = typed?.trim() ?? '';
  const all = one === '' || added.includes(one) ? added : [...added, one];
  return {
    ...{ all, added, typed },
    type: setTyped,
    add() {
      setAdded(all);
      setTyped(undefined);
    },
    remove: (address) => setAdded(added.filter((each) => each !== address)),
  };
}

// What a page keeps for as long as its entry stands in the history: who opens something from it and comes back finds it
// as it was left. A new visit begins anew.
import { useState } from 'react';
import { useRouter } from './router.tsx';

/** More than anybody goes back; the oldest are forgotten. */
const MOST_STATES = 100;

export function useEntryState<Value>(name: string, first: Value): [Value, (value: Value) => void] {
  const { history, entryStates } = useRouter();
  const [key] = useState(() => {
    const { pathname, state } = history.location;
    return `${state.__TSR_key ?? ''} ${pathname} ${name}`;
  });
  const [value, setValue] = useState(() => (entryStates.has(key) ? (entryStates.get(key) as Value) : first));
  return [
    value,
    (next) => {
      entryStates.delete(key);
      entryStates.set(key, next);
      const [oldest] = entryStates.keys();
      if (entryStates.size > MOST_STATES && oldest !== undefined) entryStates.delete(oldest);
      setValue(next);
    },
  ];
}

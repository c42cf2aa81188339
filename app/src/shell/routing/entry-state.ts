// State that a page keeps as long as its entry is in the history: going back to the page restores it as it was left. A
// new visit starts with a new state.
import { useState } from 'react';
import { useRouter } from './router.tsx';

/** More entries than anybody goes back; the oldest are removed. */
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

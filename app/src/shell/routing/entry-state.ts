// What a page keeps for as long as its entry stands in the history: who opens something from it and comes back finds it
// as it was left. A new visit begins anew.
import { useState } from 'react';
import { useRouter } from './router.tsx';

/** More than anybody goes back; the oldest are forgotten. */
const MOST_KEPT = 100;

export function useEntryState<Value>(name: string, first: Value): [Value, (value: Value) => void] {
  const { history, kept } = useRouter();
  const [key] = useState(() => {
    const { pathname, state } = history.location;
    return `${state.__TSR_key ?? ''} ${pathname} ${name}`;
  });
  const [value, setValue] = useState(() => (kept.has(key) ? (kept.get(key) as Value) : first));
  return [
    value,
    (next) => {
      kept.delete(key);
      kept.set(key, next);
      const [oldest] = kept.keys();
      if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
      setValue(next);
    },
  ];
}

import { useState } from 'react';

/** A fault is shown once its field was left, not while it is being typed. */
export function useShownFault() {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  return {
    wasLeft: (field: string): boolean => left.has(field),
    leave: (field: string): void => setLeft((before) => new Set(before).add(field)),
  };
}

import { useState } from 'react';

/** Nobody is corrected while still typing: a fault shows once its field was left. */
export function useShownFault() {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  return {
    wasLeft: (field: string): boolean => left.has(field),
    leave: (field: string): void => setLeft((before) => new Set(before).add(field)),
  };
}

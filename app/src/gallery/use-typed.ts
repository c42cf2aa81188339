import { useState } from 'react';

/** The value of an exhibit that the viewer can change. */
export function useTyped(first: string) {
  const [value, onChange] = useState(first);
  return { value, onChange };
}

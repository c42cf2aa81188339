import { useState } from 'react';

/** The value of an exhibit that can be changed by who tries it. */
export function useTyped(first: string) {
  const [value, onChange] = useState(first);
  return { value, onChange };
}

import { useEffect, useState } from 'react';
import { usePlatform } from '../shell/platform.tsx';

const SHOWN_MS = 2_000;

/** Copies a text, and reports that for a moment. */
export function useCopy(): { readonly isCopied: boolean; readonly copy: (text: string) => void } {
  const { timers } = usePlatform();
  const [isCopied, setCopied] = useState(false);
  useEffect(
    () => (isCopied ? timers.after(SHOWN_MS, () => setCopied(false)) : undefined),
    [isCopied, timers],
  );
  const copy = (text: string) => {
    // Without permission nothing is copied, and `isCopied` stays false.
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return { isCopied, copy };
}

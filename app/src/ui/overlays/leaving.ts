// A closing element is rendered until its animation ends; the page beneath does not wait for it.
import { type RefObject, useLayoutEffect, useState } from 'react';

/** Whether an element must be rendered: while it is open, and then until its animations have ended. */
export function useLeaving(isOpen: boolean, element: RefObject<HTMLElement | null>): boolean {
  const [isDrawn, setDrawn] = useState(isOpen);
  if (isOpen && !isDrawn) setDrawn(true);

  useLayoutEffect(() => {
    if (isOpen || !isDrawn) return;
    const motions = element.current?.getAnimations({ subtree: true }) ?? [];
    const ending = motions.filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
    if (ending.length === 0) return setDrawn(false);
    let isCurrent = true;
    void Promise.allSettled(ending.map(({ finished }) => finished)).then(() => {
      if (isCurrent) setDrawn(false);
    });
    return () => {
      isCurrent = false;
    };
  }, [isOpen, isDrawn, element]);

  return isOpen || isDrawn;
}

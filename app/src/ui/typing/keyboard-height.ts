// The device's keyboard lies over the page without making it smaller; only the visual viewport tells.
import { type RefObject, useEffect } from 'react';

/** Less is a browser's bar that comes and goes, not a keyboard. */
const LEAST_PX = 80;

/** Keeps `--keyboard` on the element at the height of what covers the page's bottom. */
export function useKeyboardHeight(element: RefObject<HTMLElement | null>, isShown: boolean): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    const style = element.current?.style;
    if (!isShown || !viewport || !style) return;
    const measure = () => {
      // A page that is pinched large has a small viewport too, and no keyboard.
      const covered = viewport.scale > 1 ? 0 : window.innerHeight - viewport.height - viewport.offsetTop;
      style.setProperty('--keyboard', covered < LEAST_PX ? '0px' : `${Math.round(covered)}px`);
    };
    measure();
    viewport.addEventListener('resize', measure);
    viewport.addEventListener('scroll', measure);
    return () => {
      viewport.removeEventListener('resize', measure);
      viewport.removeEventListener('scroll', measure);
    };
  }, [element, isShown]);
}

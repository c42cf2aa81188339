// The on-screen keyboard covers the page without resizing it; only the visual viewport changes.
import { type RefObject, useEffect } from 'react';

/** Less is a browser's bar that appears or disappears, not a keyboard. */
const LEAST_PX = 80;

/** Sets `--keyboard` on the element to the height of what covers the page's bottom. */
export function useKeyboardHeight(element: RefObject<HTMLElement | null>, isShown: boolean): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    const style = element.current?.style;
    if (!isShown || !viewport || !style) return;
    const measure = () => {
      // A page that is zoomed in has a small viewport too, without a keyboard.
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

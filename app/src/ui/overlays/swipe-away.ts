// Drags an element towards the edge it came from; far or fast enough, it is dismissed.
import { type RefObject, useEffect, useEffectEvent } from 'react';

interface Swipe {
  /** The element that moves. */
  readonly moved: RefObject<HTMLElement | null>;
  /** Where the drag may begin, if not anywhere on the moved element. */
  readonly handle?: RefObject<HTMLElement | null>;
  readonly towards: 'down' | 'left' | 'up';
  readonly isAllowed?: boolean;
  /** Identifies what is shown, if anything: another value means another element to listen on. */
  readonly shown: boolean | number | undefined;
  readonly onAway: () => void;
}

/** A shorter move is not a drag. */
const SLACK_PX = 6;
const FAR_ENOUGH = 0.3;
const FAST_ENOUGH_PX_PER_MS = 0.5;

const directions = {
  down: { axis: 'y', sign: 1 },
  up: { axis: 'y', sign: -1 },
  left: { axis: 'x', sign: -1 },
} as const;

export function useSwipeAway({ moved, handle = moved, towards, isAllowed = true, shown, onAway }: Swipe) {
  const leave = useEffectEvent(onAway);

  useEffect(() => {
    const element = moved.current;
    const grip = handle.current;
    if (shown === undefined || shown === false || !isAllowed || !element || !grip) return;
    const { axis, sign } = directions[towards];
    let from: { readonly x: number; readonly y: number; readonly at: number } | undefined;
    let isDragging = false;

    const along = ({ clientX, clientY }: PointerEvent): number =>
      from === undefined ? 0 : sign * (axis === 'x' ? clientX - from.x : clientY - from.y);
    const across = ({ clientX, clientY }: PointerEvent): number =>
      from === undefined ? 0 : Math.abs(axis === 'x' ? clientY - from.y : clientX - from.x);

    const begin = (event: PointerEvent) => {
      if (event.isPrimary && event.button === 0)
        from = { x: event.clientX, y: event.clientY, at: event.timeStamp };
    };
    const drag = (event: PointerEvent) => {
      if (!from) return;
      const distance = along(event);
      if (!isDragging) {
        if (distance < SLACK_PX || distance < across(event)) return;
        isDragging = true;
        grip.setPointerCapture(event.pointerId);
        element.style.transition = 'none';
      }
      const shift = `${sign * Math.max(0, distance)}px`;
      element.style.translate = axis === 'x' ? `${shift} 0` : `0 ${shift}`;
    };
    const letGo = () => {
      from = undefined;
      isDragging = false;
      element.style.transition = '';
    };
    const end = (event: PointerEvent) => {
      if (!from || !isDragging) return letGo();
      const distance = along(event);
      const size = axis === 'x' ? element.offsetWidth : element.offsetHeight;
      const speed = distance / Math.max(1, event.timeStamp - from.at);
      letGo();
      // It continues from where the finger released it.
      if (distance > size * FAR_ENOUGH || speed > FAST_ENOUGH_PX_PER_MS) leave();
      else element.style.translate = '';
    };
    const cancel = () => {
      letGo();
      element.style.translate = '';
    };

    element.style.translate = '';
    grip.addEventListener('pointerdown', begin);
    grip.addEventListener('pointermove', drag);
    grip.addEventListener('pointerup', end);
    grip.addEventListener('pointercancel', cancel);
    return () => {
      grip.removeEventListener('pointerdown', begin);
      grip.removeEventListener('pointermove', drag);
      grip.removeEventListener('pointerup', end);
      grip.removeEventListener('pointercancel', cancel);
      letGo();
    };
  }, [moved, handle, towards, isAllowed, shown]);
}

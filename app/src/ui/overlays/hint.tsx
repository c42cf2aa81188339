// Why a control does nothing: read out with it, and shown beside it while the mouse or the keyboard is on it. Such a
// control is `aria-disabled` and stays in the order of the keyboard, because a disabled one is passed over.
import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import './hint.css';
import { raiseAbove } from './overlay-floor.ts';

export interface Hint<Control extends HTMLElement> {
  /** For the control; empty where there is nothing to say. */
  readonly held:
    | {
        readonly 'aria-disabled': true;
        readonly 'aria-describedby': string;
        readonly onFocus: () => void;
        readonly onBlur: () => void;
        readonly onPointerEnter: () => void;
        readonly onPointerLeave: () => void;
      }
    | undefined;
  /** Rendered anywhere: it stands outside the page. */
  readonly hint: ReactNode;
  readonly control: RefObject<Control | null>;
}

const GAP = 6;
const EDGE = 8;

/** `why`: undefined for a control that is open, or that is disabled for no reason worth telling. */
export function useHint<Control extends HTMLElement>(why: string | undefined): Hint<Control> {
  const id = useId();
  const control = useRef<Control>(null);
  const [isOn, setOn] = useState(false);
  const isShown = isOn && why !== undefined;
  // What the mouse or the focus has brought is taken away by Escape, wherever the focus is.
  useEffect(() => {
    if (!isShown) return undefined;
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setOn(false);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isShown]);
  if (why === undefined) return { held: undefined, hint: undefined, control };
  const hide = () => setOn(false);
  return {
    control,
    held: {
      'aria-disabled': true,
      'aria-describedby': id,
      onFocus: () => setOn(control.current?.matches(':focus-visible') === true),
      onBlur: hide,
      onPointerEnter: () => setOn(true),
      onPointerLeave: hide,
    },
    hint: createPortal(
      <HintText id={id} isShown={isShown} control={control}>
        {why}
      </HintText>,
      document.body,
    ),
  };
}

interface TextProps {
  readonly id: string;
  readonly isShown: boolean;
  readonly control: RefObject<HTMLElement | null>;
  readonly children: string;
}

/** A popover, because a dialog is above every z-index. Hidden it still describes its control. */
function HintText({ id, isShown, control, children }: TextProps) {
  const text = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const [shown, beside] = [text.current, control.current];
    if (!isShown || shown === null || beside === null) return undefined;
    const hasPopovers = typeof shown.showPopover === 'function';
    if (hasPopovers) shown.showPopover();
    place(shown, beside.getBoundingClientRect());
    raiseAbove();
    return () => {
      if (hasPopovers && shown.isConnected) shown.hidePopover();
    };
  }, [isShown, control]);
  return (
    <div ref={text} id={id} role="tooltip" popover="manual" hidden={!isShown} className="hint text-note">
      {children}
    </div>
  );
}

/** Above the control where there is room, and never beyond the window. */
function place(shown: HTMLElement, { left, top, bottom, width }: DOMRect): void {
  const { offsetWidth, offsetHeight } = shown;
  const most = Math.max(EDGE, innerWidth - offsetWidth - EDGE);
  const above = top - GAP - offsetHeight;
  shown.style.left = `${Math.min(Math.max(left + width / 2 - offsetWidth / 2, EDGE), most)}px`;
  shown.style.top = `${above < EDGE ? bottom + GAP : above}px`;
}

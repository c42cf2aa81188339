// The base of every overlay: the browser's own <dialog>, which traps the focus, makes the page beneath inert and is in
// the top layer. The animation, the scrim and the back gesture are ours.
import { type ReactNode, type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { guardBack } from './back-guard.ts';
import { useLeaving } from './leaving.ts';
import './modal.css';
import { raiseAbove } from './overlay-floor.ts';

export interface ModalProps {
  readonly open: boolean;
  /** Called on Esc, the scrim or the back gesture; the owner then sets `open` to false. */
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly placement: 'centre' | 'bottom' | 'left' | 'whole';
  readonly role?: 'dialog' | 'alertdialog';
  readonly label?: string | undefined;
  readonly labelledBy?: string | undefined;
  readonly describedBy?: string | undefined;
  /** False: neither Esc, nor the scrim, nor the back gesture closes it. */
  readonly closable?: boolean;
  /** False: a tap beside it does not close it, but Esc and the back gesture do. */
  readonly closesOnScrim?: boolean;
  readonly panelClassName?: string;
  readonly panelRef?: RefObject<HTMLDivElement | null>;
}

/** What every overlay with a title and a cross takes. */
export interface TitledOverlay extends Pick<ModalProps, 'open' | 'onClose' | 'children'> {
  readonly title: ReactNode;
  readonly closeLabel: string;
}

/** An overlay that was never opened renders nothing: every screen has several. */
export function Modal(props: ModalProps) {
  const [wasOpened, setWasOpened] = useState(props.open);
  if (props.open && !wasOpened) setWasOpened(true);
  return wasOpened ? <OpenedModal {...props} /> : null;
}

function OpenedModal({
  open,
  onClose,
  children,
  placement,
  role = 'dialog',
  label,
  labelledBy,
  describedBy,
  closable = true,
  closesOnScrim = closable,
  panelClassName = '',
  panelRef,
}: ModalProps) {
  const dialogRef = useRef<HTMLDialogElement>(null);
  const returnTo = useRef<Element>(null);
  const isPressedInside = useRef(false);
  const isShown = useLeaving(open, dialogRef);
  // Its content stays until it is out of sight, also when its owner no longer passes any.
  const lastChildren = useRef(children);
  useLayoutEffect(() => {
    if (open) lastChildren.current = children;
  });

  const ask = useEffectEvent(() => {
    if (closable) onClose();
  });

  useLayoutEffect(() => {
    const dialog = dialogRef.current;
    if (!open || !dialog) return;
    returnTo.current = document.activeElement;
    dialog.showModal();
    focusInside(dialog);
    raiseAbove();
    const stopGuarding = guardBack(() => ask());
    return () => {
      stopGuarding();
      if (dialog.open) dialog.close();
      giveFocusBack(returnTo.current);
    };
  }, [open]);

  useLayoutEffect(() => {
    // Again, because React restores the focus to the element that had it before this render.
    if (!open) giveFocusBack(returnTo.current);
  }, [open]);

  if (!isShown) return null;
  return createPortal(
    <dialog
      ref={dialogRef}
      className={`modal modal--${placement}`}
      role={role}
      aria-label={label}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      closedby={closable ? 'closerequest' : 'none'}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        if (closable) onClose();
      }}
      onKeyDown={(event) => {
        // Browsers without `closedby` close on the second Esc, even if the first was prevented.
        if (!closable && event.key === 'Escape') event.preventDefault();
      }}
      onClose={(event) => {
        // The browser closed it by itself: the owner is notified, and one that must stay is reopened.
        if (event.target !== event.currentTarget || !open || event.currentTarget.open) return;
        if (closable) return onClose();
        event.currentTarget.showModal();
        raiseAbove();
      }}
      onPointerDown={(event) => {
        isPressedInside.current = event.target !== event.currentTarget;
      }}
      onClick={(event) => {
        const isScrim = event.target === event.currentTarget && !isPressedInside.current;
        isPressedInside.current = false;
        if (isScrim && closesOnScrim) onClose();
      }}
    >
      <div ref={panelRef} className={`modal__panel ${panelClassName}`}>
        {open ? children : lastChildren.current}
      </div>
    </dialog>,
    document.body,
  );
}

function giveFocusBack(element: Element | null): void {
  if (element instanceof HTMLElement && element.isConnected) element.focus({ preventScroll: true });
}

const FOCUSABLE = 'button, [href], input, select, textarea, [tabindex]';

/** The browser focuses the first focusable element; `data-first-focus` marks another one. */
function focusInside(dialog: HTMLDialogElement): void {
  const wanted = dialog.querySelector('[data-first-focus]');
  const target = wanted?.matches(FOCUSABLE) ? wanted : wanted?.querySelector(FOCUSABLE);
  if (target instanceof HTMLElement) target.focus();
  else if (!dialog.contains(document.activeElement)) dialog.querySelector<HTMLElement>(FOCUSABLE)?.focus();
}

import { type ReactNode, useId, useRef } from 'react';
import { IconButton } from '../buttons/button.tsx';
import './bottom-sheet.css';
import { useKeyboardHeight } from '../typing/keyboard-height.ts';
import { Modal, type TitledOverlay } from './modal.tsx';
import { useSwipeAway } from './swipe-away.ts';

interface Props extends TitledOverlay {
  /** The button or buttons at the bottom, which stay while the content scrolls. */
  readonly action?: ReactNode;
  /** Something was typed: neither a drag nor a tap beside the sheet discards it. */
  readonly hasUnsavedInput?: boolean;
  /** Rows that reach both edges of the sheet have their own gutter. */
  readonly bleeds?: boolean;
  readonly closable?: boolean;
}

export function BottomSheet({
  open,
  onClose,
  title,
  closeLabel,
  children,
  action,
  hasUnsavedInput = false,
  bleeds = false,
  closable = true,
}: Props) {
  const titleId = useId();
  const panel = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLDivElement>(null);
  useSwipeAway({
    moved: panel,
    handle: head,
    towards: 'down',
    isAllowed: closable && !hasUnsavedInput,
    shown: open,
    onAway: onClose,
  });
  useKeyboardHeight(panel, open);
  return (
    <Modal
      open={open}
      onClose={onClose}
      placement="bottom"
      labelledBy={titleId}
      closable={closable}
      closesOnScrim={closable && !hasUnsavedInput}
      panelClassName="bottom-sheet"
      panelRef={panel}
    >
      <div ref={head} className="bottom-sheet__head">
        <h2 id={titleId} className="text-title2">
          {title}
        </h2>
        {closable && <IconButton icon="close" label={closeLabel} onPress={onClose} />}
      </div>
      <div
        className={bleeds ? 'bottom-sheet__content bottom-sheet__content--bleeds' : 'bottom-sheet__content'}
      >
        {children}
      </div>
      {action !== undefined && <div className="bottom-sheet__action">{action}</div>}
    </Modal>
  );
}

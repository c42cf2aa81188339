import { useId, useRef } from 'react';
import { IconButton } from '../buttons/button.tsx';
import { Modal, type TitledOverlay } from './modal.tsx';
import './side-drawer.css';
import { useSwipeAway } from './swipe-away.ts';

/** 256 px from the left edge of the app, as the spec has it. */
export function SideDrawer({ open, onClose, title, closeLabel, children }: TitledOverlay) {
  const titleId = useId();
  const panel = useRef<HTMLDivElement>(null);
  useSwipeAway({ moved: panel, towards: 'left', shown: open, onAway: onClose });
  return (
    <Modal
      open={open}
      onClose={onClose}
      placement="left"
      labelledBy={titleId}
      panelClassName="side-drawer"
      panelRef={panel}
    >
      <div className="side-drawer__head">
        <h2 id={titleId} className="text-title2">
          {title}
        </h2>
        <IconButton icon="close" label={closeLabel} onPress={onClose} />
      </div>
      <div className="side-drawer__content">{children}</div>
    </Modal>
  );
}

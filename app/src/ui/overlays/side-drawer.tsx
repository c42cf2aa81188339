import { type ReactNode, useId, useRef } from 'react';
import { IconButton } from '../buttons/button.tsx';
import { Modal } from './modal.tsx';
import './side-drawer.css';
import { useSwipeAway } from './swipe-away.ts';

export interface SideDrawerProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly closeLabel: string;
  readonly children: ReactNode;
}

/** 256 px from the left edge of the app, as the spec has it. */
export function SideDrawer({ open, onClose, title, closeLabel, children }: SideDrawerProps) {
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
        <h2 id={titleId} className="side-drawer__title">
          {title}
        </h2>
        <IconButton icon="close" label={closeLabel} onPress={onClose} />
      </div>
      <div className="side-drawer__content">{children}</div>
    </Modal>
  );
}

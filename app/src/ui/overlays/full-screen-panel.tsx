import { type ReactNode, useId } from 'react';
import { IconButton } from '../buttons/button.tsx';
import './full-screen-panel.css';
import { Modal, type TitledOverlay } from './modal.tsx';

interface Props extends TitledOverlay {
  /** At the end of the head; the cross is at its beginning then, and the title beside the cross. */
  readonly aside?: ReactNode;
  /** A dock below the content, which scrolls without it. */
  readonly foot?: ReactNode;
}

export function FullScreenPanel({ open, onClose, title, closeLabel, aside, foot, children }: Props) {
  const titleId = useId();
  const cross = <IconButton icon="close" label={closeLabel} onPress={onClose} />;
  return (
    <Modal
      open={open}
      onClose={onClose}
      placement="whole"
      labelledBy={titleId}
      panelClassName={
        foot === undefined ? 'full-screen-panel' : 'full-screen-panel full-screen-panel--footed'
      }
    >
      <header
        className={
          aside === undefined
            ? 'full-screen-panel__head'
            : 'full-screen-panel__head full-screen-panel__head--start'
        }
      >
        {aside !== undefined && cross}
        <h2 id={titleId} className="full-screen-panel__title text-cut">
          {title}
        </h2>
        {aside ?? cross}
      </header>
      <div className="full-screen-panel__content">{children}</div>
      {foot}
    </Modal>
  );
}

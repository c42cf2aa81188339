import { useId } from 'react';
import { IconButton } from '../buttons/button.tsx';
import './full-screen-panel.css';
import { Modal, type TitledOverlay } from './modal.tsx';

export function FullScreenPanel({ open, onClose, title, closeLabel, children }: TitledOverlay) {
  const titleId = useId();
  return (
    <Modal
      open={open}
      onClose={onClose}
      placement="whole"
      labelledBy={titleId}
      panelClassName="full-screen-panel"
    >
      <header className="full-screen-panel__head">
        <h2 id={titleId} className="full-screen-panel__title text-cut">
          {title}
        </h2>
        <IconButton icon="close" label={closeLabel} onPress={onClose} />
      </header>
      <div className="full-screen-panel__content">{children}</div>
    </Modal>
  );
}

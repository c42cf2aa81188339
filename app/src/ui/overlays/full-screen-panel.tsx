import { type ReactNode, useId } from 'react';
import { IconButton } from '../buttons/button.tsx';
import './full-screen-panel.css';
import { Modal } from './modal.tsx';

export interface FullScreenPanelProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly closeLabel: string;
  readonly children: ReactNode;
}

export function FullScreenPanel({ open, onClose, title, closeLabel, children }: FullScreenPanelProps) {
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
        <h2 id={titleId} className="full-screen-panel__title">
          {title}
        </h2>
        <IconButton icon="close" label={closeLabel} onPress={onClose} />
      </header>
      <div className="full-screen-panel__content">{children}</div>
    </Modal>
  );
}

import { BusyDots } from '../buttons/button.tsx';
import './loading-overlay.css';
import { Modal } from '../overlays/modal.tsx';

/** A trade is under way: nothing beneath may be tapped, and it cannot be cancelled. */
export function LoadingOverlay({ open, label }: { readonly open: boolean; readonly label: string }) {
  return (
    <Modal
      open={open}
      onClose={() => {}}
      placement="centre"
      label={label}
      closable={false}
      panelClassName="loading-overlay"
    >
      <p className="loading-overlay__words" role="status">
        <BusyDots />
        <span className="unseen">{label}</span>
      </p>
    </Modal>
  );
}

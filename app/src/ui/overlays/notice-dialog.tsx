import { type ReactNode, useId } from 'react';
import { Button } from '../buttons/button.tsx';
import { Icon } from '../icons/icon.tsx';
import { Modal } from './modal.tsx';
import './notice-dialog.css';

export interface NoticeDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** The kind of text, above the title. */
  readonly kind: string;
  readonly title: string;
  /** When it was published, already formatted. */
  readonly when?: string | undefined;
  /** For HTML from the server: `readNoticeHtml`. */
  readonly children: ReactNode;
  readonly closeLabel: string;
}

/** Closed by its button alone: neither the scrim, nor Esc, nor the back gesture. */
export function NoticeDialog({ open, onClose, kind, title, when, children, closeLabel }: NoticeDialogProps) {
  const titleId = useId();
  return (
    <Modal
      open={open}
      onClose={onClose}
      placement="centre"
      role="alertdialog"
      labelledBy={titleId}
      closable={false}
      panelClassName="notice-dialog"
    >
      <div className="notice-dialog__head">
        <p className="notice-dialog__kind">
          <Icon name="megaphone" size={18} weight={2} />
          {kind}
        </p>
        <h2 id={titleId} className="notice-dialog__title">
          {title}
        </h2>
        {when !== undefined && <p className="notice-dialog__when figure">{when}</p>}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls must be reachable by the keyboard. */}
      <section className="notice-dialog__body" tabIndex={0} aria-labelledby={titleId}>
        {children}
      </section>
      <div className="notice-dialog__action" data-first-focus="">
        <Button onPress={onClose}>{closeLabel}</Button>
      </div>
    </Modal>
  );
}

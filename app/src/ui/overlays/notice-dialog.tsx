import { useId } from 'react';
import { Button } from '../buttons/button.tsx';
import { Icon } from '../icons/icon.tsx';
import { Modal, type TitledOverlay } from './modal.tsx';
import './notice-dialog.css';

interface Props extends TitledOverlay {
  /** The kind of text, above the title. */
  readonly kind: string;
  /** When it was published, already formatted. */
  readonly when?: string | undefined;
  /** Also by the scrim, Esc and the back gesture: only for what nobody has to read. */
  readonly closable?: boolean;
  /** A second, quiet button. */
  readonly quiet?: { readonly label: string; readonly onPress: () => void };
}

/**
 * Closed by its button alone: neither the scrim, nor Esc, nor the back gesture. Its children for HTML from the server:
 * `RichText`.
 */
export function NoticeDialog({
  open,
  onClose,
  kind,
  title,
  when,
  children,
  closeLabel,
  closable = false,
  quiet,
}: Props) {
  const titleId = useId();
  return (
    <Modal
      open={open}
      onClose={onClose}
      placement="centre"
      role="alertdialog"
      labelledBy={titleId}
      closable={closable}
      panelClassName="notice-dialog"
    >
      <div className="notice-dialog__head">
        <p className="notice-dialog__kind">
          <Icon name="megaphone" size={18} weight={2} />
          {kind}
        </p>
        <h2 id={titleId} className="notice-dialog__title text-title2">
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
        {quiet !== undefined && (
          <button type="button" className="notice-dialog__quiet text-caption" onClick={quiet.onPress}>
            {quiet.label}
          </button>
        )}
      </div>
    </Modal>
  );
}

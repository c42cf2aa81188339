import { type ReactNode, useId } from 'react';
import { Button } from './button.tsx';
import './dialog.css';
import { Modal } from './modal.tsx';

export interface DialogProps {
  readonly open: boolean;
  readonly title: string;
  readonly message: string;
  /** Facts under the message, such as the next opening of a market. */
  readonly children?: ReactNode;
  /** The safe choice: on the right and primary. Esc, the scrim and the back gesture choose it too. */
  readonly safe: string;
  readonly onSafe: () => void;
  /** The other choice, on the left: the one that ends or loses something. */
  readonly other?: string | undefined;
  readonly onOther?: (() => void) | undefined;
  readonly closable?: boolean;
}

export function Dialog({
  open,
  title,
  message,
  children,
  safe,
  onSafe,
  other,
  onOther,
  closable = true,
}: DialogProps) {
  const titleId = useId();
  const messageId = useId();
  return (
    <Modal
      open={open}
      onClose={onSafe}
      placement="centre"
      role="alertdialog"
      labelledBy={titleId}
      describedBy={messageId}
      closable={closable}
      panelClassName="dialog"
    >
      <h2 id={titleId} className="dialog__title">
        {title}
      </h2>
      {message !== '' && (
        <p id={messageId} className="dialog__message">
          {message}
        </p>
      )}
      {children}
      <div className="dialog__actions">
        {other !== undefined && (
          <Button size="medium" kind="tonal" {...(onOther ? { onPress: onOther } : {})}>
            {other}
          </Button>
        )}
        <div data-first-focus="">
          <Button size="medium" onPress={onSafe}>
            {safe}
          </Button>
        </div>
      </div>
    </Modal>
  );
}

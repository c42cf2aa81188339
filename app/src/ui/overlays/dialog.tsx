import { type ReactNode, useId } from 'react';
import { Button } from '../buttons/button.tsx';
import './dialog.css';
import { Modal } from './modal.tsx';

interface Props {
  readonly open: boolean;
  readonly title: string;
  readonly message: string;
  /** Facts under the message, such as the next opening of a market. */
  readonly children?: ReactNode;
  /** The safe choice: Esc, the scrim and the back gesture choose it too. */
  readonly safe: string;
  readonly onSafe: () => void;
  /** The other choice: the one that does something, or ends or loses something. */
  readonly other?: string | undefined;
  readonly onOther?: (() => void) | undefined;
  /** Which one is primary and on the right. Default: the safe one. */
  readonly bright?: 'safe' | 'other' | undefined;
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
  bright = 'safe',
  closable = true,
}: Props) {
  const titleId = useId();
  const messageId = useId();
  const cautious = { words: safe, onPress: onSafe };
  const doing = other === undefined ? undefined : { words: other, onPress: onOther };
  const [primary, quiet] = bright === 'other' && doing !== undefined ? [doing, cautious] : [cautious, doing];
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
      <h2 id={titleId} className="text-title3">
        {title}
      </h2>
      {message !== '' && (
        <p id={messageId} className="dialog__message">
          {message}
        </p>
      )}
      {children}
      <div className="dialog__actions">
        {quiet !== undefined && (
          <Button size="medium" kind="tonal" onPress={quiet.onPress}>
            {quiet.words}
          </Button>
        )}
        <div data-first-focus="">
          <Button size="medium" onPress={primary.onPress}>
            {primary.words}
          </Button>
        </div>
      </div>
    </Modal>
  );
}

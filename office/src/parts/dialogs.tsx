// Questions before something is done.
import { Modal } from '@maru/app/ui/overlays/modal';
import { type ReactNode, useId, useState } from 'react';
import { words } from '../text/shell.ts';
import { Button } from './button.tsx';
import './dialogs.css';
import { Chips } from './facts.tsx';
import { TextArea } from './form.tsx';

interface DialogProps {
  readonly open: boolean;
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly confirm: string;
  readonly kind?: 'primary' | 'danger';
  readonly canConfirm?: boolean;
  readonly takesTwo?: boolean;
  readonly busy?: boolean;
  readonly onConfirm: () => void;
}

export function ConfirmDialog(props: DialogProps) {
  const id = useId();
  return (
    <Modal
      open={props.open}
      onClose={props.onClose}
      placement="centre"
      labelledBy={id}
      panelClassName="office-dialog"
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (props.canConfirm !== false && props.busy !== true) props.onConfirm();
        }}
      >
        <h2 id={id} className="office-dialog__title">
          {props.title}
        </h2>
        <div className="office-dialog__body">{props.children}</div>
        <div className="office-dialog__actions">
          <Button onPress={props.onClose}>{words.cancel}</Button>
          <Button
            type="submit"
            kind={props.kind ?? 'primary'}
            disabled={props.canConfirm === false}
            busy={props.busy === true}
            takesTwo={props.takesTwo === true}
          >
            {props.confirm}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

interface ReasonProps extends Omit<DialogProps, 'children' | 'onConfirm'> {
  readonly children?: ReactNode;
  /** Sentences that are often the reason. */
  readonly usual?: readonly string[];
  /** Whether the member reads it. */
  readonly hint?: string;
  readonly onConfirm: (reason: string) => void;
}

const SHORTEST = 2;

/** What staff do has a reason; it is in the audit log. */
export function ReasonDialog({ children, usual = [], hint, onConfirm, ...dialog }: ReasonProps) {
  const [reason, setReason] = useState('');
  const [wasTried, setWasTried] = useState(false);
  const isGiven = reason.trim().length >= SHORTEST;
  return (
    <ConfirmDialog
      {...dialog}
      onConfirm={() => {
        setWasTried(true);
        if (isGiven) onConfirm(reason.trim());
      }}
    >
      {children}
      {usual.length > 0 && (
        <Chips
          label={words.reason}
          choices={usual.map((each) => ({ value: each, label: each }))}
          value={reason}
          onChange={setReason}
        />
      )}
      <TextArea
        label={words.reason}
        value={reason}
        maxLength={200}
        hint={hint}
        isFirst
        error={wasTried && !isGiven ? words.reasonNeeded : undefined}
        onChange={setReason}
      />
    </ConfirmDialog>
  );
}

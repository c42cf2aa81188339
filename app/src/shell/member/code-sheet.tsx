// Asks for a code of the authenticator app, or for a recovery code: at sign-in, and before money leaves.
import { useState } from 'react';
import { useText, useWords } from '../../text/language.tsx';
import { securityWords } from '../../text/security.ts';
import { Button, textLinkClass } from '../../ui/buttons/button.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { BottomSheet } from '../../ui/overlays/bottom-sheet.tsx';
import './code-sheet.css';

interface Props {
  readonly busy: boolean;
  /** Why the last code was refused. */
  readonly refused: string | undefined;
  readonly onCode: (code: string) => void;
  readonly onClose: () => void;
}

const CODE_LENGTH = 6;

export function CodeSheet({ busy, refused, onCode, onClose }: Props) {
  const words = useWords(securityWords);
  const { shell } = useText();
  const [isRecovery, setRecovery] = useState(false);
  const [code, setCode] = useState('');
  const [seen, setSeen] = useState<string>();
  const isWhole = isRecovery ? code.replaceAll(/[\s-]/g, '').length >= 10 : code.length === CODE_LENGTH;
  const error = refused !== undefined && seen !== code ? undefined : refused;

  function send(whole: string) {
    setSeen(whole);
    onCode(whole);
  }

  return (
    <BottomSheet
      open
      onClose={onClose}
      title={isRecovery ? words.recoveryField : words.codeTitle}
      closeLabel={shell.close}
      hasUnsavedInput={code !== ''}
      action={
        <Button disabled={!isWhole} busy={busy} busyLabel={words.confirming} onPress={() => send(code)}>
          {words.confirm}
        </Button>
      }
    >
      <form
        className="code-sheet"
        data-first-focus
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isWhole && !busy) send(code);
        }}
      >
        <p className="text-note">{isRecovery ? words.recoveryFieldLead : words.codeLead}</p>
        <TextField
          key={String(isRecovery)}
          label={isRecovery ? words.recoveryField : words.codeTitle}
          name="code"
          surface="sheet"
          autoComplete="one-time-code"
          {...(isRecovery ? { maxLength: 16 } : ({ pattern: 'digits', maxLength: CODE_LENGTH } as const))}
          value={code}
          onChange={setCode}
          error={error}
          reserve
        />
        <button
          type="button"
          className={textLinkClass}
          onClick={() => {
            setRecovery(!isRecovery);
            setCode('');
          }}
        >
          {isRecovery ? words.useCode : words.useRecovery}
        </button>
      </form>
    </BottomSheet>
  );
}

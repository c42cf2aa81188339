// Proving the address or number of a form: the code is sent to what was typed there.
import { certificateEmail, certificatePhone, verifyEmail, verifyPhone } from '@maru/contract/identity/calls';
import { useState } from 'react';
import { useCall } from '../shell/connection/use-call.ts';
import { identityWords } from '../text/identity.ts';
import { useText, useWords } from '../text/language.tsx';
import { Button } from '../ui/buttons/button.tsx';
import { BottomSheet } from '../ui/overlays/bottom-sheet.tsx';
import { Note } from '../ui/states/note.tsx';
import './code-sheet.css';
import { CODE_LENGTH, CodeField } from './code-field.tsx';

interface Props {
  readonly way: 'EMAIL' | 'PHONE';
  readonly value: string;
  readonly onProof: (proof: string) => void;
  readonly onClose: () => void;
}

export function CodeSheet({ way, value, onProof, onClose }: Props) {
  const { shell } = useText();
  const words = useWords(identityWords);
  const isEmail = way === 'EMAIL';
  const sending = useCall(isEmail ? certificateEmail : certificatePhone);
  const checking = useCall(isEmail ? verifyEmail : verifyPhone);
  const [sent, setSent] = useState<{ readonly key: string; readonly isStandIn: boolean } | undefined>(
    undefined,
  );
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | undefined>(undefined);

  async function send() {
    const outcome = await sending.send({ body: { certificateValue: value, purpose: 'SIGN_UP' } });
    if (outcome?.ok) setSent(outcome.reply);
    else setError(outcome?.message);
  }
  async function check() {
    if (sent === undefined || code.length !== CODE_LENGTH) return;
    const outcome = await checking.send({ body: { key: sent.key, secretCode: code } });
    if (outcome?.ok) onProof(outcome.reply.proof);
    else setError(outcome?.message);
  }
  return (
    <BottomSheet
      open
      onClose={onClose}
      title={isEmail ? words.proveEmail : words.provePhone}
      closeLabel={shell.close}
      hasUnsavedInput={code !== ''}
      action={
        sent === undefined ? (
          <Button busy={sending.busy} busyLabel={words.sendingCode} onPress={() => void send()}>
            {words.sendCode}
          </Button>
        ) : (
          <Button
            disabled={code.length !== CODE_LENGTH}
            busy={checking.busy}
            busyLabel={words.checking}
            onPress={() => void check()}
          >
            {words.check}
          </Button>
        )
      }
    >
      {sent === undefined ? (
        <p>{error ?? words.sendTo(value)}</p>
      ) : (
        <form
          className="contact-code"
          data-first-focus
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void check();
          }}
        >
          <CodeField
            surface="sheet"
            value={code}
            error={error}
            hint={words.codeSent(value)}
            onChange={(text) => {
              setCode(text);
              setError(undefined);
            }}
          />
          {sent.isStandIn && <Note raised>{words.standIn}</Note>}
        </form>
      )}
    </BottomSheet>
  );
}

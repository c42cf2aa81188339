// Asks for the password before something that a stolen session must not do; the code follows when one is needed.
import type { Outcome, Sent } from '@maru/client/call';
import type { AnyCall } from '@maru/contract/call';
import { type ReactNode, useState } from 'react';
import { useText, useWords } from '../../text/language.tsx';
import { securityWords } from '../../text/security.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { BottomSheet } from '../../ui/overlays/bottom-sheet.tsx';
import { useAlerts } from '../messages/alert.tsx';
import { useConfirmedCall } from './use-confirmed-call.tsx';
import './proof-sheet.css';

interface Props<C extends AnyCall> {
  readonly call: C;
  /** Everything of the body but the proof. */
  readonly body?: object;
  readonly title: string;
  readonly lead: string;
  readonly action: string;
  readonly kind?: 'primary' | 'danger';
  readonly onClose: () => void;
  readonly onDone: (reply: Extract<Outcome<C>, { readonly ok: true }>['reply']) => void;
  /** A refusal that is not about the proof; without this the sheet closes and the refusal is shown. */
  readonly onRefused?: (refused: Extract<Outcome<C>, { readonly ok: false }>) => void;
  readonly children?: ReactNode;
}

export function ProofSheet<C extends AnyCall>(props: Props<C>) {
  const { call, body, title, lead, action, kind = 'primary', onClose, onDone, onRefused, children } = props;
  const words = useWords(securityWords);
  const { shell } = useText();
  const alerts = useAlerts();
  const { busy, send, question } = useConfirmedCall(call);
  const [password, setPassword] = useState('');
  const [refused, setRefused] = useState<string>();

  async function confirm() {
    const outcome = await send({ body: { ...body, password } } as unknown as Sent<C>);
    if (!outcome) return;
    if (outcome.ok) return onDone(outcome.reply);
    if (outcome.field === 'password') setRefused(outcome.message);
    else if (onRefused !== undefined) onRefused(outcome);
    else {
      onClose();
      alerts.show(outcome.message);
    }
  }

  return (
    <>
      <BottomSheet
        open
        onClose={onClose}
        title={title}
        closeLabel={shell.close}
        hasUnsavedInput={password !== ''}
        action={
          <Button
            kind={kind}
            disabled={password === ''}
            busy={busy}
            busyLabel={words.confirming}
            onPress={() => void confirm()}
          >
            {action}
          </Button>
        }
      >
        <form
          className="proof-sheet"
          data-first-focus
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (password !== '' && !busy) void confirm();
          }}
        >
          <p className="text-note">{lead}</p>
          {children}
          <PasswordField
            label={words.proofPassword}
            name="password"
            surface="sheet"
            autoComplete="current-password"
            value={password}
            onChange={(next) => {
              setPassword(next);
              setRefused(undefined);
            }}
            words={{ show: words.showPassword, hide: words.hidePassword }}
            error={refused}
            reserve
          />
        </form>
      </BottomSheet>
      {question}
    </>
  );
}

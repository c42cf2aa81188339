// Proving an address or number of one's own: the value, the code, and the password, one after the other.
import { emailOf, phoneOf } from '@maru/contract/account/rules';
import { certificateEmail, certificatePhone, verifyEmail, verifyPhone } from '@maru/contract/identity/calls';
import { setContact } from '@maru/contract/identity/member-calls';
import { useState } from 'react';
import { useCall } from '../shell/connection/use-call.ts';
import { useConfirmedCall } from '../shell/member/use-confirmed-call.tsx';
import { useToasts } from '../shell/messages/toasts.tsx';
import { usePlatform } from '../shell/platform.tsx';
import { identityWords } from '../text/identity.ts';
import { useText, useWords } from '../text/language.tsx';
import { Button } from '../ui/buttons/button.tsx';
import { PasswordField } from '../ui/fields/password-field.tsx';
import { PhoneField } from '../ui/fields/phone-field.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import { BottomSheet } from '../ui/overlays/bottom-sheet.tsx';
import { Note } from '../ui/states/note.tsx';
import { CODE_LENGTH, CodeField } from './code-field.tsx';

interface Props {
  readonly way: 'EMAIL' | 'PHONE';
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function ContactSheet({ way, onClose, onDone }: Props) {
  const { shell } = useText();
  const words = useWords(identityWords);
  const { refreshMember } = usePlatform();
  const toasts = useToasts();
  const isEmail = way === 'EMAIL';
  const sending = useCall(isEmail ? certificateEmail : certificatePhone);
  const checking = useCall(isEmail ? verifyEmail : verifyPhone);
  const saving = useConfirmedCall(setContact);
  const [typed, setTyped] = useState({ value: '', code: '', password: '' });
  const [sent, setSent] = useState<{ readonly key: string; readonly isStandIn: boolean } | undefined>(
    undefined,
  );
  const [proof, setProof] = useState<string | undefined>(undefined);
  const [error, setError] = useState<string | undefined>(undefined);
  const change = (field: keyof typeof typed) => (text: string) => {
    setTyped((before) => ({ ...before, [field]: text }));
    setError(undefined);
  };

  async function go() {
    if (sent === undefined) {
      const outcome = await sending.send({ body: { certificateValue: typed.value, purpose: 'PROFILE' } });
      if (outcome?.ok) setSent(outcome.reply);
      else setError(outcome?.message);
    } else if (proof === undefined) {
      const outcome = await checking.send({ body: { key: sent.key, secretCode: typed.code } });
      if (outcome?.ok) setProof(outcome.reply.proof);
      else setError(outcome?.message);
    } else {
      const outcome = await saving.send({ body: { proof, password: typed.password } });
      if (!outcome?.ok) {
        setError(outcome?.message);
        return;
      }
      await refreshMember();
      onDone();
      onClose();
      toasts.show({ kind: 'order', title: words.contactSaved });
    }
  }
  const step = sent === undefined ? 'value' : proof === undefined ? 'code' : 'password';
  const isGood = {
    value: (isEmail ? emailOf(typed.value) : phoneOf(typed.value)) !== undefined,
    code: typed.code.length === CODE_LENGTH,
    password: typed.password !== '',
  }[step];
  const label = { value: words.sendCode, code: words.check, password: words.saveContact }[step];
  const valueField = { surface: 'sheet', value: typed.value, error, onChange: change('value') } as const;
  return (
    <BottomSheet
      open
      onClose={onClose}
      title={isEmail ? words.proveEmail : words.provePhone}
      closeLabel={shell.close}
      hasUnsavedInput={typed.value !== ''}
      action={
        <Button
          disabled={!isGood}
          busy={sending.busy || checking.busy || saving.busy}
          onPress={() => void go()}
        >
          {label}
        </Button>
      }
    >
      <div className="identity-screen__sheet">
        <form
          data-first-focus
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (isGood) void go();
          }}
        >
          {step === 'value' &&
            (isEmail ? (
              <TextField
                label={words.email}
                name="email"
                type="email"
                pattern="email"
                maxLength={254}
                {...valueField}
              />
            ) : (
              <PhoneField label={words.phone} name="phone" {...valueField} />
            ))}
          {step === 'code' && (
            <CodeField surface="sheet" value={typed.code} error={error} onChange={change('code')} />
          )}
          {step === 'password' && (
            <PasswordField
              label={words.password}
              name="password"
              surface="sheet"
              autoComplete="current-password"
              value={typed.password}
              error={error}
              onChange={change('password')}
              words={{ show: words.showPassword, hide: words.hidePassword }}
            />
          )}
        </form>
        {step === 'code' && sent?.isStandIn === true && <Note raised>{words.standIn}</Note>}
      </div>
      {saving.question}
    </BottomSheet>
  );
}

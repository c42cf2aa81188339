import { changePassword } from '@maru/contract/account/calls';
import { isPasswordLength } from '@maru/contract/account/rules';
import { type FormEvent, useRef, useState } from 'react';
import { useConfirmedCall } from '../../shell/member/use-confirmed-call.tsx';
import { useAlerts } from '../../shell/messages/alert.tsx';
import { useToasts } from '../../shell/messages/toasts.tsx';
import { usePlatform, useWatched } from '../../shell/platform.tsx';
import { useRouter } from '../../shell/routing/router.tsx';
import { accountWords } from '../../text/account.ts';
import { useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { Dock } from '../../ui/layout/dock.tsx';
import { useKeyboardHeight } from '../../ui/typing/keyboard-height.ts';
import './change-password-screen.css';
import { PasswordHints } from '../sign-up/password-hints.tsx';

type PasswordName = 'currentPassword' | 'password' | 'passwordAgain';

export function ChangePasswordScreen() {
  const words = useWords(accountWords);
  const { member, session } = usePlatform();
  const id = useWatched(member)?.id;
  const router = useRouter();
  const alerts = useAlerts();
  const toasts = useToasts();
  const { busy, send, question } = useConfirmedCall(changePassword);
  const [typed, setTyped] = useState({ currentPassword: '', password: '', passwordAgain: '' });
  const [refused, setRefused] = useState<{ field: PasswordName; message: string } | undefined>(undefined);
  const page = useRef<HTMLFormElement>(null);
  useKeyboardHeight(page, true);
  const [wasAgainLeft, setWasAgainLeft] = useState(false);

  const differs = typed.passwordAgain !== '' && typed.password !== typed.passwordAgain;
  const isGood =
    id !== undefined &&
    typed.currentPassword !== '' &&
    isPasswordLength(typed.password) &&
    typed.password === typed.passwordAgain;

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!isGood || busy) return;
    const { currentPassword, password } = typed;
    const outcome = await send({ body: { id, currentPassword, password, deviceKey: session.deviceKey() } });
    if (!outcome) return;
    if (outcome.ok) {
      // The old token pair ended with the old password; this device continues with the new pair.
      session.signIn(outcome.reply);
      toasts.show({ kind: 'order', title: words.passwordChanged });
      await router.navigate({ to: '/more' });
      return;
    }
    if (outcome.field === 'currentPassword' || outcome.field === 'password')
      setRefused({ field: outcome.field, message: outcome.message });
    else alerts.show(outcome.message);
  }

  const fieldOf = (field: PasswordName, label: string, error?: string) => (
    <PasswordField
      label={label}
      name={field}
      autoComplete={field === 'currentPassword' ? 'current-password' : 'new-password'}
      value={typed[field]}
      onChange={(value) => {
        setTyped((before) => ({ ...before, [field]: value }));
        if (refused?.field === field) setRefused(undefined);
      }}
      onLeave={field === 'passwordAgain' ? () => setWasAgainLeft(true) : undefined}
      words={{ show: words.showPassword, hide: words.hidePassword }}
      error={refused?.field === field ? refused.message : error}
    />
  );
  return (
    <>
      <form ref={page} className="change-password" onSubmit={submit} noValidate>
        <div className="change-password__fields">
          <p className="change-password__lead">{words.changePasswordLead}</p>
          {fieldOf('currentPassword', words.currentPassword)}
          <div>
            {fieldOf('password', words.newPassword)}
            <PasswordHints password={typed.password} />
          </div>
          {fieldOf(
            'passwordAgain',
            words.passwordAgain,
            wasAgainLeft && differs ? words.passwordDiffers : undefined,
          )}
        </div>
        <Dock kind="plain" label={words.changePasswordDo}>
          <Button type="submit" disabled={!isGood} busy={busy} busyLabel={words.changingPassword}>
            {words.changePasswordDo}
          </Button>
        </Dock>
      </form>
      {question}
    </>
  );
}

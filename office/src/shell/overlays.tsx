// What stands over every screen: toasts, and the question for the second factor.
import { Icon } from '@maru/app/ui/icons/icon';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { ConfirmDialog } from '../parts/dialogs.tsx';
import { Field } from '../parts/form.tsx';
import { words } from '../text/shell.ts';
import { useOffice, useWatched } from './office-context.tsx';
import './overlays.css';
import { giveSecondFactor, giveSecondFactorByPasskey } from './sign-in.ts';

export function Toasts() {
  const toasts = useWatched(useOffice().toasts);
  return (
    <div className="toasts" role="status" aria-live="polite">
      {toasts.map(({ id, tone, text }) => (
        <p key={id} className={`toasts__one toasts__one--${tone}`}>
          <Icon name={tone === 'good' ? 'check' : 'warning'} size={18} />
          <span>{text}</span>
        </p>
      ))}
    </div>
  );
}

export function StepUpDialog() {
  const office = useOffice();
  const asked = useWatched(office.stepUp);
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  function close(isDone: boolean): void {
    setCode('');
    setError(undefined);
    asked?.settle(isDone);
  }
  async function send(): Promise<void> {
    setBusy(true);
    const outcome = await giveSecondFactor(office.call, code.replaceAll(' ', ''));
    setBusy(false);
    if (outcome.ok) close(true);
    else setError(outcome.message);
  }
  async function sendPasskey(): Promise<void> {
    setBusy(true);
    const outcome = await giveSecondFactorByPasskey(office.call);
    setBusy(false);
    if (outcome?.ok === true) close(true);
    else if (outcome !== undefined) setError(outcome.message);
  }
  return (
    <ConfirmDialog
      open={asked !== undefined}
      title={words.stepUp.title}
      confirm={words.stepUp.send}
      busy={isBusy}
      canConfirm={code.trim().length >= 6}
      onClose={() => close(false)}
      onConfirm={() => void send()}
    >
      <p>{words.stepUp.sentence}</p>
      <Field
        label={words.stepUp.label}
        value={code}
        error={error}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        isFirst
        onChange={setCode}
      />
      <Button busy={isBusy} onPress={() => void sendPasskey()}>
        {words.stepUp.passkey}
      </Button>
    </ConfirmDialog>
  );
}

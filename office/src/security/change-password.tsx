import { officeChangePassword } from '@maru/contract/account/calls';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/form.tsx';
import { useMe, useOffice } from '../shell/office-context.tsx';
import { words } from '../text/security.ts';
import { RefusableForm } from './refusable-form.tsx';

/** Every other sign-in ends; this one goes on with the tokens of the answer. */
export function ChangePassword({ onDone }: { readonly onDone: () => void }) {
  const office = useOffice();
  const me = useMe();
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function send(): Promise<void> {
    if (password !== again) return setFault(words.differ);
    setBusy(true);
    setFault(undefined);
    const typed = code.trim();
    const outcome = await office.call(officeChangePassword, {
      body: {
        ...{ id: me.id, currentPassword: current, password, deviceKey: office.session.deviceKey() },
        ...(typed === '' ? {} : { code: typed }),
      },
    });
    setBusy(false);
    if (!outcome.ok) return setFault(outcome.message);
    office.session.signIn(outcome.reply);
    onDone();
  }
  return (
    <RefusableForm fault={fault} onSend={() => void send()}>
      <Field
        label={words.password}
        type="password"
        autoComplete="current-password"
        required
        value={current}
        onChange={setCurrent}
      />
      <Field
        label={words.newPassword}
        type="password"
        autoComplete="new-password"
        required
        value={password}
        onChange={setPassword}
      />
      <Field
        label={words.newAgain}
        type="password"
        autoComplete="new-password"
        required
        value={again}
        onChange={setAgain}
      />
      {me.totp && (
        <Field
          label={words.proofCode}
          autoComplete="one-time-code"
          required
          value={code}
          onChange={setCode}
        />
      )}
      <Button type="submit" kind="primary" busy={isBusy}>
        {words.change}
      </Button>
    </RefusableForm>
  );
}

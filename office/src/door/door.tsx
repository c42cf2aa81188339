// Signing in to the office: name and password, then the second factor.
import { BrandMark } from '@maru/app/ui/icons/brand-mark';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Notice } from '../parts/facts.tsx';
import { Field } from '../parts/form.tsx';
import { useOffice } from '../shell/office-context.tsx';
import { signInWithPasskey, signInWithPassword } from '../shell/sign-in.ts';
import { words } from '../text/door.ts';
import './door.css';

export function Door({ ended }: { readonly ended?: string | undefined }) {
  const office = useOffice();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState<string>();
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function send(): Promise<void> {
    setBusy(true);
    setFault(undefined);
    const outcome = await signInWithPassword(office.callAsGuest, {
      username,
      password,
      deviceKey: office.session.deviceKey(),
      ...(code === undefined || code === '' ? {} : { code: code.trim() }),
    });
    setBusy(false);
    if (outcome.ok) office.session.signIn(outcome.reply);
    else if (outcome.code === 'SECOND_FACTOR_NEEDED') setCode('');
    else setFault(outcome.message);
  }

  async function sendPasskey(): Promise<void> {
    setBusy(true);
    setFault(undefined);
    const outcome = await signInWithPasskey(office.callAsGuest, office.session.deviceKey());
    setBusy(false);
    if (outcome?.ok === true) office.session.signIn(outcome.reply);
    else if (outcome !== undefined) setFault(outcome.message);
  }

  return (
    <main className="door">
      <form
        className="door__card"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void send();
        }}
      >
        <p className="door__brand">
          <BrandMark size={28} /> 마루 <span className="side-menu__quiet">운영</span>
        </p>
        <h1 className="door__title">{words.title}</h1>
        {ended !== undefined && fault === undefined && <Notice>{ended}</Notice>}
        {fault !== undefined && (
          <div role="alert">
            <Notice tone="danger">{fault}</Notice>
          </div>
        )}
        {code === undefined ? (
          <>
            <Field
              label={words.username}
              value={username}
              name="username"
              autoComplete="username"
              required
              onChange={setUsername}
            />
            <Field
              label={words.password}
              type="password"
              value={password}
              name="password"
              autoComplete="current-password"
              required
              onChange={setPassword}
            />
          </>
        ) : (
          <Field
            label={words.code}
            value={code}
            hint={words.codeSentence}
            autoComplete="one-time-code"
            inputMode="text"
            maxLength={24}
            required
            onChange={setCode}
          />
        )}
        <Button type="submit" kind="primary" busy={isBusy}>
          {words.signIn}
        </Button>
        {code === undefined && (
          <Button busy={isBusy} onPress={() => void sendPasskey()}>
            {words.passkey}
          </Button>
        )}
        {code !== undefined && (
          <Button kind="quiet" onPress={() => setCode(undefined)}>
            {words.back}
          </Button>
        )}
      </form>
    </main>
  );
}

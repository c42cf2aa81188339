import { barrierFor } from '@maru/client/session';
import { signIn } from '@maru/contract/account';
import { type FormEvent, useState } from 'react';
import { useAlerts } from '../shell/alert.tsx';
import { usePlatform } from '../shell/platform.tsx';
import { useCall } from '../shell/use-call.ts';
import { useLanguage } from '../text/language.tsx';
import { BrandMark } from '../ui/brand-mark.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { Ridge } from './ridge.tsx';
import './sign-in-screen.css';

export function SignInScreen() {
  const { session, isMobile } = usePlatform();
  const { text, language, speak } = useLanguage();
  const alerts = useAlerts();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [isShown, setIsShown] = useState(false);
  const { busy, send } = useCall(signIn);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const outcome = await send({
      body: { username: username.trim(), password, deviceKey: session.deviceKey() },
    });
    if (!outcome) return;
    if (!outcome.ok) {
      setPassword('');
      alerts.show(outcome.message);
      return;
    }
    const { user, deviceRule, ...tokens } = outcome.reply;
    const barrier = barrierFor(user, isMobile);
    if (deviceRule) alerts.show(deviceRule.message);
    else if (barrier)
      alerts.show(barrier === 'ACCOUNT_BLOCKED' ? text.shell.accountBlocked : text.shell.deviceBlocked);
    else session.signIn(tokens);
  }

  return (
    <main className="sign-in">
      <Ridge />
      <div className="sign-in__brand">
        <BrandMark size={30} />
        <span>{text.shell.brand}</span>
        <button
          type="button"
          className="sign-in__language"
          lang={language === 'ko' ? 'en' : 'ko'}
          onClick={() => speak(language === 'ko' ? 'en' : 'ko')}
        >
          {text.shell.otherLanguage}
        </button>
      </div>
      <h1 className="sign-in__headline">
        {text.account.headline}
        <br />
        {text.shell.brand}
      </h1>
      <p className="sign-in__lead">{text.account.signInLead}</p>
      <form className="sign-in__form" onSubmit={submit}>
        <Field
          label={text.account.username}
          name="username"
          autoComplete="username"
          value={username}
          onChange={setUsername}
        />
        <Field
          label={text.account.password}
          name="password"
          type={isShown ? 'text' : 'password'}
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          action={
            <button
              type="button"
              className="field__action"
              aria-label={isShown ? text.account.hidePassword : text.account.showPassword}
              onClick={() => setIsShown(!isShown)}
            >
              <Icon name={isShown ? 'eye-shut' : 'eye'} />
            </button>
          }
        />
        <Button type="submit" busy={busy} busyLabel={text.account.signingIn}>
          {text.account.signIn}
        </Button>
      </form>
      <p className="sign-in__hint">{text.account.demoHint}</p>
    </main>
  );
}

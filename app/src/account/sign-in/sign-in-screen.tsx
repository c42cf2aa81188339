import { type FormEvent, lazy, Suspense, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useDevice } from '../../shell/device/device.tsx';
import { useHeaderTitle } from '../../shell/layouts/header-title.ts';
import { useAlerts } from '../../shell/messages/alert.tsx';
import { usePlatform } from '../../shell/platform.tsx';
import { Link } from '../../shell/routing/router.tsx';
import { usePart } from '../../shell/routing/use-part.ts';
import { useLanguage } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { BrandMark } from '../../ui/icons/brand-mark.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { type TypedEarly, takeOver } from './typed-early.ts';
import './sign-in-screen.css';

const CodeSheet = lazy(async () => ({
  default: (await import('../../shell/member/code-sheet.tsx')).CodeSheet,
}));

/** The password was right, and a code is wanted. */
interface Asked {
  readonly typed: Pick<TypedEarly, 'username' | 'password' | 'keep'>;
  readonly refused: string | undefined;
}

export function SignInScreen() {
  const platform = usePlatform();
  const { keepSignedIn } = useDevice();
  const { text, language, setLanguage } = useLanguage();
  const alerts = useAlerts();
  const words = text.signIn;
  useHeaderTitle(words.signIn);
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [keep, setKeep] = useState(true);
  const [busy, setBusy] = useState(false);
  const [missing, setMissing] = useState<'username' | 'password'>();

  // The landscape is decoration: it follows when the form can be used.
  const Ridge = usePart(async () => (await import('./ridge.tsx')).Ridge);
  const [asked, setAsked] = useState<Asked>();

  async function enterWithPasskey() {
    keepSignedIn(keep);
    const { signInWithPasskey } = await import('../../security/passkey-sign-in.ts');
    const outcome = await signInWithPasskey(platform);
    if (outcome?.ok === false) alerts.show(outcome.message);
  }

  const form = useRef<HTMLFormElement>(null);
  const takeOverForm = useEffectEvent(() => {
    if (!form.current) return;
    const early = takeOver(form.current);
    setUsername(early.username);
    setPassword(early.password);
    setKeep(early.keep);
    if (early.wasSent) void enter(early);
  });
  // Before the next render, which would put the empty texts back.
  useLayoutEffect(() => takeOverForm(), []);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!busy) void enter({ username, password, keep });
  }

  async function enter(typed: Pick<TypedEarly, 'username' | 'password' | 'keep'>, code?: string) {
    const empty = typed.username.trim() === '' ? 'username' : typed.password === '' ? 'password' : undefined;
    setMissing(empty);
    if (empty !== undefined) {
      form.current?.querySelector<HTMLInputElement>(`input[name="${empty}"]`)?.focus();
      return;
    }
    setBusy(true);
    keepSignedIn(typed.keep);
    const { password: secret } = typed;
    const outcome = await platform.signIn({
      username: typed.username.trim(),
      password: secret,
      ...(code !== undefined && { code }),
    });
    setBusy(false);
    if (outcome.ok) return;
    if (outcome.code === 'SECOND_FACTOR_NEEDED' || outcome.code === 'SECOND_FACTOR_WRONG')
      return setAsked({ typed, refused: code === undefined ? undefined : outcome.message });
    setAsked(undefined);
    setPassword('');
    // A username or password that no account can have is shown as wrong credentials, not as INVALID_REQUEST.
    alerts.show(outcome.code === 'INVALID_REQUEST' ? words.wrongCredentials : outcome.message);
  }

  return (
    <main className="sign-in">
      {Ridge && <Ridge />}
      <div className="sign-in__brand">
        <BrandMark size={30} />
        <span>{text.shell.brand}</span>
        <button
          type="button"
          className="sign-in__language text-lead"
          lang={language === 'ko' ? 'en' : 'ko'}
          onClick={() => setLanguage(language === 'ko' ? 'en' : 'ko')}
        >
          {text.shell.otherLanguage}
        </button>
      </div>
      <h1 className="sign-in__headline">
        {words.headline}
        <br />
        {text.shell.brand}
      </h1>
      <p className="sign-in__lead">{words.signInLead}</p>
      {/* If a browser ever submits the form by itself, the password must not be in the address. */}
      <form ref={form} className="sign-in__form" method="post" noValidate onSubmit={submit}>
        <TextField
          label={words.username}
          name="username"
          autoComplete="username"
          value={username}
          error={missing === 'username' ? words.enterUsername : undefined}
          onChange={setUsername}
        />
        <PasswordField
          label={words.password}
          name="password"
          autoComplete="current-password"
          value={password}
          error={missing === 'password' ? words.enterPassword : undefined}
          onChange={setPassword}
          words={{ show: words.showPassword, hide: words.hidePassword }}
        />
        <div className="sign-in__keep text-lead">
          <Checkbox checked={keep} onChange={setKeep}>
            {words.keepSignedIn}
          </Checkbox>
        </div>
        <Button type="submit" busy={busy} busyLabel={words.signingIn}>
          {words.signIn}
        </Button>
        <Button kind="tonal" icon="key" onPress={() => void enterWithPasskey()}>
          {words.passkey}
        </Button>
      </form>
      {asked && (
        <Suspense>
          <CodeSheet
            busy={busy}
            refused={asked.refused}
            onCode={(code) => void enter(asked.typed, code)}
            onClose={() => setAsked(undefined)}
          />
        </Suspense>
      )}
      <nav className="sign-in__links" aria-label={words.otherWays}>
        <Link className="sign-in__link sign-in__link--strong" to="/register">
          {words.signUp}
        </Link>
        <i aria-hidden="true" />
        <Link className="sign-in__link" to="/find_id">
          {words.findUsername}
        </Link>
        <i aria-hidden="true" />
        <Link className="sign-in__link" to="/find_pw">
          {words.findPassword}
        </Link>
      </nav>
      <div className="sign-in__links sign-in__guest">
        <Link className="sign-in__link" to="/overseaView">
          {words.lookAround}
          <Icon name="chevron-right" size={16} />
        </Link>
        <Link className="sign-in__link" to="/status">
          {text.routes.status}
        </Link>
      </div>
    </main>
  );
}

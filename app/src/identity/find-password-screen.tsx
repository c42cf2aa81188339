import { isPasswordLength } from '@maru/contract/account/rules';
import { findPassword } from '@maru/contract/identity/calls';
import { useState } from 'react';
import { PasswordHints } from '../account/sign-up/password-hints.tsx';
import { useCall } from '../shell/connection/use-call.ts';
import { useAlerts } from '../shell/messages/alert.tsx';
import { useRouter } from '../shell/routing/router.tsx';
import { identityWords } from '../text/identity.ts';
import { useWords } from '../text/language.tsx';
import { PasswordField } from '../ui/fields/password-field.tsx';
import { IdentityPage } from './identity-page.tsx';
import { ProofSteps } from './proof-steps.tsx';

export function FindPasswordScreen() {
  const words = useWords(identityWords);
  const [proof, setProof] = useState<string | undefined>(undefined);
  if (proof !== undefined) return <NewPassword proof={proof} onExpired={() => setProof(undefined)} />;
  return (
    <ProofSteps
      purpose="FIND_PASSWORD"
      title={words.findPasswordTitle}
      heading={words.findPasswordHeading}
      lead={words.findPasswordLead}
      onProof={setProof}
    />
  );
}

function NewPassword({ proof, onExpired }: { readonly proof: string; readonly onExpired: () => void }) {
  const words = useWords(identityWords);
  const router = useRouter();
  const alerts = useAlerts();
  const { busy, send } = useCall(findPassword);
  const [typed, setTyped] = useState({ password: '', again: '' });
  const [error, setError] = useState<string | undefined>(undefined);
  const [wasAgainLeft, setWasAgainLeft] = useState(false);
  const differs = typed.again !== '' && typed.again !== typed.password;
  const eye = { show: words.showPassword, hide: words.hidePassword };

  async function set() {
    const outcome = await send({ body: { proof, password: typed.password } });
    if (!outcome) return;
    if (outcome.ok) {
      alerts.show(words.passwordSet);
      await router.navigate({ to: '/signin' });
    } else if (outcome.field === 'password') setError(outcome.message);
    else {
      alerts.show(outcome.message);
      if (outcome.code === 'PROOF_EXPIRED') onExpired();
    }
  }
  return (
    <IdentityPage
      title={words.findPasswordTitle}
      heading={words.newPasswordHeading}
      lead={words.newPasswordLead}
      action={{
        label: words.setPassword,
        busyLabel: words.settingPassword,
        busy,
        disabled: !isPasswordLength(typed.password) || typed.password !== typed.again,
        onPress: () => void set(),
      }}
    >
      <div>
        <PasswordField
          label={words.newPassword}
          name="password"
          autoComplete="new-password"
          value={typed.password}
          words={eye}
          error={error}
          onChange={(password) => {
            setTyped((before) => ({ ...before, password }));
            setError(undefined);
          }}
        />
        <PasswordHints password={typed.password} />
      </div>
      <PasswordField
        label={words.passwordAgain}
        name="passwordAgain"
        autoComplete="new-password"
        value={typed.again}
        words={eye}
        error={wasAgainLeft && differs ? words.passwordDiffers : undefined}
        onLeave={() => setWasAgainLeft(true)}
        onChange={(again) => setTyped((before) => ({ ...before, again }))}
      />
    </IdentityPage>
  );
}

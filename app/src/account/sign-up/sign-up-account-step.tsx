import { accountWords } from '../../text/account.ts';
import { useWords } from '../../text/language.tsx';
import { FieldSign } from '../../ui/fields/field.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { PasswordHints } from './password-hints.tsx';
import { faultOf } from './sign-up-form.ts';
import type { Partner, StepProps } from './sign-up-screen.tsx';
import { useFieldErrors } from './use-field-errors.ts';
import type { NameCheck } from './use-name-check.ts';

interface Props extends StepProps {
  readonly partner: Partner;
  readonly checks: Readonly<Record<'username' | 'nick', NameCheck>>;
}

export function AccountStep({ form, change, refused, partner, checks: { username, nick } }: Props) {
  const words = useWords(accountWords);
  const errors = useFieldErrors({ form, refused });
  const errorOf = (field: 'username' | 'password' | 'passwordAgain' | 'nick') =>
    errors.errorOf(field, errors.wasLeft(field) && form[field] !== '');
  const nameProps = (field: 'username' | 'nick', check: NameCheck, free: string, hint: string) => {
    const error =
      errorOf(field) ??
      (typeof check.verdict === 'object' && form[field] !== '' ? check.verdict.refused : undefined);
    return {
      error,
      ok: error === undefined && check.verdict === 'free' ? free : undefined,
      hint,
      ...(check.verdict === 'free' && error === undefined ? { action: <FieldSign name="check" /> } : {}),
    };
  };
  const left = (field: 'username' | 'nick', check: NameCheck) => () => {
    errors.leave(field);
    if (faultOf(form, field) === undefined) check.ask(form[field]);
  };

  return (
    <>
      <h2 className="sign-up__title" tabIndex={-1}>
        {words.accountTitle}
      </h2>
      <p className="sign-up__lead">{words.accountLead}</p>
      <div className="sign-up__fields">
        <TextField
          label={words.username}
          name="username"
          autoComplete="username"
          pattern="username"
          maxLength={20}
          value={form.username}
          onChange={(value) => change({ username: value })}
          onLeave={left('username', username)}
          {...nameProps('username', username, words.usernameFree, words.usernameHint)}
        />
        <div>
          <PasswordField
            label={words.password}
            name="password"
            autoComplete="new-password"
            value={form.password}
            onChange={(value) => change({ password: value })}
            onLeave={() => errors.leave('password')}
            words={{ show: words.showPassword, hide: words.hidePassword }}
            error={errorOf('password')}
          />
          <PasswordHints password={form.password} />
        </div>
        <PasswordField
          label={words.passwordAgain}
          name="passwordAgain"
          autoComplete="new-password"
          value={form.passwordAgain}
          onChange={(value) => change({ passwordAgain: value })}
          onLeave={() => errors.leave('passwordAgain')}
          words={{ show: words.showPassword, hide: words.hidePassword }}
          error={errorOf('passwordAgain')}
        />
        <TextField
          label={words.nick}
          name="nick"
          autoComplete="nickname"
          maxLength={12}
          value={form.nick}
          onChange={(value) => change({ nick: value })}
          onLeave={left('nick', nick)}
          {...nameProps('nick', nick, words.nickFree, words.nickHint)}
        />
        <PartnerLine partner={partner} />
      </div>
    </>
  );
}

function PartnerLine({ partner }: { readonly partner: Partner }) {
  const words = useWords(accountWords);
  if (partner.state === 'known')
    return (
      <p className="sign-up__partner">
        <Icon name="users" size={20} />
        <span>{words.referrer}</span>
        <strong className="figure">{partner.code}</strong>
      </p>
    );
  return partner.state === 'unknown' ? (
    <p className="text-caption" role="status">
      {words.referrerUnknown}
    </p>
  ) : null;
}

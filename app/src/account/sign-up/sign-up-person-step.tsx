import { accountWords } from '../../text/account.ts';
import { useWords } from '../../text/language.tsx';
import { PhoneField } from '../../ui/fields/phone-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import type { StepProps } from './sign-up-screen.tsx';
import { useFieldErrors } from './use-field-errors.ts';

export function PersonStep({ form, change, refused }: StepProps) {
  const words = useWords(accountWords);
  const { errorOf, leave } = useFieldErrors({ form, refused });
  return (
    <>
      <h2 className="sign-up__title" tabIndex={-1}>
        {words.personTitle}
      </h2>
      <p className="sign-up__lead">{words.personLead}</p>
      <div className="sign-up__fields">
        <TextField
          label={words.name}
          name="name"
          autoComplete="name"
          maxLength={40}
          value={form.name}
          onChange={(name) => change({ name })}
          onLeave={() => leave('name')}
          error={errorOf('name')}
          reserve
        />
        <PhoneField
          label={words.phone}
          name="phone"
          value={form.phone}
          onChange={(phone) => change({ phone })}
          onLeave={() => leave('phone')}
          error={errorOf('phone')}
          reserve
        />
        <TextField
          label={words.email}
          name="email"
          type="email"
          pattern="email"
          autoComplete="email"
          maxLength={254}
          value={form.email}
          onChange={(email) => change({ email })}
          onLeave={() => leave('email')}
          error={errorOf('email')}
          reserve
        />
      </div>
    </>
  );
}

import { accountWords } from '../../text/account.ts';
import { useLanguage, useWords } from '../../text/language.tsx';
import { PhoneField } from '../../ui/fields/phone-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { faultText } from './fault-text.ts';
import { faultOf } from './sign-up-form.ts';
import type { StepProps } from './sign-up-screen.tsx';
import { useShownFault } from './use-shown-fault.ts';

export function PersonStep({ form, change, refused }: StepProps) {
  const { language } = useLanguage();
  const words = useWords(accountWords);
  const shown = useShownFault();
  const errorOf = (field: 'name' | 'phone' | 'email'): string | undefined => {
    if (refused?.field === field) return refused.message;
    const fault = faultOf(form, field);
    return fault !== undefined && shown.wasLeft(field) ? faultText(fault, language) : undefined;
  };
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
          onLeave={() => shown.leave('name')}
          error={errorOf('name')}
          reserve
        />
        <PhoneField
          label={words.phone}
          name="phone"
          value={form.phone}
          onChange={(phone) => change({ phone })}
          onLeave={() => shown.leave('phone')}
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
          onLeave={() => shown.leave('email')}
          error={errorOf('email')}
          reserve
        />
      </div>
    </>
  );
}

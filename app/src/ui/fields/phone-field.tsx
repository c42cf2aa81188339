import { maskPhone, typedPhone } from '../typing/phone-mask.ts';
import { useTypedInput } from '../typing/typed-input.ts';
import { Field, type FieldProps } from './field.tsx';

interface Props extends Omit<FieldProps, 'input' | 'type' | 'inputMode' | 'maxLength'> {
  /** With hyphens or without; shown with them. `onChange` gives the masked text, `phoneDigits` its digits. */
  readonly value: string;
}

/** A Korean phone number; hyphens are added while it is typed. */
export function PhoneField({ autoComplete = 'tel-national', ...field }: Props) {
  const { shown, handlers } = useTypedInput({
    text: maskPhone(field.value),
    onText: field.onChange,
    read: typedPhone,
  });
  return (
    <Field {...field} autoComplete={autoComplete} type="tel" inputMode="tel" value={shown} input={handlers} />
  );
}

import { useState } from 'react';
import { Field, FieldAction, type FieldProps } from './field.tsx';

interface Props extends Omit<FieldProps, 'type' | 'action' | 'inputMode'> {
  readonly autoComplete: 'current-password' | 'new-password';
  readonly words: { readonly show: string; readonly hide: string };
}

/** A password that the user may show: an unseen typing error costs more than the risk of a bystander. */
export function PasswordField({ words, ...field }: Props) {
  const [isShown, setIsShown] = useState(false);
  return (
    <Field
      {...field}
      type={isShown ? 'text' : 'password'}
      action={
        <FieldAction
          label={isShown ? words.hide : words.show}
          icon={isShown ? 'eye-shut' : 'eye'}
          onPress={() => setIsShown(!isShown)}
        />
      }
    />
  );
}

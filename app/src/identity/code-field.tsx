import { identityWords } from '../text/identity.ts';
import { useWords } from '../text/language.tsx';
import { TextField } from '../ui/fields/text-field.tsx';

export const CODE_LENGTH = 6;

interface Props {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (code: string) => void;
  readonly hint?: string;
  readonly surface?: 'sheet';
}

/** The code that came by e-mail or to the phone. */
export function CodeField(props: Props) {
  const words = useWords(identityWords);
  return (
    <TextField
      label={words.code}
      name="code"
      autoComplete="one-time-code"
      pattern="digits"
      maxLength={CODE_LENGTH}
      {...props}
    />
  );
}

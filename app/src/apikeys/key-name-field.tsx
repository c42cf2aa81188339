import { apikeysWords } from '../text/apikeys.ts';
import { useWords } from '../text/language.tsx';
import { TextField } from '../ui/fields/text-field.tsx';

interface Props {
  readonly value: string;
  readonly error?: string | undefined;
  readonly onChange: (name: string) => void;
}

const LONGEST = 20;

export function KeyNameField({ value, error, onChange }: Props) {
  const words = useWords(apikeysWords);
  return (
    <TextField
      label={words.name}
      name="key-name"
      surface="sheet"
      autoComplete="off"
      maxLength={LONGEST}
      value={value}
      onChange={onChange}
      error={error}
    />
  );
}

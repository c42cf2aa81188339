import { apikeysWords } from '../text/apikeys.ts';
import { useWords } from '../text/language.tsx';
import { PasswordField } from '../ui/fields/password-field.tsx';

interface Props {
  readonly password: string;
  readonly error: string | undefined;
  readonly onChange: (password: string) => void;
}

export function PasswordStep({ password, error, onChange }: Props) {
  const words = useWords(apikeysWords);
  return (
    <>
      <p className="password-step__lead">{words.confirmLead}</p>
      <PasswordField
        label={words.password}
        name="password"
        surface="sheet"
        autoComplete="current-password"
        words={{ show: words.show, hide: words.hide }}
        value={password}
        onChange={onChange}
        error={error}
        reserve
      />
    </>
  );
}

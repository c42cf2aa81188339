import { isPasswordLength } from '@maru/contract/account/rules';
import { accountWords } from '../../text/account.ts';
import { useWords } from '../../text/language.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import './password-hints.css';

/** Eight characters are required; letters and digits are recommended. Each is checked off while it is typed. */
export function PasswordHints({ password }: { readonly password: string }) {
  const words = useWords(accountWords);
  const hints = [
    { label: words.eightOrMore, isMet: isPasswordLength(password) },
    { label: words.hasLetter, isMet: /[A-Za-z]/.test(password) },
    { label: words.hasDigit, isMet: /\d/.test(password) },
  ];
  return (
    <ul className="password-hints text-caption">
      {hints.map(({ label, isMet }) => (
        <li
          key={label}
          className={isMet ? 'password-hints__hint password-hints__hint--met' : 'password-hints__hint'}
        >
          {isMet ? <Icon name="check" size={14} weight={2.4} /> : <i aria-hidden="true" />}
          {label}
        </li>
      ))}
    </ul>
  );
}

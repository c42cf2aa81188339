import { type ReactNode, useId } from 'react';
import './field.css';

interface Props {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly type?: 'text' | 'password';
  readonly autoComplete: string;
  readonly onChange: (value: string) => void;
  readonly action?: ReactNode;
}

/** The label stands inside the box, above what is typed. */
export function Field({ label, name, value, type = 'text', autoComplete, onChange, action }: Props) {
  const id = useId();
  return (
    <div className={action ? 'field field--action' : 'field'}>
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="field__input"
        name={name}
        type={type}
        value={value}
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        required
        onChange={(event) => onChange(event.target.value)}
      />
      {action}
    </div>
  );
}

import type { ReactNode } from 'react';
import './checkbox.css';
import { Icon } from '../icons/icon.tsx';

interface Props {
  readonly children: ReactNode;
  readonly checked: boolean;
  readonly size?: 'medium' | 'small';
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** The label belongs to the target: a tap on it checks the box. */
export function Checkbox({
  children,
  checked,
  size = 'medium',
  required = false,
  disabled = false,
  onChange,
}: Props) {
  return (
    <label className={`checkbox checkbox--${size}`}>
      <input
        type="checkbox"
        className="checkbox__input"
        checked={checked}
        required={required}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className="checkbox__box" aria-hidden="true">
        {checked && <Icon name="check" size={size === 'small' ? 12 : 15} weight={2.6} />}
      </span>
      <span className="checkbox__words">{children}</span>
    </label>
  );
}

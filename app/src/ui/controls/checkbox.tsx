import type { ReactNode } from 'react';
import './checkbox.css';
import { Icon } from '../icons/icon.tsx';
import { useHint } from '../overlays/hint.tsx';

interface Props {
  readonly children: ReactNode;
  readonly checked: boolean;
  readonly size?: 'medium' | 'small';
  readonly required?: boolean;
  readonly disabled?: boolean;
  /** Why it cannot be changed now: it stays in the order of the keyboard, and says so. */
  readonly why?: string | undefined;
  readonly onChange: (checked: boolean) => void;
}

/** The label belongs to the target: a tap on it checks the box. */
export function Checkbox({
  children,
  checked,
  size = 'medium',
  required = false,
  disabled = false,
  why,
  onChange,
}: Props) {
  const { control, held, hint } = useHint<HTMLInputElement>(disabled ? undefined : why);
  return (
    <label className={`checkbox checkbox--${size}`}>
      <input
        ref={control}
        type="checkbox"
        className="checkbox__input"
        checked={checked}
        required={required}
        disabled={disabled}
        onChange={(event) => {
          if (held === undefined) onChange(event.target.checked);
        }}
        {...held}
      />
      <span className="checkbox__box" aria-hidden="true">
        {checked && <Icon name="check" size={size === 'small' ? 12 : 15} weight={2.6} />}
      </span>
      <span className="checkbox__words">{children}</span>
      {hint}
    </label>
  );
}

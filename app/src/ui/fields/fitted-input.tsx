import type { ComponentProps } from 'react';
import './fitted-input.css';

interface Props extends Omit<ComponentProps<'input'>, 'value'> {
  readonly value: string;
  readonly placeholder: string;
}

/** An input exactly as wide as its text, so that a unit can follow the figure directly. */
export function FittedInput({ className, value, placeholder, ...input }: Props) {
  return (
    <span className={`fitted-input ${className ?? ''}`} data-text={value === '' ? placeholder : value}>
      <input {...input} className="fitted-input__input" size={1} value={value} placeholder={placeholder} />
    </span>
  );
}

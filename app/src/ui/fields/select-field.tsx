import { useId } from 'react';
import { Icon } from '../icons/icon.tsx';
import { ariaOf, type FieldAppearance, FieldFrame } from './field.tsx';
import './select-field.css';

interface Props extends Omit<FieldAppearance, 'action' | 'unit'> {
  readonly name: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
  readonly required?: boolean;
}

/** One of a list, in the system's own picker, which works by touch, keyboard and voice. */
export function SelectField(props: Props) {
  const { name, value, options, onChange, required = true } = props;
  const id = useId();
  return (
    <FieldFrame
      {...props}
      id={id}
      isEmpty={value === ''}
      action={
        <span className="field__action field__sign">
          <Icon name="chevron-down" size={20} />
        </span>
      }
    >
      <select
        {...ariaOf(id, props)}
        id={id}
        className="field__input field__select"
        name={name}
        value={value}
        required={required}
        autoComplete="off"
        disabled={props.locked}
        onChange={(event) => onChange(event.target.value)}
      >
        {value === '' ? <option value="" hidden /> : undefined}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

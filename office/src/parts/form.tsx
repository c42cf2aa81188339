// Inputs of the office: a label above, the input, and what is wrong with it below.
import { type ReactNode, useId } from 'react';
import './form.css';

interface Framed {
  readonly label: string;
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
}

function Frame({
  label,
  error,
  hint,
  id,
  children,
}: Framed & { readonly id: string; readonly children: ReactNode }) {
  const message = error ?? hint;
  return (
    <div className="form-field">
      <label className="form-field__label" htmlFor={id}>
        {label}
      </label>
      {children}
      {message !== undefined && (
        <p
          id={`${id}-message`}
          className={error === undefined ? 'form-field__hint' : 'form-field__error'}
          aria-live="polite"
        >
          {message}
        </p>
      )}
    </div>
  );
}

const described = (id: string, { error, hint }: Framed) => ({
  'aria-invalid': error !== undefined,
  'aria-describedby': error === undefined && hint === undefined ? undefined : `${id}-message`,
});

interface FieldProps extends Framed {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: 'text' | 'password' | 'date' | 'datetime-local' | 'time' | 'number';
  readonly inputMode?: 'text' | 'numeric' | 'decimal';
  readonly name?: string;
  readonly autoComplete?: string;
  readonly maxLength?: number;
  readonly placeholder?: string;
  readonly disabled?: boolean;
  readonly required?: boolean;
  readonly isFirst?: boolean;
}

export function Field(props: FieldProps) {
  const id = useId();
  return (
    <Frame {...props} id={id}>
      <input
        {...described(id, props)}
        id={id}
        className="form-field__input"
        type={props.type ?? 'text'}
        inputMode={props.inputMode}
        name={props.name}
        autoComplete={props.autoComplete ?? 'off'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={props.maxLength}
        placeholder={props.placeholder}
        disabled={props.disabled}
        required={props.required}
        data-first-focus={props.isFirst === true || undefined}
        value={props.value}
        onChange={(event) => props.onChange(event.target.value)}
      />
    </Frame>
  );
}

interface TextAreaProps extends Framed {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly rows?: number;
  readonly maxLength?: number;
  readonly isFirst?: boolean;
}

export function TextArea(props: TextAreaProps) {
  const id = useId();
  return (
    <Frame {...props} id={id}>
      <textarea
        {...described(id, props)}
        id={id}
        className="form-field__input form-field__input--area"
        rows={props.rows ?? 3}
        maxLength={props.maxLength}
        data-first-focus={props.isFirst === true || undefined}
        value={props.value}
        onChange={(event) => props.onChange(event.target.value)}
      />
    </Frame>
  );
}

interface SelectProps<Value extends string> extends Framed {
  readonly value: Value;
  readonly choices: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
  readonly disabled?: boolean;
}

export function Select<Value extends string>(props: SelectProps<Value>) {
  const id = useId();
  return (
    <Frame {...props} id={id}>
      <select
        {...described(id, props)}
        id={id}
        className="form-field__input"
        disabled={props.disabled}
        value={props.value}
        onChange={(event) => props.onChange(event.target.value as Value)}
      >
        {props.choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </Frame>
  );
}

// The box around every input: the label inside at the top, the value below it, and the error of the value underneath,
// in reserved space, so that the layout does not move when it appears.
import { type ComponentProps, type ReactNode, useId } from 'react';
import { Icon } from '../icons/icon.tsx';
import './field.css';

export interface FieldAppearance {
  readonly label: string;
  /** The error text; it wins over `ok` and `hint`. */
  readonly error?: string | undefined;
  /** The id of an error text that stands elsewhere: the box alone shows that the value is wrong. */
  readonly invalidBy?: string | undefined;
  readonly ok?: string | undefined;
  readonly hint?: string | undefined;
  /** Keeps one line of space for the message also while there is none. */
  readonly reserve?: boolean;
  /** Shown, but not editable: a lock takes the place of the action. */
  readonly locked?: boolean;
  /** A box on a sheet or card is one tone lighter and has no line. */
  readonly surface?: 'canvas' | 'sheet';
  /** Shown muted at the right: `USDT`, a profit. */
  readonly unit?: ReactNode;
  /** One control at the right, such as `FieldAction`. */
  readonly action?: ReactNode;
}

interface FrameProps extends FieldAppearance {
  readonly id: string;
  readonly isEmpty: boolean;
  readonly children: ReactNode;
}

export const messageIdOf = (id: string): string => `${id}-message`;

/** The aria attributes of an input inside the frame. */
export function ariaOf(id: string, { error, invalidBy, ok, hint, reserve }: FieldAppearance) {
  const hasMessage = reserve === true || [error, ok, hint].some((each) => each !== undefined);
  return {
    'aria-invalid': error !== undefined || invalidBy !== undefined,
    'aria-describedby': hasMessage ? messageIdOf(id) : invalidBy,
  };
}

export function FieldFrame(props: FrameProps) {
  const { id, label, error, ok, hint, reserve = false, locked = false, surface = 'canvas', unit } = props;
  const action = locked ? <FieldSign name="lock" /> : props.action;
  const classes = [
    'field input-box',
    ...(action ? ['field--action'] : []),
    ...(props.isEmpty ? ['field--empty'] : []),
    ...(error === undefined && props.invalidBy === undefined ? [] : ['input-box--error']),
    ...(locked ? ['field--locked'] : []),
    ...(surface === 'sheet' ? ['field--sheet'] : []),
  ];
  return (
    <div className="field-group">
      <div className={classes.join(' ')}>
        <label className="field__label text-micro" htmlFor={id}>
          {label}
        </label>
        <div className="field__line">
          {props.children}
          {unit === undefined ? undefined : <span className="field__unit text-micro">{unit}</span>}
        </div>
        {action}
      </div>
      <FieldMessage id={messageIdOf(id)} error={error} ok={ok} hint={hint} reserve={reserve} />
    </div>
  );
}

interface MessageProps extends Pick<FieldAppearance, 'error' | 'ok' | 'hint' | 'reserve'> {
  readonly id: string;
}

/** The live region is rendered before its message; one that is added together with its text is often not read out. */
export function FieldMessage({ id, error, ok, hint, reserve = false }: MessageProps) {
  const message = error ?? ok ?? hint;
  if (message === undefined && !reserve) return undefined;
  const tone = error !== undefined ? 'error' : ok !== undefined ? 'ok' : 'hint';
  return (
    <p id={id} className={`field-message field-message--${tone}`} aria-live="polite">
      {error === undefined ? undefined : <Icon name="warning" size={16} weight={2} />}
      {message === undefined ? undefined : <span>{message}</span>}
    </p>
  );
}

/** An icon at the right of the box that cannot be pressed: a lock, a check. */
export function FieldSign({ name }: { readonly name: 'lock' | 'check' }) {
  return (
    <span className={`field__action field__sign field__sign--${name}`}>
      <Icon name={name} size={name === 'lock' ? 18 : 20} weight={name === 'lock' ? 1.75 : 2.2} />
    </span>
  );
}

interface ActionProps {
  readonly label: string;
  readonly icon: ComponentProps<typeof Icon>['name'];
  readonly onPress: () => void;
}

export function FieldAction({ label, icon, onPress }: ActionProps) {
  return (
    <button type="button" className="field__action" aria-label={label} onClick={onPress}>
      <Icon name={icon} size={22} />
    </button>
  );
}

type InputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'id' | 'className' | 'type' | 'name'>;

export interface FieldProps extends FieldAppearance {
  readonly name: string;
  readonly value: string;
  readonly type?: 'text' | 'password' | 'email' | 'tel' | undefined;
  readonly autoComplete?: string;
  readonly inputMode?: 'text' | 'numeric' | 'decimal' | 'tel' | 'email' | 'none' | undefined;
  readonly maxLength?: number | undefined;
  readonly required?: boolean;
  readonly onChange: (value: string) => void;
  /** The field was left: now its error may be shown. */
  readonly onLeave?: (() => void) | undefined;
  /** Further attributes of the input, for fields that are built on this one. */
  readonly input?: InputProps;
}

/** The label is inside the box, above the typed text. */
export function Field(props: FieldProps) {
  const { name, value, type = 'text', autoComplete = 'off', required = true, onChange, input } = props;
  const id = useId();
  return (
    <FieldFrame {...props} id={id} isEmpty={value === ''}>
      <input
        {...ariaOf(id, props)}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        {...input}
        onBlur={(event) => {
          input?.onBlur?.(event);
          props.onLeave?.();
        }}
        id={id}
        className="field__input"
        name={name}
        type={type}
        value={value}
        autoComplete={autoComplete}
        inputMode={props.inputMode}
        maxLength={props.maxLength}
        readOnly={props.locked}
        required={required}
      />
    </FieldFrame>
  );
}

import { type KeyboardEvent, useId, useRef } from 'react';
import { FittedInput } from '../fields/fitted-input.tsx';
import { keyboardFor } from '../fields/number-field.tsx';
import { Icon } from '../icons/icon.tsx';
import { type NumberRule, stepValue } from '../typing/typed-number.ts';
import { useTypedNumber } from '../typing/use-typed-number.ts';
import { useLongPress } from './use-long-press.ts';
import './stepper.css';

interface Props extends NumberRule {
  /** Names the figure: 주문 가격, 익절. */
  readonly label: string;
  readonly words: { readonly less: string; readonly more: string };
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Decimal text: a tick, a lot. Values are its multiples. */
  readonly step: string;
  readonly unit?: string;
  /** Shown muted before the figure, where the label is not visible elsewhere. */
  readonly prefix?: string;
  readonly size?: 'medium' | 'large';
  readonly isPadded?: boolean;
  /** Only the buttons and the arrow keys change it. */
  readonly isTypable?: boolean;
  readonly error?: boolean;
}

const PAGE = 10;

/** Minus, figure, plus. A held button repeats, the arrow keys step, and the figure can be typed. */
export function Stepper(props: Props) {
  const { label, words, value, onChange, step, unit, prefix, size = 'medium', isTypable = true } = props;
  const id = useId();
  const { shown, handlers } = useTypedNumber({ value, onChange, rule: props, isPadded: props.isPadded });
  // A repeating button steps again before React has rendered its last step.
  const current = useRef(value);
  current.current = value;

  function move(direction: 1 | -1, times = 1): boolean {
    let next = current.current;
    for (let count = 0; count < times; count++) next = stepValue(next, { step, direction, rule: props });
    if (next === current.current) return false;
    current.current = next;
    onChange(next);
    return true;
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    handlers.onKeyDown(event);
    const steps = { ArrowUp: 1, ArrowDown: -1, PageUp: PAGE, PageDown: -PAGE }[event.key];
    if (steps === undefined) return;
    event.preventDefault();
    move(steps > 0 ? 1 : -1, Math.abs(steps));
  }

  const less = useLongPress(() => move(-1));
  const more = useLongPress(() => move(1));
  const isEnd = (direction: 1 | -1) => stepValue(value, { step, direction, rule: props }) === value;
  return (
    // A named group: the two buttons and the figure belong together.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a legend and a form's styles.
    <div
      className={`stepper stepper--${size} input-box${props.error ? ' input-box--error' : ''}`}
      role="group"
      aria-label={label}
    >
      <button
        type="button"
        className="stepper__button"
        aria-label={words.less}
        aria-disabled={isEnd(-1)}
        {...less}
      >
        <Icon name="minus" size={size === 'large' ? 20 : 18} weight={2} />
      </button>
      {/* A label, so that a tap beside a short figure focuses the input. */}
      <label className="stepper__figure" htmlFor={id}>
        {prefix === undefined ? undefined : <small className="stepper__prefix text-micro">{prefix}</small>}
        <FittedInput
          {...handlers}
          onKeyDown={onKeyDown}
          id={id}
          className="stepper__input"
          role="spinbutton"
          aria-label={label}
          aria-valuenow={Number(value || '0')}
          aria-valuetext={`${shown || '0'}${unit ?? ''}`}
          aria-valuemin={props.min === undefined ? undefined : Number(props.min)}
          aria-valuemax={props.max === undefined ? undefined : Number(props.max)}
          aria-invalid={props.error ?? false}
          autoComplete="off"
          inputMode={isTypable ? keyboardFor(props) : 'none'}
          readOnly={!isTypable}
          placeholder="0"
          value={shown}
        />
        {unit === undefined ? undefined : <small className="stepper__unit text-micro">{unit}</small>}
      </label>
      <button
        type="button"
        className="stepper__button"
        aria-label={words.more}
        aria-disabled={isEnd(1)}
        {...more}
      >
        <Icon name="plus" size={size === 'large' ? 20 : 18} weight={2} />
      </button>
    </div>
  );
}

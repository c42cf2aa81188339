import { type KeyboardEvent, useId, useRef } from 'react';
import { useLongPress } from '../../ui/controls/use-long-press.ts';
import { FittedInput } from '../../ui/fields/fitted-input.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { stepValue } from '../../ui/typing/typed-number.ts';
import { useTypedNumber } from '../../ui/typing/use-typed-number.ts';
import './stake-field.css';

interface Props {
  readonly label: string;
  readonly words: { readonly less: string; readonly more: string };
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Decimal text; the buttons step to its multiples. */
  readonly step: string;
  readonly precision: number;
  readonly unit: string;
  /** What can be staked, shown under the figure. */
  readonly hint: string;
  /** Shown in place of the hint. */
  readonly error: string | undefined;
}

/** The amount of a bet: minus, a figure that can be typed, plus, and under it the hint. */
export function StakeField({ label, words, value, onChange, step, precision, unit, hint, error }: Props) {
  const id = useId();
  const hintId = `${id}-hint`;
  const rule = { precision };
  const { shown, handlers } = useTypedNumber({ value, onChange, rule, isGroupedLive: true });
  // A button that is held down steps again before React has rendered the last step.
  const current = useRef(value);
  current.current = value;

  function move(direction: 1 | -1): boolean {
    const next = stepValue(current.current, { step, direction, rule });
    if (next === current.current) return false;
    current.current = next;
    onChange(next);
    return true;
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    handlers.onKeyDown(event);
    const direction = ({ ArrowUp: 1, ArrowDown: -1 } as const)[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    move(direction);
  }

  const less = useLongPress(() => move(-1));
  const more = useLongPress(() => move(1));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a legend and a form's styles.
    <div
      className={error === undefined ? 'stake-field' : 'stake-field stake-field--error'}
      role="group"
      aria-label={label}
    >
      <button type="button" className="stake-field__button" aria-label={words.less} {...less}>
        <Icon name="minus" size={22} weight={2} />
      </button>
      <label className="stake-field__middle" htmlFor={id}>
        <span className="stake-field__figure figure">
          <FittedInput
            {...handlers}
            onKeyDown={onKeyDown}
            id={id}
            className="stake-field__input"
            aria-label={label}
            aria-describedby={hintId}
            aria-invalid={error !== undefined}
            autoComplete="off"
            inputMode={precision === 0 ? 'numeric' : 'decimal'}
            placeholder="0"
            value={shown}
          />
          <span>{unit}</span>
        </span>
        <span
          id={hintId}
          className="stake-field__hint text-micro figure"
          role={error === undefined ? undefined : 'alert'}
        >
          {error ?? hint}
        </span>
      </label>
      <button type="button" className="stake-field__button" aria-label={words.more} {...more}>
        <Icon name="plus" size={22} weight={2} />
      </button>
    </div>
  );
}

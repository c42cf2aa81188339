import { type ReactNode, useId } from 'react';
import { FieldMessage, messageIdOf } from '../fields/field.tsx';
import { FittedInput } from '../fields/fitted-input.tsx';
import { keyboardFor } from '../fields/number-field.tsx';
import type { NumberRule } from '../typing/typed-number.ts';
import { useTypedNumber } from '../typing/use-typed-number.ts';
import './amount-hero.css';

interface Props extends NumberRule {
  /** The question above the amount: 얼마를 입금할까요? */
  readonly question: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly unit: string;
  /** Under the line at the left: how the amount is read. */
  readonly reading?: ReactNode;
  /** Under the line at the right: the available balance. */
  readonly aside?: ReactNode;
  /** At the right under the line, also beside an error: a button that fills the amount in. */
  readonly action?: ReactNode;
  readonly error?: string | undefined;
  /** Our number pad is shown below, so the system's keyboard must not open. */
  readonly hasPad?: boolean;
}

/** The code of a coin is quieter than 원, which belongs to its figure. */
const isCode = (unit: string): boolean => /[A-Z]/.test(unit);

/** The one amount of a screen, as large as an asset total, with its separators while it is typed. */
export function AmountHero(props: Props) {
  const { question, value, onChange, unit, reading, aside, action, error, hasPad = false } = props;
  const id = useId();
  const { shown, handlers } = useTypedNumber({ value, onChange, rule: props, isGroupedLive: true });
  const length = shown.length > 15 ? 'longest' : shown.length > 11 ? 'long' : 'short';
  return (
    <section
      className={`amount-hero amount-hero--${length}${error === undefined ? '' : ' amount-hero--error'}`}
    >
      <label className="amount-hero__question text-lead" id={`${id}-question`} htmlFor={id}>
        {question}
      </label>
      {/* A label too, so that a tap anywhere on the line focuses the input; only the question is its name. */}
      <label className="amount-hero__line" htmlFor={id}>
        <FittedInput
          {...handlers}
          id={id}
          className="amount-hero__input"
          aria-labelledby={`${id}-question`}
          aria-invalid={error !== undefined}
          aria-describedby={messageIdOf(id)}
          autoComplete="off"
          inputMode={hasPad ? 'none' : keyboardFor(props)}
          placeholder="0"
          value={shown}
        />
        <span className={isCode(unit) ? 'amount-hero__unit amount-hero__unit--code' : 'amount-hero__unit'}>
          {unit}
        </span>
      </label>
      <div className="amount-hero__below text-caption">
        {error === undefined ? (
          <p id={messageIdOf(id)} aria-live="polite">
            {reading}
          </p>
        ) : (
          <FieldMessage id={messageIdOf(id)} error={error} />
        )}
        {error === undefined && aside !== undefined && <div>{aside}</div>}
        {action}
      </div>
    </section>
  );
}

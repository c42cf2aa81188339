import { exactValue, type NumberRule, valueOfNumber } from '../typing/typed-number.ts';
import { useTypedNumber } from '../typing/use-typed-number.ts';
import { Field, type FieldProps } from './field.tsx';

/** Exact decimal text is for money; a number is for counts and percents. */
type Output =
  | {
      readonly output?: 'text';
      readonly value: string;
      readonly onChange: (value: string) => void;
    }
  | {
      readonly output: 'number';
      readonly value: number | undefined;
      readonly onChange: (value: number | undefined) => void;
    };

type Props = Omit<FieldProps, 'input' | 'type' | 'inputMode' | 'maxLength' | 'value' | 'onChange'> &
  NumberRule &
  Output & {
    /** All places of the precision once the field is left: `97,000.0`. */
    readonly isPadded?: boolean;
  };

/** Thousand separators are added when the field is left; see `typed-number.ts` for what may be typed. */
export function NumberField(props: Props) {
  const { shown, handlers } = useTypedNumber({
    rule: props,
    isPadded: props.isPadded,
    value: props.output === 'number' ? valueOfNumber(props.value, props.precision) : props.value,
    onChange(value) {
      if (props.output !== 'number') props.onChange(value);
      else props.onChange(exactValue(value) === '' ? undefined : Number(value));
    },
  });
  return (
    <Field
      {...props}
      value={shown}
      onChange={() => undefined}
      inputMode={keyboardFor(props)}
      input={handlers}
    />
  );
}

/** The number keyboards of iOS have no minus. */
export function keyboardFor({ precision, minus }: NumberRule): 'numeric' | 'decimal' | 'text' {
  if (minus === true) return 'text';
  return precision === 0 ? 'numeric' : 'decimal';
}

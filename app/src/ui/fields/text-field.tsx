import { caretBefore, useTypedInput } from '../typing/typed-input.ts';
import { type TextRule, typedText } from '../typing/typed-text.ts';
import { Field, type FieldProps } from './field.tsx';

interface Props extends Omit<FieldProps, 'input' | 'type'>, TextRule {
  readonly type?: 'text' | 'email';
}

/** A text restricted to a named pattern: input that does not fit is rejected, and the previous text stays. */
export function TextField({ pattern, exclude, maxLength, ...field }: Props) {
  const rule = { pattern, exclude, maxLength };
  const { shown, handlers } = useTypedInput({
    text: field.value,
    onText: field.onChange,
    read: (typed) => {
      const text = typedText({ previous: typed.previous, raw: typed.raw, rule });
      return { text, caret: text === typed.previous ? caretBefore(typed) : typed.caret };
    },
  });
  return <Field inputMode={keyboards[pattern ?? 'text']} {...field} value={shown} input={handlers} />;
}

const keyboards = {
  text: undefined,
  email: 'email',
  digits: 'numeric',
  digitsAndDot: 'decimal',
  digitsAndHyphen: 'tel',
  username: undefined,
  password: undefined,
} as const;

import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { type Typed, useTypedInput } from './typed-input.ts';
import {
  exactValue,
  groupDigits,
  groupedCaret,
  type NumberRule,
  restingText,
  settledValue,
  typedNumber,
} from './typed-number.ts';

/** An initial value is normalized after this time (spec 5). */
const REFORMAT_MS = 500;

export interface TypedNumberOptions {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly rule: NumberRule;
  /** All places of the precision while it is not being edited: `97,000.0`. */
  readonly isPadded?: boolean | undefined;
  /** Separators already while typing, for an amount that is read more than it is edited. */
  readonly isGroupedLive?: boolean | undefined;
}

/**
 * The text of a number input and its handlers. What is shown is what is sent: while one types, the value follows the
 * text; the minimum of the range, and the separators, are applied when the input is left or Enter is pressed.
 */
export function useTypedNumber({ value, onChange, rule, isPadded, isGroupedLive }: TypedNumberOptions) {
  const [draft, setDraft] = useState<{ readonly text: string; readonly value: string } | undefined>();
  // A value from elsewhere, such as a tapped price, does not belong to the draft and is shown instead of it.
  const text = draft?.value === value ? draft.text : restingText(value, rule, isPadded);
  const latest = useRef({ value, onChange, rule, isTyping: false });
  latest.current.value = value;
  latest.current.onChange = onChange;
  latest.current.rule = rule;

  const { shown, handlers } = useTypedInput({
    text,
    read(typed: Typed) {
      const next = typedNumber(typed, rule);
      if (isGroupedLive !== true) return next;
      const grouped = groupDigits(next.text);
      return { text: grouped, caret: groupedCaret(grouped, next.caret) };
    },
    onText(next) {
      const nextValue = exactValue(next);
      setDraft({ text: next, value: nextValue });
      if (nextValue !== value) onChange(nextValue);
    },
  });

  function settle() {
    setDraft(undefined);
    const settled = settledValue(latest.current.value, latest.current.rule);
    if (settled !== latest.current.value) latest.current.onChange(settled);
  }

  useEffect(() => {
    const initial = latest.current.value;
    const timer = setTimeout(() => {
      const { value: current, rule: currentRule, isTyping, onChange: notify } = latest.current;
      const settled = settledValue(current, currentRule);
      // The number pad types without a focus: `0.0` on the way to `0.01` must not become an empty field.
      if (!isTyping && current === initial && settled !== current) notify(settled);
    }, REFORMAT_MS);
    return () => clearTimeout(timer);
  }, []);

  return {
    shown,
    settle,
    handlers: {
      ...handlers,
      onFocus(_event: FocusEvent<HTMLInputElement>) {
        latest.current.isTyping = true;
      },
      onBlur(_event: FocusEvent<HTMLInputElement>) {
        latest.current.isTyping = false;
        settle();
      },
      onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
        // Enter sends a form without leaving the input.
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) settle();
      },
    },
  };
}

// An input whose text follows a rule while it is typed, without moving the caret and without disturbing the composition
// of Hangul: a syllable is validated when it is complete, never in between.
import { type ChangeEvent, type CompositionEvent, useRef, useState } from 'react';

export interface Typed {
  readonly previous: string;
  readonly raw: string;
  readonly caret: number;
}

export interface Reading {
  readonly text: string;
  readonly caret: number;
}

/** Where the caret was before the rejected characters were inserted. */
export const caretBefore = ({ previous, raw, caret }: Typed): number =>
  Math.max(0, Math.min(previous.length, caret - (raw.length - previous.length)));

/** The caret in a text with separators that is behind as many other characters as this. */
export function caretBehind(count: number, text: string, separator: string): number {
  let seen = 0;
  for (let index = 0; index < text.length; index++) {
    if (seen === count) return index;
    if (text[index] !== separator) seen++;
  }
  return text.length;
}

export function useTypedInput({
  text,
  read,
  onText,
}: {
  readonly text: string;
  readonly read: (typed: Typed) => Reading;
  readonly onText: (text: string) => void;
}) {
  const [composed, setComposed] = useState<string | undefined>();
  const isComposing = useRef(false);

  const readFrom = (input: HTMLInputElement): Reading =>
    read({ previous: text, raw: input.value, caret: input.selectionStart ?? input.value.length });

  /** Nothing is written into the input, which would interrupt the syllable; text that already fits is reported. */
  function watch(input: HTMLInputElement) {
    setComposed(input.value);
    if (input.value !== text && readFrom(input).text === input.value) onText(input.value);
  }

  function judge(input: HTMLInputElement) {
    const raw = input.value;
    const next = readFrom(input);
    // Set before React does it: React would restore the right text with the caret at its end.
    if (raw !== next.text) {
      input.value = next.text;
      input.setSelectionRange(next.caret, next.caret);
    }
    if (next.text !== text) onText(next.text);
  }

  return {
    shown: composed ?? text,
    handlers: {
      onChange(event: ChangeEvent<HTMLInputElement>) {
        if (isComposing.current) watch(event.currentTarget);
        else judge(event.currentTarget);
      },
      onCompositionStart(event: CompositionEvent<HTMLInputElement>) {
        isComposing.current = true;
        setComposed(event.currentTarget.value);
      },
      onCompositionEnd(event: CompositionEvent<HTMLInputElement>) {
        isComposing.current = false;
        setComposed(undefined);
        judge(event.currentTarget);
      },
    },
  };
}

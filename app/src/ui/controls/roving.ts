import type { KeyboardEvent } from 'react';

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Which of `count` items a key moves to from `index`, wrapping at the ends. Undefined for any other key. */
function neighbour(key: string, index: number, count: number): number | undefined {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = steps[key];
  return step === undefined ? undefined : (index + step + count) % count;
}

interface Roving {
  readonly index: number;
  readonly count: number;
  readonly onMove: (index: number) => void;
}

/** One stop for the Tab key, arrows within: focus and choice move together, as in a native radio group. */
export function rove(event: KeyboardEvent<HTMLElement>, { index, count, onMove }: Roving): void {
  const next = neighbour(event.key, index, count);
  if (next === undefined) return;
  event.preventDefault();
  const parts = event.currentTarget.parentElement?.querySelectorAll<HTMLElement>(
    '[role="radio"], [role="tab"]',
  );
  parts?.[next]?.focus();
  if (next !== index) onMove(next);
}

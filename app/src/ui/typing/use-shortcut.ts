// A key that acts for the whole page, as long as nothing on it needs the key itself.
import { useEffectEvent, useLayoutEffect } from 'react';

const TYPED_INTO = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]';
/** Arrows move within these. A list that scrolls by keyboard has a `tabindex`. */
const STEERED = '[role="tablist"], [role="radiogroup"], [role="listbox"], [role="slider"], [tabindex="0"]';

/** With a Korean keyboard the key of B types ㅠ: then its place on the keyboard tells which one it is. */
function isKey({ key, code }: KeyboardEvent, wanted: string): boolean {
  if (key.toLowerCase() === wanted.toLowerCase()) return true;
  const isLatin = key.length === 1 && key < '\u0080';
  const place = wanted === '/' ? 'Slash' : `Key${wanted.toUpperCase()}`;
  return !isLatin && code === place;
}

function isTaken(event: KeyboardEvent, wanted: string): boolean {
  const { target } = event;
  if (event.defaultPrevented || event.repeat || event.isComposing) return true;
  if (event.ctrlKey || event.metaKey || event.altKey) return true;
  // Under a dialog, and while the connection is down, the page cannot be used.
  if (document.querySelector('dialog[open], [inert]') !== null) return true;
  if (!(target instanceof Element)) return false;
  return target.closest(wanted.startsWith('Arrow') ? `${TYPED_INTO}, ${STEERED}` : TYPED_INTO) !== null;
}

/** `wanted` is a letter, `/`, or a name such as `ArrowUp`; undefined listens to nothing. */
export function useShortcut(wanted: string | undefined, run: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (wanted === undefined || !isKey(event, wanted) || isTaken(event, wanted)) return;
    event.preventDefault();
    run();
  });
  // At once: whoever sees the button may press its key.
  useLayoutEffect(() => {
    if (wanted === undefined) return undefined;
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [wanted]);
}

import { useLayoutEffect, useRef } from 'react';
import { useText } from '../../text/language.tsx';
import { keepAbove } from '../../ui/overlays/overlay-floor.ts';
import './floor-mark.css';

const HIGHEST = 99;

/** Dashed means not real. Rendered by the shell on every screen, above every scrim; nothing switches it off. */
export function FloorMark() {
  const text = useText();
  const mark = useRef<HTMLElement>(null);
  useLayoutEffect(() => (mark.current ? keepAbove(mark.current, HIGHEST) : undefined), []);
  return (
    <>
      <div className="floor-strip" aria-hidden="true" />
      <aside ref={mark} popover="manual" className="floor-mark" aria-label={text.shell.practiceMarkMeaning}>
        {text.shell.practiceMark}
      </aside>
    </>
  );
}

import { useText } from '../text/language.tsx';
import './floor-mark.css';

/** Dashed means not real. Drawn by the shell on every screen, above every scrim; nothing switches it off. */
export function FloorMark() {
  const text = useText();
  return (
    <aside className="floor-mark" aria-label={text.shell.practiceMarkMeaning}>
      <span>{text.shell.practiceMark}</span>
    </aside>
  );
}

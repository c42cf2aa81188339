import { BottomSheet } from './bottom-sheet.tsx';
import './menu-sheet.css';
import type { TitledOverlay } from './modal.tsx';

interface Choice<Key extends string> {
  readonly key: Key;
  readonly label: string;
  readonly line?: string;
  /** It cannot be undone: shown by its colour besides its text. */
  readonly isDangerous?: boolean;
}

interface Props<Key extends string> extends Omit<TitledOverlay, 'children'> {
  readonly choices: readonly Choice<Key>[];
  readonly current?: Key | undefined;
  /** The sheet's owner closes it. */
  readonly onChoose: (key: Key) => void;
}

export function MenuSheet<Key extends string>({ choices, current, onChoose, ...sheet }: Props<Key>) {
  return (
    <BottomSheet {...sheet} bleeds>
      <ul>
        {choices.map(({ key, label, line, isDangerous }) => (
          <li key={key}>
            <button
              type="button"
              className={isDangerous ? 'menu-sheet__row menu-sheet__row--dangerous' : 'menu-sheet__row'}
              aria-current={key === current ? 'true' : undefined}
              onClick={() => onChoose(key)}
            >
              <span className="text-strong">{label}</span>
              {line !== undefined && <span className="text-note">{line}</span>}
            </button>
          </li>
        ))}
      </ul>
    </BottomSheet>
  );
}

import { BottomSheet } from './bottom-sheet.tsx';
import './menu-sheet.css';

export interface MenuChoice<Key extends string> {
  readonly key: Key;
  readonly label: string;
  readonly line?: string;
  /** It cannot be undone: shown by its colour besides its text. */
  readonly isDangerous?: boolean;
}

export interface MenuSheetProps<Key extends string> {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly closeLabel: string;
  readonly choices: readonly MenuChoice<Key>[];
  readonly current?: Key | undefined;
  /** The sheet's owner closes it. */
  readonly onChoose: (key: Key) => void;
}

export function MenuSheet<Key extends string>({
  open,
  onClose,
  title,
  closeLabel,
  choices,
  current,
  onChoose,
}: MenuSheetProps<Key>) {
  return (
    <BottomSheet open={open} onClose={onClose} title={title} closeLabel={closeLabel} bleeds>
      <ul className="menu-sheet">
        {choices.map(({ key, label, line, isDangerous }) => (
          <li key={key}>
            <button
              type="button"
              className={isDangerous ? 'menu-sheet__row menu-sheet__row--dangerous' : 'menu-sheet__row'}
              aria-current={key === current ? 'true' : undefined}
              onClick={() => onChoose(key)}
            >
              <span className="menu-sheet__label">{label}</span>
              {line !== undefined && <span className="menu-sheet__line">{line}</span>}
            </button>
          </li>
        ))}
      </ul>
    </BottomSheet>
  );
}

import { useLongPress } from '../controls/use-long-press.ts';
import { Icon } from '../icons/icon.tsx';
import type { PadKey } from '../typing/typed-number.ts';
import './number-pad.css';

interface Props {
  readonly onKey: (key: PadKey) => void;
  readonly words: { readonly pad: string; readonly erase: string; readonly point?: string };
  /** The key at the lower left: `00` for won, a point for coins. */
  readonly corner?: '00' | '.';
}

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;

/** Three by four keys. The amount is shown above it, so that the layout does not move while typing. */
export function NumberPad({ onKey, words, corner = '00' }: Props) {
  const erase = useLongPress(() => {
    onKey('erase');
    return true;
  });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a legend and a form's styles.
    <div className="number-pad" role="group" aria-label={words.pad}>
      {DIGITS.map((digit) => (
        <Key key={digit} value={digit} onKey={onKey} />
      ))}
      <Key value={corner} label={corner === '.' ? words.point : undefined} onKey={onKey} />
      <Key value="0" onKey={onKey} />
      <button type="button" className="number-pad__key" aria-label={words.erase} {...keepFocus} {...erase}>
        <Icon name="back" size={26} weight={2} />
      </button>
    </div>
  );
}

/** The caret stays in the amount while the pad is pressed. */
const keepFocus = { onMouseDown: (event: { preventDefault(): void }) => event.preventDefault() };

interface KeyProps {
  readonly value: PadKey;
  readonly label?: string | undefined;
  readonly onKey: (key: PadKey) => void;
}

const Key = ({ value, label, onKey }: KeyProps) => (
  <button
    type="button"
    className="number-pad__key"
    aria-label={label}
    {...keepFocus}
    onClick={() => onKey(value)}
  >
    {value}
  </button>
);

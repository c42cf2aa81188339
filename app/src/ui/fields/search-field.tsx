import { useRef } from 'react';
import { Icon } from '../icons/icon.tsx';
import './search-field.css';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly words: { readonly clear: string };
  readonly placeholder?: string;
  readonly autoFocus?: boolean;
  readonly onSubmit?: () => void;
}

const MOST_CHARACTERS = 64;

/** Searches with every change, incomplete syllables included. */
export function SearchField({
  label,
  value,
  onChange,
  words,
  placeholder,
  autoFocus = false,
  onSubmit,
}: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    // Browsers before 2023 do not know the element `search`.
    // biome-ignore lint/a11y/useSemanticElements: see above.
    <div className="search-field input-box" role="search">
      <Icon name="search" size={20} weight={2} />
      <input
        ref={input}
        className="search-field__input"
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        maxLength={MOST_CHARACTERS}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="search"
        // biome-ignore lint/a11y/noAutofocus: opening the search means to type into it.
        autoFocus={autoFocus}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter') onSubmit?.();
          if (event.key === 'Escape' && value !== '') {
            event.stopPropagation();
            onChange('');
          }
        }}
      />
      {value === '' ? undefined : (
        <button
          type="button"
          className="search-field__clear"
          aria-label={words.clear}
          onClick={() => {
            onChange('');
            input.current?.focus();
          }}
        >
          <Icon name="close" size={20} />
        </button>
      )}
    </div>
  );
}

import { type Ref, useRef } from 'react';
import { Icon } from '../icons/icon.tsx';
import './search-field.css';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly words: { readonly clear: string };
  readonly placeholder?: string;
  readonly autoFocus?: boolean;
  readonly maxLength?: number;
  readonly onSubmit?: () => void;
  readonly ref?: Ref<HTMLInputElement>;
}

/** Searches with every change, incomplete syllables included. */
export function SearchField(props: Props) {
  const { label, value, onChange, words, placeholder, autoFocus = false, maxLength = 64, onSubmit } = props;
  const input = useRef<HTMLInputElement>(null);
  return (
    // Browsers before 2023 do not know the element `search`.
    // biome-ignore lint/a11y/useSemanticElements: see above.
    <div className="search-field" role="search">
      <Icon name="search" size={20} weight={2} />
      <input
        ref={(element) => {
          input.current = element;
          if (typeof props.ref === 'function') return props.ref(element);
          if (props.ref) props.ref.current = element;
        }}
        className="search-field__input"
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        maxLength={maxLength}
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

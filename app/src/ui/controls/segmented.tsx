import type { CSSProperties, ReactNode } from 'react';
import { rove } from './roving.ts';
import './segmented.css';

export interface SegmentedOption<Value extends string> {
  readonly value: Value;
  readonly label: ReactNode;
}

interface Props<Value extends string> {
  readonly label: string;
  readonly options: readonly SegmentedOption<Value>[];
  readonly value: Value;
  readonly size?: 'large' | 'small';
  readonly disabled?: boolean;
  readonly onChange: (value: Value) => void;
}

/** Two to four equal choices; the thumb slides to the chosen one. */
export function Segmented<Value extends string>({
  label,
  options,
  value,
  size = 'large',
  disabled = false,
  onChange,
}: Props<Value>) {
  const chosen = options.findIndex((option) => option.value === value);
  const place = { '--segmented-count': options.length, '--segmented-index': chosen } as CSSProperties;
  return (
    <div className={`segmented segmented--${size}`} role="radiogroup" aria-label={label} style={place}>
      {chosen >= 0 && <span className="segmented__thumb" aria-hidden="true" />}
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useSemanticElements: a native radio cannot contain its label.
        <button
          key={option.value}
          type="button"
          role="radio"
          className="segmented__option"
          aria-checked={option.value === value}
          tabIndex={index === Math.max(chosen, 0) ? 0 : -1}
          disabled={disabled}
          onClick={() => onChange(option.value)}
          onKeyDown={(event) =>
            rove(event, { index, count: options.length, onMove: (next) => onChange(options[next]!.value) })
          }
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}

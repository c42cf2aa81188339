import type { ReactNode } from 'react';
import './chip.css';
import { Icon } from '../icons/icon.tsx';
import type { IconName } from '../icons/icons.ts';

interface Props {
  readonly children: ReactNode;
  readonly pressed: boolean;
  /** `square` is for a quantity: the chosen one is a current value and has the brass ring. */
  readonly shape?: 'round' | 'square';
  readonly icon?: IconName | undefined;
  readonly label?: string | undefined;
  readonly disabled?: boolean;
  readonly onPress?: (() => void) | undefined;
}

export function Chip({ children, pressed, shape = 'round', icon, label, disabled = false, onPress }: Props) {
  return (
    <button
      type="button"
      className={`chip chip--${shape}`}
      aria-pressed={pressed}
      aria-label={label}
      disabled={disabled}
      onClick={onPress}
    >
      {icon && <Icon name={icon} size={16} weight={2} />}
      {children}
    </button>
  );
}

interface RowProps {
  readonly label: string;
  readonly children: ReactNode;
  /** Extends over the page's gutter, so that the row scrolls from edge to edge. */
  readonly gutter?: boolean;
}

/** Scrolls sideways when the chips do not fit; square chips share the width. */
export function ChipRow({ label, children, gutter = false }: RowProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a legend and its own layout rules.
    <div className={gutter ? 'chip-row chip-row--gutter' : 'chip-row'} role="group" aria-label={label}>
      {children}
    </div>
  );
}

import type { ReactNode } from 'react';
import './why-value.css';

interface Props {
  readonly children: ReactNode;
  /** What a reader of screens hears: the figure, and that it can be asked. */
  readonly label: string;
  readonly onPress: () => void;
}

/** A computed figure that can explain itself. */
export const WhyValue = ({ children, label, onPress }: Props) => (
  <button
    type="button"
    className="why-value figure"
    aria-label={label}
    aria-haspopup="dialog"
    onClick={onPress}
  >
    {children}
  </button>
);

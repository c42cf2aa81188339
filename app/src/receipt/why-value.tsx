import type { ReactNode } from 'react';
import './why-value.css';

interface Props {
  readonly children: ReactNode;
  /** The label for screen readers: the figure, and that it can be explained. */
  readonly label: string;
  readonly onPress: () => void;
}

/** A computed figure; a tap opens its explanation. */
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

import type { ReactNode } from 'react';
import './why-formula.css';

interface Props {
  readonly name: ReactNode;
  readonly children: ReactNode;
  /** The line with the figures is under the one with the words, a little closer. */
  readonly isFigures?: boolean;
}

/** One line of a calculation: its result, and its parts. */
export const WhyFormula = ({ name, children, isFigures = false }: Props) => (
  <p className={isFigures ? 'why-formula why-formula--figures figure' : 'why-formula'}>
    <span className="why-formula__name">{name}</span>
    <span className="why-formula__sign">=</span>
    <span className="why-formula__terms">{children}</span>
  </p>
);

export const WhyFraction = ({ over, under }: { readonly over: ReactNode; readonly under: ReactNode }) => (
  <span className="why-fraction">
    <span>{over}</span>
    <span>{under}</span>
  </span>
);

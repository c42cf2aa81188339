import type { ReactNode } from 'react';
import './key-value.css';

interface ListProps {
  readonly children: ReactNode;
  /** With a background of its own. */
  readonly framed?: boolean;
}

export function KeyValueList({ children, framed = false }: ListProps) {
  return <dl className={framed ? 'key-values key-values--framed' : 'key-values'}>{children}</dl>;
}

interface Props {
  readonly name: ReactNode;
  readonly children: ReactNode;
  readonly strong?: boolean;
}

/** Must be inside a `KeyValueList`. */
export function KeyValue({ name, children, strong = false }: Props) {
  return (
    <div className={strong ? 'key-value key-value--strong' : 'key-value'}>
      <dt>{name}</dt>
      <dd className="figure">{children}</dd>
    </div>
  );
}

// What the lists of wide screens have in common: what is shown in their place while there is nothing to list, and the
// head of a table.
import type { ReactNode } from 'react';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { LoadFailed } from '../connection/load-failed.tsx';

interface ListProps {
  readonly state: 'loading' | 'failed' | 'ready';
  /** Shown when it could not be loaded. */
  readonly failure: { readonly title: string; readonly message?: string | undefined };
  readonly onRetry: () => void;
  /** Where there is nothing to list: what is said instead. */
  readonly none?: string | undefined;
  readonly children: ReactNode;
}

export function WideList({ state, failure, onRetry, none, children }: ListProps) {
  if (state === 'loading') return <SkeletonRows count={2} tile={false} figures />;
  if (state === 'failed')
    return <LoadFailed title={failure.title} message={failure.message} onRetry={onRetry} />;
  if (none !== undefined) return <p className="wide-panel__none text-caption">{none}</p>;
  return children;
}

interface TableProps {
  readonly className?: string;
  readonly columns: readonly string[];
  /** Named for screen readers only: a last column with the buttons of each row. */
  readonly actions?: string;
  /** The rows, and a foot. */
  readonly children: ReactNode;
}

export const WideTable = ({ className, columns, actions, children }: TableProps) => (
  <table className={className === undefined ? 'wide-table' : `wide-table ${className}`}>
    <thead>
      <tr>
        {columns.map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
        {actions !== undefined && (
          <th scope="col">
            <span className="unseen">{actions}</span>
          </th>
        )}
      </tr>
    </thead>
    {children}
  </table>
);

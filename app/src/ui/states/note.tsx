import type { ReactNode } from 'react';
import { Icon } from '../icons/icon.tsx';
import './note.css';

interface Props {
  readonly children: ReactNode;
  readonly tone?: 'plain' | 'warn' | 'danger';
  /** On a sheet or card, whose background the plain one would not differ from. */
  readonly raised?: boolean;
}

export function Note({ children, tone = 'plain', raised = false }: Props) {
  return (
    <div className={`note note--${tone}${raised ? ' note--raised' : ''}`}>
      <Icon name={tone === 'plain' ? 'info' : 'warning'} size={18} />
      <div className="note__words">{children}</div>
    </div>
  );
}

import type { ReactNode } from 'react';
import { Notice } from '../parts/facts.tsx';
import './security.css';

/** A form that shows what the server refused. */
export const RefusableForm = ({
  fault,
  onSend,
  children,
}: {
  readonly fault: string | undefined;
  readonly onSend: () => void;
  readonly children: ReactNode;
}) => (
  <form
    className="own-form"
    onSubmit={(event) => {
      event.preventDefault();
      onSend();
    }}
  >
    {fault !== undefined && (
      <div role="alert">
        <Notice tone="danger">{fault}</Notice>
      </div>
    )}
    {children}
  </form>
);

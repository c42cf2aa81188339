import type { ReactNode } from 'react';
import { KeyValueList } from '../../ui/rows/key-value.tsx';
import './sheet-facts.css';

/** Facts on a sheet: one tone above its plane. */
export const SheetFacts = ({ children }: { readonly children: ReactNode }) => (
  <div className="sheet-facts">
    <KeyValueList framed>{children}</KeyValueList>
  </div>
);

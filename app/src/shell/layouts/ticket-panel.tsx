// The right column of a wide screen where something is ordered: a form that scrolls, and below it the buttons.
import type { ReactNode } from 'react';
import { useWords } from '../../text/language.tsx';
import { wideWords } from '../../text/wide.ts';
import { usePreferences } from '../device/device.tsx';
import './ticket-panel.css';
import { WidePanel } from './wide-grid.tsx';

interface Props {
  readonly className: string;
  readonly form: ReactNode;
  /** A guest's dock leads to signing in: nothing is said about orders below it. */
  readonly isGuest: boolean;
  /** The dock with the buttons. */
  readonly children: ReactNode;
}

export function TicketPanel({ className, form, isGuest, children }: Props) {
  const words = useWords(wideWords);
  const { confirmOrders } = usePreferences();
  return (
    <WidePanel label={words.ticket} className={`ticket-panel ${className}`}>
      <div className="ticket-panel__form">{form}</div>
      {children}
      {!isGuest && (
        <p className="ticket-panel__note text-micro">
          {confirmOrders ? words.confirmOn : words.confirmOff} · {words.counterparty}
        </p>
      )}
    </WidePanel>
  );
}

// Short notes of a request's page: what must be known before the button is pressed.
import type { ReactNode } from 'react';
import { isOfLimits, pageOfLimits, type Refusal } from '../../shell/messages/refused.ts';
import { Link } from '../../shell/routing/router.tsx';
import { useText } from '../../text/language.tsx';
import { textLinkClass } from '../../ui/buttons/button.tsx';
import './request-notes.css';

export function RequestNotes({ notes }: { readonly notes: readonly ReactNode[] }) {
  const shown = notes.filter((note) => note !== undefined && note !== false && note !== '');
  if (shown.length === 0) return null;
  return (
    <ul className="request-notes text-caption">
      {shown.map((note, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the notes of a page stay in their order.
        <li key={index}>{note}</li>
      ))}
    </ul>
  );
}

/** What the member limited for themselves leads to where that is set. */
export function LimitsLink({ refusal }: { readonly refusal: Refusal | undefined }) {
  const { shell } = useText();
  if (refusal === undefined || !isOfLimits(refusal.code)) return null;
  return (
    <Link to={pageOfLimits} className={`${textLinkClass} request-notes__limits`}>
      {shell.toLimits}
    </Link>
  );
}

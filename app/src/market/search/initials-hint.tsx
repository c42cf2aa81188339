import { useLanguage, useWords } from '../../text/language.tsx';
import { listingWords } from '../../text/listing.ts';
import { initialsOf } from './hangul-match.ts';
import './initials-hint.css';
import type { Listing } from '../listing/listing.ts';

const LETTERS = 4;

/** Two instruments of the list as examples: `ㅂㅌㅋㅇ 비트코인`. */
export function InitialsHint({ listings }: { readonly listings: readonly Listing[] }) {
  const { language } = useLanguage();
  const words = useWords(listingWords);
  if (language !== 'ko') return null;
  const fitting = listings.filter(({ koName }) => koName.length === LETTERS && initialsOf(koName));
  const examples = [...Map.groupBy(fitting, ({ kind }) => kind).values()]
    .map(([first]) => first!)
    .slice(0, 2);
  if (examples.length === 0) return null;
  return (
    <p className="initials-hint">
      <span>{words.initialsHint}</span>
      {examples.map(({ stock, koName }) => (
        <span key={stock} className="initials-hint__example">
          <kbd>{initialsOf(koName)}</kbd> {koName}
        </span>
      ))}
    </p>
  );
}

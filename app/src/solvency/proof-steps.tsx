import type { ProofStep } from '@maru/engine/solvency/proof';
import { useState } from 'react';
import { useWords } from '../text/language.tsx';
import { solvencyWords } from '../text/solvency.ts';
import { HashText } from '../ui/figures/hash-text.tsx';
import { Icon } from '../ui/icons/icon.tsx';
import './proof-steps.css';

const SHORT_HEAD = 2;
/** With so many steps the list is shown whole: leaving one out saves nothing. */
const MOST_WHOLE = 4;

interface Props {
  readonly steps: readonly ProofStep[];
  readonly isSame: boolean;
}

export function ProofSteps({ steps, isSame }: Props) {
  const words = useWords(solvencyWords);
  const [isWhole, setWhole] = useState(false);
  const isCut = !isWhole && steps.length > MOST_WHOLE;
  const numbered = steps.map((step, place) => ({ ...step, number: place + 1 }));
  const left = steps.length - SHORT_HEAD - 1;
  return (
    <section className="solvency__block">
      <div className="proof-steps__head">
        <h2 className="text-title3">{words.stepsTitle(steps.length)}</h2>
        {steps.length > MOST_WHOLE && (
          <button
            type="button"
            className="proof-steps__all"
            aria-expanded={isWhole}
            onClick={() => setWhole(!isWhole)}
          >
            {isWhole ? words.showLess : words.showAll}
          </button>
        )}
      </div>
      <p className="solvency__lead text-caption">{steps.length === 0 ? words.noSteps : words.stepsLead}</p>
      {steps.length > 0 && (
        <ol className="proof-steps">
          {(isCut ? numbered.slice(0, SHORT_HEAD) : numbered).map((step) => (
            <Step key={step.number} {...step} isSame={isSame} />
          ))}
          {isCut && (
            <li className="proof-steps__more text-micro">
              <span aria-hidden="true">·</span>
              {words.moreSteps(left)}
            </li>
          )}
          {isCut && numbered.slice(-1).map((step) => <Step key={step.number} {...step} isSame={isSame} />)}
        </ol>
      )}
    </section>
  );
}

function Step({
  number,
  neighbour,
  side,
  isSame,
}: ProofStep & { readonly number: number; readonly isSame: boolean }) {
  const words = useWords(solvencyWords);
  return (
    <li className="proof-steps__step">
      <span className="proof-steps__number figure">{number}</span>
      <HashText value={neighbour} ends={[2, 1]} />
      <span className="proof-steps__side text-micro">{words.side[side]}</span>
      {isSame && <Icon name="check" size={16} weight={2.2} />}
    </li>
  );
}

import { cashierP2pWords } from '../../text/cashier-p2p.ts';
import { useWords } from '../../text/language.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { P2P_STEPS } from './p2p-view.ts';
import './p2p-steps.css';

/** Four dots with a line: done in ivory, now in brass. */
export function P2pSteps({ current }: { readonly current: number }) {
  const words = useWords(cashierP2pWords);
  return (
    <ol className="p2p-steps" aria-label={words.steps}>
      {P2P_STEPS.map((step, index) => {
        const state = index < current ? 'done' : index === current ? 'now' : 'next';
        return (
          <li
            key={step}
            className={`p2p-steps__step p2p-steps__step--${state}`}
            aria-current={state === 'now' ? 'step' : undefined}
          >
            <span className="p2p-steps__dot" aria-hidden="true">
              {state === 'done' ? <Icon name="check" size={14} weight={2.8} /> : index + 1}
            </span>
            <span>{words.stepNames[step]}</span>
          </li>
        );
      })}
    </ol>
  );
}

import { words } from '../text/control.ts';
import type { Traded } from './market-row.ts';

const MODES = ['NORMAL', 'REDUCE_ONLY', 'STOPPED'] as const;

interface Props {
  readonly label: string;
  readonly mode: Traded['mode'];
  readonly isFixed: boolean;
  readonly onChoose: (mode: Traded['mode']) => void;
}

export const ModeChoice = ({ label, mode, isFixed, onChoose }: Props) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a flex container in every browser.
  <div className="mode-choice" role="group" aria-label={label}>
    {MODES.map((each) => (
      <button
        key={each}
        type="button"
        className="mode-choice__one"
        aria-pressed={each === mode}
        disabled={isFixed && each !== mode}
        onClick={() => each !== mode && onChoose(each)}
      >
        {words.market.states[each]}
      </button>
    ))}
  </div>
);

import { binaryWords } from '../../text/binary.ts';
import { useWords } from '../../text/language.tsx';
import { Triangle } from '../../ui/icons/icon.tsx';
import './result-beads.css';
import type { ResultBead } from './use-results.ts';

/** How the last rounds ended, the newest at the right with its ring. No streaks are counted. */
export function ResultBeads({ results }: { readonly results: readonly ResultBead[] | undefined }) {
  const words = useWords(binaryWords);
  const newest = results?.at(-1)?.id;
  return (
    <div className="result-beads">
      <span className="result-beads__title">{words.recentResults}</span>
      {results?.length === 0 ? (
        <span className="result-beads__none">{words.noResults}</span>
      ) : (
        <ol className="result-beads__row" aria-label={words.recentResults}>
          {results?.map(({ id, status }) => (
            <li
              key={id}
              className={`result-beads__bead result-beads__bead--${status}${id === newest ? ' result-beads__bead--new' : ''}`}
            >
              {status === 3 ? (
                <span aria-hidden="true">–</span>
              ) : (
                <Triangle direction={status === 1 ? 'up' : 'down'} />
              )}
              <span className="unseen">{words.resultOf[status]}</span>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

import { formatDecimal } from '@maru/client/format';
import type { WireTradeRound } from '@maru/contract/binary/calls';
import { bitballWords } from '../../text/bitball.ts';
import { useWords } from '../../text/language.tsx';
import { tagsOf } from './market-words.ts';
import './recent-sums.css';

interface Props {
  /** Newest first, as the server lists them. */
  readonly rounds: readonly WireTradeRound[];
  readonly onChoose: (round: WireTradeRound) => void;
}

/** The newest is at the right, with a ring. */
export function RecentSums({ rounds, onChoose }: Props) {
  const words = useWords(bitballWords);
  return (
    <section className="recent-sums" aria-label={words.recent}>
      <h2 className="recent-sums__title text-micro">{words.recent}</h2>
      {rounds.length === 0 && <span className="text-micro">{words.recentNone}</span>}
      {rounds.toReversed().map((round) => {
        const { ball } = round;
        const isDrawn = ball?.sum !== null && ball?.sum !== undefined;
        const sum = isDrawn ? String(ball.sum) : '–';
        return (
          <button
            key={round.id}
            type="button"
            className="recent-sums__round figure"
            onClick={() => onChoose(round)}
          >
            <span className="unseen">{words.recentOf(formatDecimal(String(round.no)))} </span>
            {sum}
            <small className="recent-sums__tags">
              {' '}
              {isDrawn
                ? tagsOf(round, words)
                    .map((tag) => tag.slice(0, 1))
                    .join('·')
                : words.voided}
            </small>
          </button>
        );
      })}
    </section>
  );
}

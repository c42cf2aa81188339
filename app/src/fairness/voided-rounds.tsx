// The rounds of ninety days that were void, with the reason.
import { formatDecimal } from '@maru/client/format';
import { formatDay } from '@maru/client/format-date';
import type { WireFairnessBoard } from '@maru/contract/fairness/calls';
import { fairnessWords } from '../text/fairness.ts';
import { useLanguage, useWords } from '../text/language.tsx';

export function VoidedRounds({ board }: { readonly board: WireFairnessBoard }) {
  const words = useWords(fairnessWords);
  const { language } = useLanguage();
  const count = (value: number) => formatDecimal(String(value));
  return (
    <section className="fairness__block">
      <div className="fairness__head">
        <h2>{words.voided}</h2>
        <span className="fairness__aside figure">
          {words.voidedOf(count(board.rounds), count(board.voidedRounds))}
        </span>
      </div>
      {board.voided.length === 0 && <p className="fairness__note text-caption">{words.noVoided}</p>}
      <ul className="fairness__voided">
        {board.voided.map((round) => (
          <li key={round.roundId}>
            <span>
              <b>
                {words.round(
                  language === 'ko' ? round.nameKo : round.nameEn,
                  Number(round.type.slice(1)),
                  count(round.number),
                )}
              </b>
              <small>
                {round.text === null
                  ? (words.voidReasons[round.reason] ?? words.voidByRule)
                  : words.byTwo(round.text)}
              </small>
            </span>
            <time className="figure">{formatDay(round.closedMillis, language)}</time>
          </li>
        ))}
      </ul>
    </section>
  );
}

// The results of today's rounds, and a filter by result.
import { formatDecimal } from '@maru/client/format';
import { dailySummary } from '@maru/contract/binary/calls';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { useWords } from '../../text/language.tsx';
import { receiptWords } from '../../text/receipt.ts';
import { Chip, ChipRow } from '../../ui/buttons/chip.tsx';
import './round-day.css';

interface DayProps {
  readonly tradeOptionId: number;
  readonly isBall: boolean;
}

/** Renders nothing while it is not known: the list below does not wait for it. */
export function RoundDay({ tradeOptionId, isBall }: DayProps) {
  const words = useWords(receiptWords);
  const rounds = useAnswer(dailySummary, { tradeOptionId }).reply?.rounds;
  if (rounds === undefined) return null;
  const facts = isBall
    ? ([
        [words.drawn, rounds.drawn],
        [words.voided, rounds.void],
      ] as const)
    : ([
        [words.up, rounds.up],
        [words.down, rounds.down],
        [words.voided, rounds.void],
      ] as const);
  return (
    <dl className="round-day text-caption" aria-label={words.roundsToday}>
      <dt className="round-day__title">{words.roundsToday}</dt>
      {facts.map(([name, count]) => (
        <dd key={name}>
          {name} <b className="figure">{formatDecimal(String(count))}</b>
        </dd>
      ))}
    </dl>
  );
}

const STATUSES = ['1', '2', '3'] as const;
export type RoundStatus = (typeof STATUSES)[number];

interface FilterProps {
  /** Undefined stands for all. */
  readonly status: RoundStatus | undefined;
  readonly onChange: (status: RoundStatus | undefined) => void;
}

export function RoundFilter({ status, onChange }: FilterProps) {
  const words = useWords(receiptWords);
  const names = { 1: words.up, 2: words.down, 3: words.voided };
  return (
    <div className="round-day__filter">
      <ChipRow label={words.statuses} gutter>
        <Chip pressed={status === undefined} onPress={() => onChange(undefined)}>
          {words.statusAll}
        </Chip>
        {STATUSES.map((each) => (
          <Chip key={each} pressed={status === each} onPress={() => onChange(each)}>
            {names[each]}
          </Chip>
        ))}
      </ChipRow>
    </div>
  );
}

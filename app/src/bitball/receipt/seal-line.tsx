// Under the balls: the seal of the round that is bet on or, for a moment, the result of the last draw.
import { formatDecimal } from '@maru/client/format';
import { formatTimeOfDay } from '@maru/client/format-time';
import type { WireTradeRound } from '@maru/contract/binary/calls';
import { useState } from 'react';
import { bitballWords } from '../../text/bitball.ts';
import { useWords } from '../../text/language.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { tagsOf } from '../trade/market-words.ts';
import './seal-line.css';
import { SealSheet } from './seal-sheet.tsx';

interface Props {
  readonly round: WireTradeRound;
  readonly drawn: WireTradeRound | undefined;
  readonly onSeeResult: (round: WireTradeRound) => void;
}

export function SealLine({ round, drawn, onSeeResult }: Props) {
  const words = useWords(bitballWords);
  const [isOpen, setOpen] = useState(false);
  if (drawn) {
    const no = formatDecimal(String(drawn.no));
    return (
      <button type="button" className="seal-line" onClick={() => onSeeResult(drawn)}>
        <Icon name="shield" size={16} weight={2} />
        <span className="seal-line__drawn text-note">
          {drawn.status === 3 ? (
            words.voidLine(no)
          ) : (
            <>
              {words.resultOf(no)} {words.sum} <b className="figure">{drawn.ball?.sum}</b>{' '}
              {tagsOf(drawn, words).join(' · ')}
            </>
          )}
        </span>
        <span className="seal-line__end">{words.seeResult}</span>
        <Icon name="chevron-right" size={14} weight={2} />
      </button>
    );
  }
  if (round.ball === null) return <p className="seal-line">{words.sealWaiting}</p>;
  return (
    <>
      <button type="button" className="seal-line" onClick={() => setOpen(true)}>
        <Icon name="lock" size={16} weight={2} />
        <span>{words.seal}</span>
        <ShortHash value={round.ball.commit} />
        <span className="seal-line__end figure">
          {words.sealedBefore(formatTimeOfDay(round.betStartMillis))}
        </span>
        <Icon name="chevron-right" size={14} weight={2} />
      </button>
      <SealSheet open={isOpen} onClose={() => setOpen(false)} commit={round.ball.commit} />
    </>
  );
}

/** Fewer groups than a hash usually shows: the line has to hold a time as well. */
function ShortHash({ value }: { readonly value: string }) {
  const groups = value.match(/.{1,4}/g) ?? [];
  return (
    <code className="hash-text" title={value}>
      {groups.slice(0, 2).join(' ')} <span className="seal-line__spare">{groups[2]} </span>… {groups.at(-2)}{' '}
      {groups.at(-1)}
    </code>
  );
}

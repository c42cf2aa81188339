import type { WireOverseaOption } from '@maru/contract/market';
import type { TradingState } from '../market/instrument-order.ts';
import { openingDate } from '../market/instrument-words.ts';
import { useLanguage } from '../text/language.tsx';
import './rest-note.css';

interface Props {
  readonly option: WireOverseaOption;
  readonly state: Exclude<TradingState, 'open'>;
}

/** A market that closes while it is looked at: said on the page, without a dialog in the way. */
export function RestNote({ option, state }: Props) {
  const { text, language } = useLanguage();
  const title = {
    rest: text.oversea.restTitle,
    closed: text.oversea.closedTitle,
    halted: text.oversea.haltedTitle,
  }[state];
  return (
    <div className="rest-note" role="status">
      <b>{title}</b>
      {state === 'halted' && <span>{text.oversea.haltedLead}</span>}
      {state !== 'halted' && option.nextOpenMillis !== null && (
        <>
          <span>{text.market.nextOpening}</span>
          <span className="rest-note__when figure">{openingDate(option.nextOpenMillis, language)}</span>
        </>
      )}
    </div>
  );
}

// What the trader has open now: without sizes, which are the trader's own.
import { formatMean } from '@maru/client/format';
import { displayName } from '@maru/client/format-label';
import type { LeadPosition } from '@maru/contract/copytrade/wire';
import { copytradeWords } from '../../text/copytrade.ts';
import { useWords } from '../../text/language.tsx';
import { Badge } from '../../ui/figures/badge.tsx';
import { StatePanel } from '../../ui/states/state-panel.tsx';
import { shortTime } from '../figures.ts';
import type { Pairs } from '../use-pairs.ts';

interface Props {
  readonly open: readonly LeadPosition[];
  readonly pairs: Pairs;
}

export function OpenLeads({ open, pairs }: Props) {
  const words = useWords(copytradeWords);
  if (open.length === 0)
    return <StatePanel kind="empty" title={words.noneOpen} sentence={words.noneOpenLead} />;
  return (
    <>
      <ul className="copy-rows" aria-label={words.tabs.open}>
        {open.map((lead) => (
          <li key={lead.futuresTraderOrderId} className="copy-row">
            <span className="copy-row__words">
              <span className="copy-row__head">
                <Badge tone={lead.tradeType === 'LONG' ? 'solid-up' : 'solid-down'}>
                  {words.side[lead.tradeType]}
                </Badge>{' '}
                <b>{displayName(lead.stock)}</b>{' '}
                <span className="text-caption figure">
                  {words.marginType[lead.marginType]} {words.leverage(String(lead.leverage))}
                </span>
              </span>{' '}
              <small className="figure">
                {words.openedAt} {shortTime(lead.openedMillis)}
              </small>
            </span>{' '}
            <span className="copy-row__end">
              <small>{words.entry}</small>{' '}
              <b className="figure">
                {formatMean(lead.entryPrice, pairs.find(lead.futuresOptionId)?.precision ?? 2)}
              </b>
            </span>
          </li>
        ))}
      </ul>
      <p className="copy-rows__note text-caption">{words.openNote}</p>
    </>
  );
}

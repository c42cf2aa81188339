// Whose sheet it is: side, instrument and leverage, entry and mark.
import { formatMean, formatPrice } from '@maru/client/format';
import { displayName } from '@maru/client/format-label';
import { futuresPositionWords } from '../../text/futures-position.ts';
import { futuresTradeWords } from '../../text/futures-trade.ts';
import { useWords } from '../../text/language.tsx';
import { Badge } from '../../ui/figures/badge.tsx';
import './position-head.css';
import type { PositionSheetProps } from './position-sheets.tsx';

export function PositionHead({ holding, instrument }: Pick<PositionSheetProps, 'holding' | 'instrument'>) {
  const words = useWords(futuresPositionWords);
  const trade = useWords(futuresTradeWords);
  const { tradeType, leverage, stock, entryPrice } = holding.position;
  return (
    <p className="position-head text-caption">
      <Badge tone={tradeType === 'LONG' ? 'solid-up' : 'solid-down'}>{trade.shortSide[tradeType]}</Badge>
      <b className="figure">
        {displayName(stock)} {trade.leverage(String(leverage))}
      </b>
      <span className="position-head__prices figure">
        {words.entryShort} <b>{formatMean(entryPrice, instrument.precision)}</b> {words.markShort}{' '}
        <b>{formatPrice(holding.now?.mark, instrument.precision)}</b>
      </span>
    </p>
  );
}

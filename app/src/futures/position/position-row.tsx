// A position in one line (design 06): side, leverage, and its result at the mark.
import { directionOf } from '@maru/client/format';
import { formatCoinProfit, formatRoe } from '@maru/client/format-amount';
import { displayName } from '@maru/client/format-label';
import type { WireFuturesOption } from '@maru/contract/futures/instruments';
import type { WireFuturesPosition } from '@maru/contract/futures/wire';
import { toneClass } from '../../market/prices/tone-class.ts';
import { futuresTradeWords } from '../../text/futures-trade.ts';
import { useWords } from '../../text/language.tsx';
import { Badge } from '../../ui/figures/badge.tsx';
import { termsOf } from '../account/engine-view.ts';
import { useMarks } from '../account/use-marks.ts';
import { positionFigures } from './position-figures.ts';
import './position-row.css';

interface Props {
  readonly position: WireFuturesPosition;
  readonly instrument: WireFuturesOption | undefined;
  readonly onPress: () => void;
}

export function PositionRow({ position, instrument, onPress }: Props) {
  const words = useWords(futuresTradeWords);
  const { stock, tradeType, leverage } = position;
  const mark = useMarks([stock]).get(stock)?.markPrice ?? instrument?.markPrice ?? undefined;
  const terms = instrument && termsOf(instrument);
  const figures = terms && mark !== undefined ? positionFigures(position, terms, mark) : undefined;
  const tone = toneClass(directionOf(figures?.pnl));
  return (
    <button type="button" className="position-row" onClick={onPress}>
      <Badge tone={tradeType === 'LONG' ? 'up' : 'down'}>{words.shortSide[tradeType]}</Badge>
      <b className="figure">{displayName(stock)}</b>
      <span className="position-row__leverage figure text-micro">{words.leverage(String(leverage))}</span>
      <span className={`position-row__figures figure${tone}`}>
        <b>{formatCoinProfit(figures?.pnl)}</b> <b>{formatRoe(figures?.roe)}</b>
      </span>
    </button>
  );
}

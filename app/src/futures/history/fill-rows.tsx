// Fills of coin futures as rows, newest first; each links to its receipt.
import { formatMean, formatPrice } from '@maru/client/format';
import { formatCoinProfit } from '@maru/client/format-amount';
import { formatClock } from '@maru/client/format-date';
import { displayName } from '@maru/client/format-label';
import type { WireFuturesOption } from '@maru/contract/futures/instruments';
import type { WireFuturesFill } from '@maru/contract/futures/wire';
import { otherSide } from '@maru/engine/futures/terms';
import { ProfitFigure } from '../../receipt/profit.tsx';
import { TradeRow } from '../../receipt/trade-row.tsx';
import { futuresHistoryWords } from '../../text/futures-history.ts';
import { useWords } from '../../text/language.tsx';
import { Badge } from '../../ui/figures/badge.tsx';
import { qtyTextOf } from '../account/unit-words.ts';
import { useListedFutures } from '../account/use-futures-instruments.ts';
import { receiptPath } from './receipt-path.ts';

export interface FillNames {
  readonly name: string;
  readonly precision: number;
  /** Undefined where it is not listed any more. */
  readonly instrument: WireFuturesOption | undefined;
}

export function useFillNames(): (fill: Pick<WireFuturesFill, 'futuresOptionId' | 'stock'>) => FillNames {
  const { reply } = useListedFutures();
  return ({ futuresOptionId, stock }) => {
    const instrument = reply?.find(({ id }) => id === futuresOptionId);
    return { name: displayName(stock), precision: instrument?.precision ?? 2, instrument };
  };
}

export const isClosing = ({ closedPositionId }: WireFuturesFill): boolean => closedPositionId !== null;

/** A close is named by the side that it closed: selling a long position counts as long. */
export const sideOf = (fill: WireFuturesFill) =>
  isClosing(fill) ? otherSide(fill.tradeType) : fill.tradeType;

export function FillRows({ fills }: { readonly fills: readonly WireFuturesFill[] }) {
  const namesOf = useFillNames();
  return (
    <ul>
      {fills.map((fill) => (
        <li key={fill.id}>
          <FillRow fill={fill} names={namesOf(fill)} />
        </li>
      ))}
    </ul>
  );
}

function FillRow({ fill, names }: { readonly fill: WireFuturesFill; readonly names: FillNames }) {
  const words = useWords(futuresHistoryWords);
  const side = sideOf(fill);
  const price = formatPrice(fill.price, names.precision);
  return (
    <TradeRow
      to={receiptPath(fill.id)}
      head={
        <>
          <Badge tone={side === 'LONG' ? 'up' : 'down'}>{words.side[side]}</Badge>{' '}
          <b className="trade-row__name text-strong">{names.name}</b>{' '}
          <span className="trade-row__count text-caption figure">
            {qtyTextOf(isClosing(fill) ? fill.closedQty : fill.qty, names.instrument)}
          </span>
        </>
      }
      prices={
        fill.entryPrice === null ? price : words.fromTo(formatMean(fill.entryPrice, names.precision), price)
      }
      figure={
        isClosing(fill) ? (
          <CoinProfit value={fill.net} currency={fill.currency} />
        ) : (
          <span className="trade-row__opened text-strong">{words.opened}</span>
        )
      }
      note={
        <>
          {words.type[fill.marketType]} · <span className="figure">{formatClock(fill.createdMillis)}</span>
        </>
      }
      noteTone={fill.marketType === 'LIQUIDATION' ? 'risk' : undefined}
    />
  );
}

interface ProfitProps {
  readonly value: string;
  readonly currency: string;
  readonly size?: 'row' | 'hero';
  /** A row needs it only where it is no USDT, or beside another. */
  readonly hasUnit?: boolean;
}

/** A result of coin futures has eight places (spec 9). */
export function CoinProfit({ value, currency, size = 'row', hasUnit }: ProfitProps) {
  const isNamed = hasUnit ?? (size === 'hero' || currency !== 'USDT');
  return (
    <ProfitFigure
      value={value}
      size={size}
      figure={formatCoinProfit(value)}
      unit={isNamed ? ` ${currency}` : undefined}
    />
  );
}

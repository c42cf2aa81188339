// Fills as rows, newest first; each links to its receipt.
import { formatDecimal, formatMean, formatPrice, readableCode } from '@maru/client/format';
import { formatClock } from '@maru/client/format-date';
import type { WireOverseaFill } from '@maru/contract/oversea/calls';
import { overseaOptions, type WireOverseaOption } from '@maru/contract/oversea/instruments';
import { otherSide } from '@maru/engine/oversea/pricing';
import { nameOf } from '../../market/instruments/instrument-words.ts';
import { Profit } from '../../receipt/profit.tsx';
import { TradeRow } from '../../receipt/trade-row.tsx';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { useLanguage, useWords } from '../../text/language.tsx';
import { type OverseaAccountWords, overseaAccountWords } from '../../text/oversea-account.ts';
import { Badge } from '../../ui/figures/badge.tsx';
import { isLossCut } from '../orders/order-state.ts';

export interface FillNames {
  readonly name: string;
  readonly precision: number;
  readonly instrument: WireOverseaOption | undefined;
}

/** The name of a fill's instrument, and how its prices are written. */
export function useFillNames(): (fill: Pick<WireOverseaFill, 'overseaOptionId' | 'stock'>) => FillNames {
  const { language } = useLanguage();
  const { reply } = useAnswer(overseaOptions, {});
  return ({ overseaOptionId, stock }) => {
    const instrument = reply?.find(({ id }) => id === overseaOptionId);
    if (instrument === undefined) return { name: readableCode(stock), precision: 2, instrument };
    return { name: nameOf(instrument, language), precision: instrument.precision, instrument };
  };
}

/** A close is named by the side that it closed: selling a long position counts as long. */
export const sideOf = ({ tradeType, closedQty }: WireOverseaFill) =>
  closedQty === 0 ? tradeType : otherSide(tradeType);

/** The cause of a fill in a word: the kind of order, or why the server closed. */
export const causeOf = ({ marketType, forcedReason }: WireOverseaFill, words: OverseaAccountWords): string =>
  forcedReason === null ? words.type[marketType] : words.forced[forcedReason];

interface Props {
  readonly fills: readonly WireOverseaFill[];
  /** Within a page of their instrument: narrower, and without its name. */
  readonly dense?: boolean;
}

export function FillRows({ fills, dense = false }: Props) {
  const namesOf = useFillNames();
  return (
    <ul>
      {fills.map((fill) => (
        <li key={fill.id}>
          <FillRow fill={fill} names={namesOf(fill)} dense={dense} />
        </li>
      ))}
    </ul>
  );
}

interface RowProps {
  readonly fill: WireOverseaFill;
  readonly names: FillNames;
  readonly dense: boolean;
}

function FillRow({ fill, names, dense }: RowProps) {
  const words = useWords(overseaAccountWords);
  const side = sideOf(fill);
  const isClose = fill.closedQty > 0;
  const price = formatPrice(fill.price, names.precision);
  return (
    <TradeRow
      to={`/wallet/history/oversea/${fill.id}`}
      dense={dense}
      head={
        <>
          <Badge tone={side === 'LONG' ? 'up' : 'down'}>{words.side[side]}</Badge>{' '}
          {!dense && <b className="trade-row__name text-strong">{names.name}</b>}{' '}
          <span
            className={
              dense
                ? 'trade-row__count text-caption trade-row__count--alone figure'
                : 'trade-row__count text-caption figure'
            }
          >
            {words.contracts(formatDecimal(String(isClose ? fill.closedQty : fill.qty)))}
          </span>
        </>
      }
      prices={
        isClose && fill.entryPrice !== null
          ? words.fromTo(formatMean(fill.entryPrice, names.precision), price)
          : price
      }
      figure={
        isClose ? (
          <Profit value={fill.net} currency={fill.currency} />
        ) : (
          <span className="trade-row__opened text-strong">{words.opened}</span>
        )
      }
      note={
        <>
          {causeOf(fill, words)} · <span className="figure">{formatClock(fill.createdMillis)}</span>
        </>
      }
      noteTone={isLossCut(fill) ? 'risk' : undefined}
    />
  );
}

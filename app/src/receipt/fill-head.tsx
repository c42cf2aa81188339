// The head of the receipt of a fill: what was traded, what it brought or cost, from where to where, and when.
import { directionOf, formatMean, formatPercent, formatPrice } from '@maru/client/format';
import { formatDay } from '@maru/client/format-date';
import { formatTimeOfDay } from '@maru/client/format-time';
import type { ReactNode } from 'react';
import { fillReceiptWords } from '../text/fill-receipt.ts';
import { useLanguage, useWords } from '../text/language.tsx';
import { Badge } from '../ui/figures/badge.tsx';
import './profit.css';
import { ShareResult } from './share/share-result.tsx';

interface Props {
  readonly fill: {
    readonly price: string;
    /** Null of a fill that closed nothing. */
    readonly entryPrice: string | null;
    readonly createdMillis: number;
    readonly isAfterGap: boolean;
  };
  /** Solid where the receipt is about the whole position. */
  readonly side: { readonly isLong: boolean; readonly name: string; readonly isSolid?: boolean };
  readonly name: string;
  /** Quantity, and with which margin where that matters. */
  readonly size: string;
  /** Undefined where the title of the page says it. */
  readonly cause: { readonly name: string; readonly isRisk: boolean } | undefined;
  readonly precision: number;
  /** Undefined of a fill that closed nothing: its price comes first. */
  readonly profit: ReactNode | undefined;
  /** What the picture of the result shows; undefined of a fill that closed nothing. */
  readonly net: { readonly value: string; readonly currency: string } | undefined;
  /** A sentence about who paid what. */
  readonly children?: ReactNode;
}

/** How far the price went in the direction of the position, in percent. */
function priceMove(entry: string, exit: string, of: { readonly isLong: boolean; readonly name: string }) {
  const change = (Number(exit) / Number(entry) - 1) * 100;
  const percent = of.isLong ? change : -change;
  return {
    outcome: formatPercent(percent),
    move: { name: of.name, direction: directionOf(String(percent)) },
  };
}

export function FillHead({ fill, side, name, size, cause, precision, profit, net, children }: Props) {
  const words = useWords(fillReceiptWords);
  const { language } = useLanguage();
  const price = formatPrice(fill.price, precision);
  const when = `${formatDay(fill.createdMillis, language)} ${formatTimeOfDay(fill.createdMillis)}`;
  const way =
    profit === undefined || fill.entryPrice === null
      ? words.opened
      : words.fromTo(formatMean(fill.entryPrice, precision), price);
  return (
    <header className="trade-detail__head">
      {net !== undefined && fill.entryPrice !== null && (
        <ShareResult
          net={net}
          name={name}
          side={{ name: side.name, direction: side.isLong ? 'up' : 'down' }}
          {...priceMove(fill.entryPrice, fill.price, { isLong: side.isLong, name: words.priceMove })}
          way={way}
          when={when}
        />
      )}
      <p className="trade-detail__line">
        <Badge tone={`${side.isSolid ? 'solid-' : ''}${side.isLong ? 'up' : 'down'}`}>{side.name}</Badge>
        <b className="trade-detail__name">{name}</b>
        <span className="trade-detail__round figure">{size}</span>
        {cause && (
          <span className="trade-detail__result">
            <Badge tone={cause.isRisk ? 'danger' : 'neutral'}>{cause.name}</Badge>
          </span>
        )}
      </p>
      {profit === undefined ? (
        <b className="profit profit--hero figure">{price}</b>
      ) : (
        <>
          {cause && <p className="trade-detail__caption">{words.net}</p>}
          {profit}
        </>
      )}
      {children}
      <p className="trade-detail__caption figure">
        {way} · {when}
        {fill.isAfterGap && ` · ${words.afterGap}`}
      </p>
    </header>
  );
}

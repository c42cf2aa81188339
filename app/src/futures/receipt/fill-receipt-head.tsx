import { formatMean, formatPrice } from '@maru/client/format';
import { formatDay } from '@maru/client/format-date';
import { formatTimeOfDay } from '@maru/client/format-time';
import type { FuturesReceipt } from '@maru/contract/futures/receipt';
import { futuresHistoryWords } from '../../text/futures-history.ts';
import { useLanguage, useWords } from '../../text/language.tsx';
import { Badge } from '../../ui/figures/badge.tsx';
import { qtyTextOf } from '../account/unit-words.ts';
import { CoinProfit, isClosing, sideOf, useFillNames } from '../history/fill-rows.tsx';

export function FillReceiptHead({ receipt }: { readonly receipt: FuturesReceipt }) {
  const words = useWords(futuresHistoryWords);
  const { language } = useLanguage();
  const { fill, liquidation } = receipt;
  const { name, precision, instrument } = useFillNames()(fill);
  const side = sideOf(fill);
  const price = formatPrice(fill.price, precision);
  const when = `${formatDay(fill.createdMillis, language)} ${formatTimeOfDay(fill.createdMillis)}`;
  const way =
    fill.entryPrice === null ? words.opened : words.fromTo(formatMean(fill.entryPrice, precision), price);
  return (
    <header className="trade-detail__head">
      <p className="trade-detail__line">
        <Badge tone={side === 'LONG' ? 'up' : 'down'}>{words.side[side]}</Badge>
        <b className="trade-detail__name">{name}</b>
        <span className="trade-detail__round figure">
          {qtyTextOf(isClosing(fill) ? fill.closedQty : fill.qty, instrument)}
        </span>
        <span className="trade-detail__result">
          <Badge tone={liquidation ? 'danger' : 'neutral'}>{words.type[fill.marketType]}</Badge>
        </span>
      </p>
      {isClosing(fill) ? (
        <>
          <p className="trade-detail__caption">{words.net}</p>
          <CoinProfit size="hero" value={fill.net} currency={fill.currency} />
        </>
      ) : (
        <b className="profit profit--hero figure">{price}</b>
      )}
      <p className="trade-detail__caption figure">
        {way} · {when}
        {fill.isAfterGap && ` · ${words.afterGap}`}
      </p>
      {liquidation && (
        <p className="trade-detail__caption">
          {liquidation.marginType === 'ISOLATED' ? words.allMargin : words.nothingOwed}
        </p>
      )}
    </header>
  );
}

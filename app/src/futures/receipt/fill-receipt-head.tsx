import type { FuturesReceipt } from '@maru/contract/futures/receipt';
import { FillHead } from '../../receipt/fill-head.tsx';
import { futuresHistoryWords } from '../../text/futures-history.ts';
import { useWords } from '../../text/language.tsx';
import { qtyTextOf } from '../account/unit-words.ts';
import { CoinProfit, isClosing, sideOf, useFillNames } from '../history/fill-rows.tsx';

export function FillReceiptHead({ receipt: { fill, liquidation } }: { readonly receipt: FuturesReceipt }) {
  const words = useWords(futuresHistoryWords);
  const { name, precision, instrument } = useFillNames()(fill);
  const side = sideOf(fill);
  const isClose = isClosing(fill);
  const qty = qtyTextOf(isClose ? fill.closedQty : fill.qty, instrument);
  return (
    <FillHead
      fill={fill}
      side={{ isLong: side === 'LONG', name: words.side[side], isSolid: liquidation !== null }}
      name={name}
      size={liquidation ? words.heldWith(words.marginType[fill.marginType], String(fill.leverage), qty) : qty}
      cause={liquidation ? undefined : { name: words.type[fill.marketType], isRisk: false }}
      precision={precision}
      net={isClose ? { value: fill.net, currency: fill.currency } : undefined}
      profit={isClose ? <CoinProfit size="hero" value={fill.net} currency={fill.currency} /> : undefined}
    >
      {liquidation && (
        <p className="trade-detail__caption">
          {liquidation.marginType === 'ISOLATED' ? words.allMargin : words.nothingOwed}
        </p>
      )}
    </FillHead>
  );
}

import { formatDecimal, formatMean, formatPrice } from '@maru/client/format';
import { formatDay } from '@maru/client/format-date';
import { formatTimeOfDay } from '@maru/client/format-time';
import type { OverseaReceipt } from '@maru/contract/oversea/receipt';
import { amount } from '@maru/engine/amount';
import { Profit } from '../../receipt/profit.tsx';
import { useMoneyText } from '../../shell/money-text.ts';
import { useLanguage, useWords } from '../../text/language.tsx';
import { overseaAccountWords } from '../../text/oversea-account.ts';
import { Badge } from '../../ui/figures/badge.tsx';
import { causeOf, sideOf, useFillNames } from '../history/fill-rows.tsx';

export function FillDetailHead({ receipt }: { readonly receipt: OverseaReceipt }) {
  const words = useWords(overseaAccountWords);
  const { language } = useLanguage();
  const { fill, forced } = receipt;
  const { name, precision } = useFillNames()(fill);
  const side = sideOf(fill);
  const { money } = useMoneyText(fill.currency);
  const isClose = fill.closedQty > 0;
  const price = formatPrice(fill.price, precision);
  const when = `${formatDay(fill.createdMillis, language)} ${formatTimeOfDay(fill.createdMillis)}`;
  const way =
    isClose && fill.entryPrice !== null
      ? words.fromTo(formatMean(fill.entryPrice, precision), price)
      : words.opened;
  return (
    <header className="trade-detail__head">
      <p className="trade-detail__line">
        <Badge tone={side === 'LONG' ? 'up' : 'down'}>{words.side[side]}</Badge>
        <b className="trade-detail__name">{name}</b>
        <span className="trade-detail__round figure">
          {words.contracts(formatDecimal(String(isClose ? fill.closedQty : fill.qty)))}
        </span>
        <span className="trade-detail__result">
          <Badge tone={forced?.reason === 'LOSSCUT' ? 'danger' : 'neutral'}>{causeOf(fill, words)}</Badge>
        </span>
      </p>
      {isClose ? (
        <>
          <p className="trade-detail__caption">{words.net}</p>
          <Profit size="hero" value={fill.net} currency={fill.currency} />
          {amount(fill.pnl) > 0n && amount(fill.net) < 0n && (
            <p className="trade-detail__caption">{words.feesAteIt}</p>
          )}
        </>
      ) : (
        <b className="profit profit--hero figure">{price}</b>
      )}
      <p className="trade-detail__caption figure">
        {way} · {when}
        {fill.isAfterGap && ` · ${words.afterGap}`}
      </p>
      {forced && (
        <p className="trade-detail__caption">
          {amount(forced.topUp) > 0n ? words.toppedUp(money(forced.topUp)) : words.nothingOwed}
        </p>
      )}
    </header>
  );
}

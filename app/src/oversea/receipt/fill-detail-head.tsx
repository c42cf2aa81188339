import { formatDecimal } from '@maru/client/format';
import type { OverseaReceipt } from '@maru/contract/oversea/receipt';
import { amount } from '@maru/engine/amount';
import { FillHead } from '../../receipt/fill-head.tsx';
import { Profit } from '../../receipt/profit.tsx';
import { useMoneyText } from '../../shell/money-text.ts';
import { useWords } from '../../text/language.tsx';
import { overseaAccountWords } from '../../text/oversea-account.ts';
import { causeOf, sideOf, useFillNames } from '../history/fill-rows.tsx';

export function FillDetailHead({ receipt }: { readonly receipt: OverseaReceipt }) {
  const words = useWords(overseaAccountWords);
  const { fill, forced } = receipt;
  const { name, precision } = useFillNames()(fill);
  const side = sideOf(fill);
  const { money } = useMoneyText(fill.currency);
  const isClose = fill.closedQty > 0;
  return (
    <FillHead
      fill={fill}
      side={{ isLong: side === 'LONG', name: words.side[side] }}
      name={name}
      size={words.contracts(formatDecimal(String(isClose ? fill.closedQty : fill.qty)))}
      cause={{ name: causeOf(fill, words), isRisk: forced?.reason === 'LOSSCUT' }}
      precision={precision}
      net={isClose ? { value: fill.net, currency: fill.currency } : undefined}
      profit={
        isClose ? (
          <>
            <Profit size="hero" value={fill.net} currency={fill.currency} />
            {amount(fill.pnl) > 0n && amount(fill.net) < 0n && (
              <p className="trade-detail__caption">{words.feesAteIt}</p>
            )}
          </>
        ) : undefined
      }
    >
      {forced && (
        <p className="trade-detail__caption">
          {amount(forced.topUp) > 0n ? words.toppedUp(money(forced.topUp)) : words.nothingOwed}
        </p>
      )}
    </FillHead>
  );
}

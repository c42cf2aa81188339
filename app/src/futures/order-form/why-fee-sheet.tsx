// Why an order costs the fee that it costs (design 31b), with the figures of the form as they are now.
import { formatDecimal, formatPrice } from '@maru/client/format';
import type { WireFuturesOption } from '@maru/contract/futures/instruments';
import { toDecimal } from '@maru/engine/amount';
import type { OrderFigures } from '@maru/engine/futures/preview';
import { type Explanation, WhySheet } from '../../receipt/why-sheet.tsx';
import { useMoneyText } from '../../shell/money-text.ts';
import { futuresTradeWords } from '../../text/futures-trade.ts';
import { useWords } from '../../text/language.tsx';
import { feePercent, qtyText, walletCurrency } from '../account/unit-words.ts';

interface Props {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly instrument: WireFuturesOption;
  readonly figures: Pick<OrderFigures, 'qty' | 'price' | 'fee'> | undefined;
}

export function WhyFeeSheet({ open, onClose, instrument, figures }: Props) {
  const words = useWords(futuresTradeWords);
  const { money } = useMoneyText(walletCurrency(instrument));
  const percent = `${feePercent(instrument)}%`;
  // An inverse contract counts dollars: its value in coins is the quotient.
  const valued = instrument.terms?.contractType === 'INVERSE' ? '÷' : '×';

  function explained({ qty, price, fee }: NonNullable<Props['figures']>): Explanation {
    const at = formatPrice(toDecimal(price), instrument.precision);
    const result = money(toDecimal(fee));
    return {
      title: words.whyTitle(result),
      sentence: words.whyFee,
      formula: {
        name: words.feeWord,
        words: `${words.confirmQty} ${valued} ${words.confirmPrice} × ${words.feeRate}`,
        result: formatDecimal(toDecimal(fee)),
        figures: `${formatDecimal(toDecimal(qty))} ${valued} ${at} × ${percent}`,
      },
      parts: [
        { name: words.confirmQty, value: qtyText(toDecimal(qty), instrument) },
        { name: words.confirmPrice, value: at },
        { name: words.feeRate, value: percent },
        { name: words.roundedUp, value: result },
      ],
    };
  }

  return <WhySheet explanation={open && figures ? explained(figures) : undefined} onClose={onClose} />;
}

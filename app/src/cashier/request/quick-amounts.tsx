import { formatLarge } from '@maru/client/format-amount';
import { toDecimal } from '@maru/engine/amount';
import { cashierWords } from '../../text/cashier.ts';
import { useLanguage, useWords } from '../../text/language.tsx';
import { Chip, ChipRow } from '../../ui/buttons/chip.tsx';
import { unitsOf, type useAmount } from './use-amount.ts';

const WON = ['100000', '500000', '1000000', '5000000'];

/** Each adds so much won to what was typed. */
export function QuickAmounts({
  amount,
}: {
  readonly amount: Pick<ReturnType<typeof useAmount>, 'type' | 'units'>;
}) {
  const words = useWords(cashierWords);
  const { language } = useLanguage();
  return (
    <ChipRow label={words.quickAmounts}>
      {WON.map((more) => (
        <Chip
          key={more}
          shape="square"
          pressed={false}
          onPress={() => amount.type(toDecimal(amount.units + unitsOf(more)))}
        >
          {formatLarge(more, { language, isSigned: true })}
        </Chip>
      ))}
    </ChipRow>
  );
}

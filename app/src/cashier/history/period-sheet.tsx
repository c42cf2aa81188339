import type { Range } from '../../receipt/history-range.ts';
import { PeriodChips } from '../../receipt/period-chips.tsx';
import { cashierHistoryWords } from '../../text/cashier-history.ts';
import { useWords } from '../../text/language.tsx';
import { BottomSheet } from '../../ui/overlays/bottom-sheet.tsx';

interface Props {
  readonly open: boolean;
  readonly range: Range;
  readonly now: number;
  readonly onClose: () => void;
  readonly onRange: (range: Range) => void;
}

/** The periods of every history, or chosen days. */
export function PeriodSheet({ open, range, now, onClose, onRange }: Props) {
  const words = useWords(cashierHistoryWords);
  return (
    <BottomSheet open={open} onClose={onClose} title={words.period} closeLabel={words.close}>
      <PeriodChips
        range={range}
        now={now}
        onRange={(next) => {
          onClose();
          onRange(next);
        }}
      />
    </BottomSheet>
  );
}

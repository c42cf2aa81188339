// A link from a receipt of a Maru index to the proof of the day of its prices.
import { formatIsoDate } from '@maru/engine/market/calendar-date';
import { indexDayAt, indexRule } from '@maru/engine/market/index-path';
import { millis } from '@maru/engine/time';
import { Link } from '../shell/routing/router.tsx';
import { useWords } from '../text/language.tsx';
import { receiptWords } from '../text/receipt.ts';
import { Icon } from '../ui/icons/icon.tsx';
import { ListRow } from '../ui/rows/list-row.tsx';

interface Props {
  readonly stock: string;
  /** An instant of the day. */
  readonly at: number;
}

export function IndexProofRow({ stock, at }: Props) {
  const words = useWords(receiptWords);
  if (indexRule(stock) === undefined) return null;
  return (
    <ListRow
      tile={<Icon name="shield" size={22} />}
      title={words.indexProof}
      meta={words.indexProofLead}
      plain
      chevron
      renderLink={(link) => (
        <Link to={`/index/${stock}?date=${formatIsoDate(indexDayAt(millis(at)))}`} {...link} />
      )}
    />
  );
}

// How much of the day's limit is left, and where it is raised.
import { amount } from '@maru/engine/amount';
import { Link } from '../../shell/routing/router.tsx';
import { cashierWords } from '../../text/cashier.ts';
import { identityWords } from '../../text/identity.ts';
import { useWords } from '../../text/language.tsx';
import { textLinkClass } from '../../ui/buttons/button.tsx';
import './day-limit-line.css';

const TEN_THOUSAND = amount('10000');

interface Props {
  readonly mostWon: string;
  /** As it is shown, in the wallet's currency. */
  readonly left: string;
}

export function DayLimitLine({ mostWon, left }: Props) {
  const words = useWords(cashierWords);
  const { tenThousands } = useWords(identityWords);
  const most = tenThousands(Number(amount(mostWon) / TEN_THOUSAND));
  return (
    <p className="day-limit text-caption figure">
      <span>{words.dayLimit(most, left)}</span>
      <Link to="/more/identity" className={textLinkClass}>
        {words.raiseDayLimit}
      </Link>
    </p>
  );
}

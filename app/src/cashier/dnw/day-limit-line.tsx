// How much of the day's limit is left, and where it is raised.
import { useMoneyText } from '../../shell/money-text.ts';
import { Link } from '../../shell/routing/router.tsx';
import { cashierWords } from '../../text/cashier.ts';
import { useWords } from '../../text/language.tsx';
import { textLinkClass } from '../../ui/buttons/button.tsx';
import './day-limit-line.css';

interface Props {
  readonly mostWon: string;
  /** As it is shown, in the wallet's currency. */
  readonly left: string;
}

export function DayLimitLine({ mostWon, left }: Props) {
  const words = useWords(cashierWords);
  const { money } = useMoneyText('KRW');
  return (
    <p className="day-limit text-caption figure">
      <span>{words.dayLimit(money(mostWon), left)}</span>
      <Link to="/more/identity" className={textLinkClass}>
        {words.raiseDayLimit}
      </Link>
    </p>
  );
}

// A profit or loss: the sign goes with the colour.
import { directionOf } from '@maru/client/format';
import { useMoneyText } from '../shell/money-text.ts';
import { usePlatform, useWatched } from '../shell/platform.tsx';
import './profit.css';

/** Bets are paid from the wallet of the site's own currency. */
export const useBetCurrency = (): string => useWatched(usePlatform().site)?.binaryCurrency ?? 'KRW';

interface Props {
  readonly value: string;
  readonly currency: string;
  readonly size?: 'row' | 'title' | 'hero';
}

/** Win and loss have the same size and weight. */
export function Profit({ value, currency, size = 'row' }: Props) {
  const { signedFigure, unit } = useMoneyText(currency);
  return (
    <b className={`profit profit--${size} figure figure--${directionOf(value)}`}>
      {signedFigure(value)}
      <span className="profit__unit">{unit}</span>
    </b>
  );
}

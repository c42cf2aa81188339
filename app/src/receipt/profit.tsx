// A profit or loss: the sign goes with the colour.
import { directionOf } from '@maru/client/format';
import { useMoneyText } from '../shell/money-text.ts';
import { usePlatform, useWatched } from '../shell/platform.tsx';
import './profit.css';

/** Bets are paid from the wallet of the site's own currency. */
export const useBetCurrency = (): string => useWatched(usePlatform().site)?.binaryCurrency ?? 'KRW';

type Size = 'row' | 'title' | 'hero';

interface FigureProps {
  readonly value: string;
  readonly size: Size;
  readonly figure: string;
  /** Undefined where it is known. */
  readonly unit: string | undefined;
}

/** More characters do not fit beside their unit on the smallest phone. */
const MOST_HERO = 14;

/** Win and loss have the same size and weight. */
export const ProfitFigure = ({ value, size, figure, unit }: FigureProps) => (
  <b
    className={`profit profit--${size === 'hero' && figure.length > MOST_HERO ? 'long' : size} figure figure--${directionOf(value)}`}
  >
    {figure}
    {unit !== undefined && <span className="profit__unit">{unit}</span>}
  </b>
);

interface Props {
  readonly value: string;
  readonly currency: string;
  readonly size?: Size;
}

export function Profit({ value, currency, size = 'row' }: Props) {
  const { signedFigure, unit } = useMoneyText(currency);
  return <ProfitFigure value={value} size={size} figure={signedFigure(value)} unit={unit} />;
}

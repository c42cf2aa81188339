// The wallet that pays for what a page trades, at the end of the bar of a wide screen.
import { HeaderEnd } from './header-end.tsx';
import './wide-wallet.css';

interface Props {
  readonly name: string;
  readonly figure: string;
  readonly unit: string;
}

export const WideWallet = ({ name, figure, unit }: Props) => (
  <HeaderEnd>
    <span className="wide-wallet">
      {name} <b className="figure">{figure}</b>
      <small>{unit}</small>
    </span>
  </HeaderEnd>
);

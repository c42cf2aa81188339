import { MISSING } from '@maru/client/format';
import { formatMoney } from '@maru/client/format-amount';
import { cashierWords } from '../../text/cashier.ts';
import { useWords } from '../../text/language.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { Tile } from '../../ui/rows/tile.tsx';
import { useWalletName } from '../wallets/wallet-names.ts';
import './received-card.css';

interface Props {
  readonly wallet: string;
  readonly currency: string;
  /** A decimal text; undefined until it is known. */
  readonly figure: string | undefined;
  readonly onSwap: () => void;
  readonly onChoose: () => void;
}

/** What comes out of a conversion, and into which wallet. */
export function ReceivedCard({ wallet, currency, figure, onSwap, onChoose }: Props) {
  const words = useWords(cashierWords);
  const walletName = useWalletName();
  return (
    <section className="received-card" aria-label={words.received}>
      <button type="button" className="received-card__swap" aria-label={words.swap} onClick={onSwap}>
        <Icon name="transfer" size={22} />
      </button>
      <Tile shape="round">{currency.slice(0, 4)}</Tile>
      <span className="text-stack">
        <span className="text-micro">{words.received}</span>
        <b className="received-card__figure figure">
          {figure === undefined ? MISSING : formatMoney(figure, currency).figure}
        </b>
      </span>
      <button
        type="button"
        className="received-card__choose"
        aria-haspopup="dialog"
        aria-label={`${words.receivedWallet}: ${walletName(wallet)} ${currency}`}
        onClick={onChoose}
      >
        {currency}
        <Icon name="chevron-down" size={18} weight={2} />
      </button>
    </section>
  );
}

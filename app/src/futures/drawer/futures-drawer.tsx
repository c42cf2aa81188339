// The futures side drawer of the spec: 256 px from the left, instruments by Korean name with price and change.
import { formatPercent } from '@maru/client/format';
import { displayName } from '@maru/client/format-label';
import type { Watched } from '@maru/client/store';
import type { WireFuturesOption } from '@maru/contract/futures/instruments';
import { useWatched } from '../../shell/platform.tsx';
import { useWords } from '../../text/language.tsx';
import { marketWords } from '../../text/market.ts';
import { SideDrawer } from '../../ui/overlays/side-drawer.tsx';
import './futures-drawer.css';
import { LivePrice, usePacedQuote } from '../../market/prices/live-price.tsx';
import { type PacedQuote, rowPaceOf } from '../../market/prices/paced-quote.ts';
import { type FuturesPrices, useFutures } from './use-futures.ts';

interface Props {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly currentStock?: string | undefined;
  /** The drawer's owner navigates to the page and closes the drawer. */
  readonly onChoose: (stock: string) => void;
  /** Receives prices pushed for known instruments; keep the same function, or the drawer loads again. */
  readonly onPrices?: ((prices: FuturesPrices) => void) | undefined;
}

export function FuturesDrawer({ open, onClose, currentStock, onChoose, onPrices }: Props) {
  const marketText = useWords(marketWords);
  const instruments = useFutures(open, onPrices);
  return (
    <SideDrawer open={open} onClose={onClose} title={marketText.futures} closeLabel={marketText.close}>
      <ul aria-label={marketText.futures}>
        {instruments?.map((instrument) => (
          <li key={instrument.stock}>
            <Row instrument={instrument} isCurrent={instrument.stock === currentStock} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </SideDrawer>
  );
}

interface RowProps extends Pick<Props, 'onChoose'> {
  readonly instrument: WireFuturesOption;
  readonly isCurrent: boolean;
}

function Row({ instrument: { stock, koName, precision }, isCurrent, onChoose }: RowProps) {
  const paced = usePacedQuote(stock, rowPaceOf(stock));
  return (
    <button
      type="button"
      className="futures-drawer__row"
      aria-current={isCurrent ? 'true' : undefined}
      onClick={() => onChoose(stock)}
    >
      <span className="futures-drawer__names">
        <span className="futures-drawer__name">{koName}</span>
        <span className="futures-drawer__code figure">{displayName(stock)}</span>
      </span>
      <span className="futures-drawer__figures figure">
        <span className="futures-drawer__price">
          <LivePrice paced={paced} precision={precision} />
        </span>
        <Change paced={paced} />
      </span>
    </button>
  );
}

/** The spec's own rule: the rising colour when positive, the falling one otherwise, also for zero or none. */
function Change({ paced }: { readonly paced: Watched<PacedQuote> }) {
  const percent = useWatched(paced).quote?.priceChangePercent;
  const side = percent !== undefined && percent > 0 ? 'up' : 'down';
  return <span className={`futures-drawer__change figure--${side}`}>{formatPercent(percent)}</span>;
}

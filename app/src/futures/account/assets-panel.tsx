// The wallets of coin futures at the newest marks, as the server computes them.
import { formatPrice } from '@maru/client/format';
import { formatCoinProfit } from '@maru/client/format-amount';
import { parseUnits, toDecimal } from '@maru/engine/amount';
import { LoadFailed } from '../../shell/connection/load-failed.tsx';
import { useMoneyText } from '../../shell/money-text.ts';
import { futuresOrdersWords } from '../../text/futures-orders.ts';
import { useWords } from '../../text/language.tsx';
import { KeyValue, KeyValueList } from '../../ui/rows/key-value.tsx';
import { Tile } from '../../ui/rows/tile.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import './assets-panel.css';
import { useFuturesAccount, type WalletAccount } from './use-futures-account.ts';
import { walletPoint } from './wallet-point.ts';

export function AssetsPanel() {
  const { asset: words } = useWords(futuresOrdersWords);
  const { wallets, walletsState, reload } = useFuturesAccount();
  if (walletsState === 'loading') return <SkeletonRows count={3} figures />;
  if (walletsState === 'failed')
    return <LoadFailed title={words.failed} message={words.failedLead} onRetry={reload} />;
  return (
    <div className="futures-assets">
      {wallets.filter(isShown).map((wallet) => (
        <Wallet key={wallet.wallet} wallet={wallet} />
      ))}
    </div>
  );
}

/** The wallet of most contracts always; that of a coin while something is in it. */
const isShown = ({ wallet, playerPoint, maintenance }: WalletAccount): boolean =>
  wallet === 'FUTURES' || [playerPoint, maintenance].some((figure) => /[1-9]/.test(figure));

function Wallet({ wallet }: { readonly wallet: WalletAccount }) {
  const { asset: words } = useWords(futuresOrdersWords);
  const { money, signed } = useMoneyText(wallet.currency);
  const percent = toDecimal((parseUnits(wallet.ratio) ?? 0n) * 100n);
  return (
    <section aria-label={wallet.currency}>
      <div className="futures-assets__head">
        <Tile shape="round" size={32}>
          {wallet.currency.slice(0, 4)}
        </Tile>
        <b className="text-strong">{wallet.currency}</b>
        <p className="futures-assets__point">
          <span className="text-micro">{words.point}</span>
          <b className="figure">{money(walletPoint({ point: wallet.playerPoint }, wallet))}</b>
        </p>
      </div>
      <KeyValueList framed>
        <KeyValue name={words.available} strong>
          {money(wallet.available)}
        </KeyValue>
        <KeyValue name={words.cash}>{money(wallet.playerPoint)}</KeyValue>
        <KeyValue name={words.markPnl}>{`${formatCoinProfit(wallet.markPnl)} ${wallet.currency}`}</KeyValue>
        <KeyValue name={words.funding}>{signed(wallet.minusFundingFee)}</KeyValue>
        <KeyValue name={words.maintenance}>{money(wallet.maintenance)}</KeyValue>
        <KeyValue name={words.ratio}>{`${formatPrice(percent, 2)}%`}</KeyValue>
      </KeyValueList>
      <p className="futures-assets__lead text-caption">{words.ratioLead}</p>
    </section>
  );
}

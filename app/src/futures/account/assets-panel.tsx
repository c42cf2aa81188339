// The wallets of coin futures at the newest marks, as the server computes them.
import { formatPrice } from '@maru/client/format';
import { formatCoinProfit } from '@maru/client/format-amount';
import { parseUnits, toDecimal } from '@maru/engine/amount';
import { LoadFailed } from '../../shell/connection/load-failed.tsx';
import { useMoneyText } from '../../shell/money-text.ts';
import { futuresOrdersWords } from '../../text/futures-orders.ts';
import { useWords } from '../../text/language.tsx';
import { KeyValue, KeyValueList } from '../../ui/rows/key-value.tsx';
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
      {wallets.map((wallet) => (
        <Wallet key={wallet.wallet} wallet={wallet} />
      ))}
    </div>
  );
}

function Wallet({ wallet }: { readonly wallet: WalletAccount }) {
  const { asset: words } = useWords(futuresOrdersWords);
  const { money } = useMoneyText(wallet.currency);
  const percent = toDecimal((parseUnits(wallet.ratio) ?? 0n) * 100n);
  return (
    <section aria-label={wallet.currency}>
      <KeyValueList framed>
        <KeyValue name={words.point} strong>
          {money(walletPoint({ point: wallet.playerPoint }, wallet))}
        </KeyValue>
        <KeyValue name={words.available} strong>
          {money(wallet.available)}
        </KeyValue>
        <KeyValue name={words.cash}>{money(wallet.playerPoint)}</KeyValue>
        <KeyValue name={words.markPnl}>{`${formatCoinProfit(wallet.markPnl)} ${wallet.currency}`}</KeyValue>
        <KeyValue name={words.funding}>
          {`${formatCoinProfit(wallet.minusFundingFee)} ${wallet.currency}`}
        </KeyValue>
        <KeyValue name={words.maintenance}>{money(wallet.maintenance)}</KeyValue>
        <KeyValue name={words.ratio}>{`${formatPrice(percent, 2)}%`}</KeyValue>
      </KeyValueList>
      <p className="futures-assets__lead text-caption">{words.ratioLead}</p>
    </section>
  );
}

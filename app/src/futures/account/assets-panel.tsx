// The wallets of coin futures at the newest marks, as the server computes them.
import { formatPrice } from '@maru/client/format';
import { formatCoinProfit } from '@maru/client/format-amount';
import { parseUnits, toDecimal } from '@maru/engine/amount';
import { LoadFailed } from '../../shell/connection/load-failed.tsx';
import { useMoneyText } from '../../shell/money-text.ts';
import { futuresOrdersWords } from '../../text/futures-orders.ts';
import { useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { KeyValue, KeyValueList } from '../../ui/rows/key-value.tsx';
import { Tile } from '../../ui/rows/tile.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import './assets-panel.css';
import { useFuturesAccount, type WalletAccount } from './use-futures-account.ts';
import { useListedFutures } from './use-futures-instruments.ts';
import { useRefill } from './use-refill.tsx';
import { walletPoint } from './wallet-point.ts';

export function AssetsPanel() {
  const { asset: words } = useWords(futuresOrdersWords);
  const { wallets, walletsState, reload } = useFuturesAccount();
  const { reply: instruments = [] } = useListedFutures();
  const { open, sheet } = useRefill();
  const paying = new Set(instruments.map(({ terms }) => terms?.walletType));
  if (walletsState === 'loading') return <SkeletonRows count={3} figures />;
  if (walletsState === 'failed')
    return <LoadFailed title={words.failed} message={words.failedLead} onRetry={reload} />;
  return (
    <div className="futures-assets">
      {wallets
        .filter((wallet) => paying.has(wallet.wallet) || isUsed(wallet))
        .map((wallet) => (
          <Wallet key={wallet.wallet} wallet={wallet} onRefill={open} />
        ))}
      {sheet}
    </div>
  );
}

/** Also one whose contracts are not listed any more. */
const isUsed = ({ playerPoint, maintenance }: WalletAccount): boolean =>
  [playerPoint, maintenance].some((figure) => /[1-9]/.test(figure));

interface WalletProps {
  readonly wallet: WalletAccount;
  readonly onRefill: ((wallet: string) => void) | undefined;
}

function Wallet({ wallet, onRefill }: WalletProps) {
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
      {onRefill && (
        <Button
          kind="tonal"
          size="medium"
          label={words.refillOf(wallet.currency)}
          onPress={() => onRefill(wallet.wallet)}
        >
          {words.refill}
        </Button>
      )}
    </section>
  );
}

// The wallets of coin futures at the newest marks, as the server computes them, in a table.
import { directionOf, formatPrice } from '@maru/client/format';
import { formatCoinProfit, formatMoney } from '@maru/client/format-amount';
import { parseUnits, toDecimal } from '@maru/engine/amount';
import { toneClass } from '../../market/prices/tone-class.ts';
import { LoadFailed } from '../../shell/connection/load-failed.tsx';
import { futuresOrdersWords } from '../../text/futures-orders.ts';
import { futuresWideWords } from '../../text/futures-wide.ts';
import { useWords } from '../../text/language.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { useFuturesAccount, type WalletAccount } from '../account/use-futures-account.ts';
import { walletPoint } from '../account/wallet-point.ts';

export function WideAssets() {
  const { asset: words } = useWords(futuresOrdersWords);
  const wideText = useWords(futuresWideWords);
  const { wallets, walletsState, reload } = useFuturesAccount();
  if (walletsState === 'loading') return <SkeletonRows count={2} figures />;
  if (walletsState === 'failed')
    return <LoadFailed title={words.failed} message={words.failedLead} onRetry={reload} />;
  return (
    <table className="wide-table futures-held">
      <thead>
        <tr>
          <th scope="col">{wideText.currency}</th>
          <th scope="col">{words.point}</th>
          <th scope="col">{words.available}</th>
          <th scope="col">{words.cash}</th>
          <th scope="col">{words.markPnl}</th>
          <th scope="col">{words.funding}</th>
          <th scope="col">{words.maintenance}</th>
          <th scope="col">{words.ratio}</th>
        </tr>
      </thead>
      <tbody>
        {wallets.map((wallet) => (
          <Row key={wallet.wallet} wallet={wallet} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ wallet }: { readonly wallet: WalletAccount }) {
  const { currency, playerPoint, available, markPnl, minusFundingFee, maintenance, ratio } = wallet;
  const money = (text: string) => formatMoney(text, currency).figure;
  const percent = toDecimal((parseUnits(ratio) ?? 0n) * 100n);
  return (
    <tr>
      <td>
        <b className="figure">{currency}</b>
      </td>
      <td className="figure">
        <b>{money(walletPoint({ point: playerPoint }, wallet))}</b>
      </td>
      <td className="figure">{money(available)}</td>
      <td className="figure">{money(playerPoint)}</td>
      <td className={`figure${toneClass(directionOf(markPnl))}`}>{formatCoinProfit(markPnl)}</td>
      <td className={`figure${toneClass(directionOf(minusFundingFee))}`}>
        {formatCoinProfit(minusFundingFee)}
      </td>
      <td className="figure">{money(maintenance)}</td>
      <td className="figure">{`${formatPrice(percent, 2)}%`}</td>
    </tr>
  );
}

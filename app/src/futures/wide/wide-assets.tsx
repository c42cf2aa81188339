// The wallets of coin futures at the newest marks, as the server computes them, in a table.
import { directionOf, formatPrice } from '@maru/client/format';
import { formatCoinProfit, formatMoney } from '@maru/client/format-amount';
import { parseUnits, toDecimal } from '@maru/engine/amount';
import { toneClass } from '../../market/prices/tone-class.ts';
import { WideList, WideTable } from '../../shell/layouts/wide-list.tsx';
import { futuresOrdersWords } from '../../text/futures-orders.ts';
import { futuresWideWords } from '../../text/futures-wide.ts';
import { useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { useFuturesAccount, type WalletAccount } from '../account/use-futures-account.ts';
import { useRefill } from '../account/use-refill.tsx';
import { walletPoint } from '../account/wallet-point.ts';

export function WideAssets() {
  const { asset: words } = useWords(futuresOrdersWords);
  const wideText = useWords(futuresWideWords);
  const { wallets, walletsState, reload } = useFuturesAccount();
  const { open, sheet } = useRefill();
  return (
    <WideList
      state={walletsState}
      failure={{ title: words.failed, message: words.failedLead }}
      onRetry={reload}
    >
      <WideTable
        className="futures-held"
        columns={[
          wideText.currency,
          words.point,
          words.available,
          words.cash,
          words.markPnl,
          words.funding,
          words.maintenance,
          words.ratio,
        ]}
        actions={wideText.action}
      >
        <tbody>
          {wallets.map((wallet) => (
            <Row key={wallet.wallet} wallet={wallet} onRefill={open} />
          ))}
        </tbody>
      </WideTable>
      {sheet}
    </WideList>
  );
}

interface RowProps {
  readonly wallet: WalletAccount;
  /** Undefined where the money is real. */
  readonly onRefill: ((wallet: string) => void) | undefined;
}

function Row({ wallet, onRefill }: RowProps) {
  const { asset: words } = useWords(futuresOrdersWords);
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
      <td>
        {onRefill && (
          <Button
            kind="tonal"
            size="small"
            label={words.refillOf(currency)}
            onPress={() => onRefill(wallet.wallet)}
          >
            {words.refill}
          </Button>
        )}
      </td>
    </tr>
  );
}

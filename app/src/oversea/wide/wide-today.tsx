// Today's profit in overseas futures after fees, and its parts.
import { directionOf } from '@maru/client/format';
import type { WireOverseaOption } from '@maru/contract/oversea/instruments';
import { amount, plus, toDecimal } from '@maru/engine/amount';
import { WidePanel } from '../../shell/layouts/wide-grid.tsx';
import { useWords } from '../../text/language.tsx';
import { overseaWideWords } from '../../text/oversea-wide.ts';
import { KeyValue, KeyValueList } from '../../ui/rows/key-value.tsx';
import { useOverseaAccount } from '../account/use-oversea-account.ts';
import { useKoreanDay, useOpenProfit, useRealised } from '../account/use-today.ts';
import { useWalletMoney } from '../account/wallet-money.ts';

export function WideToday({ instrument }: { readonly instrument: WireOverseaOption }) {
  const words = useWords(overseaWideWords);
  const { signed, signedFigure } = useWalletMoney(instrument);
  const { positions } = useOverseaAccount();
  const closed = useRealised(useKoreanDay());
  const open = useOpenProfit();
  // Without the profit of the open positions the sum would not match the wallet.
  const isKnown = closed !== undefined && (open !== undefined || positions.length === 0);
  const net = isKnown ? toDecimal(plus(amount(closed.net), amount(open ?? '0'))) : undefined;
  return (
    <WidePanel
      label={words.todayProfit}
      title={words.todayProfit}
      end={<span className="text-micro">{words.afterFees}</span>}
    >
      <div className="oversea-wide__today">
        <p className={`oversea-wide__hero figure figure--${directionOf(net)}`}>{signed(net)}</p>
        <KeyValueList>
          <KeyValue name={words.closedGross}>{signedFigure(closed?.gross)}</KeyValue>
          <KeyValue name={words.closedFees}>
            {signedFigure(closed && (closed.commission === '0' ? '0' : `-${closed.commission}`))}
          </KeyValue>
          <KeyValue name={words.openNet}>{signedFigure(positions.length === 0 ? '0' : open)}</KeyValue>
        </KeyValueList>
      </div>
    </WidePanel>
  );
}

import { futuresTradeWords } from '../../text/futures-trade.ts';
import { useWords } from '../../text/language.tsx';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { useFuturesAccount } from '../account/use-futures-account.ts';

export type TradeTab = 'positions' | 'openOrders' | 'copy' | 'assets';

interface Props {
  readonly value: TradeTab;
  readonly onChange: (tab: TradeTab) => void;
}

/** The counts include all instruments: positions elsewhere are at risk as well. */
export function FuturesTabs({ value, onChange }: Props) {
  const words = useWords(futuresTradeWords);
  const { positions, orders } = useFuturesAccount();
  return (
    <Tabs<TradeTab>
      id="futures"
      label={words.tabs}
      dense
      tabs={[
        { value: 'positions', label: words.positions, count: positions.length },
        { value: 'openOrders', label: words.openOrders, count: orders.length },
        { value: 'copy', label: words.copy },
        { value: 'assets', label: words.assets },
      ]}
      value={value}
      onChange={onChange}
    />
  );
}

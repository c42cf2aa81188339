import { useWords } from '../../text/language.tsx';
import { overseaTradeWords } from '../../text/oversea-trade.ts';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { useOverseaAccount } from '../account/use-oversea-account.ts';

export type TradeTab = 'order' | 'position' | 'openOrders' | 'fills' | 'profit';

interface Props {
  readonly value: TradeTab;
  readonly onChange: (tab: TradeTab) => void;
}

/** The counts include all instruments: positions elsewhere are at risk as well. */
export function TradeTabs({ value, onChange }: Props) {
  const words = useWords(overseaTradeWords);
  const { positions, orders } = useOverseaAccount();
  return (
    <Tabs<TradeTab>
      id="trade"
      label={words.tabs}
      dense
      tabs={[
        { value: 'order', label: words.order },
        { value: 'position', label: words.position, count: positions.length },
        { value: 'openOrders', label: words.openOrders, count: orders.length },
        { value: 'fills', label: words.fills },
        { value: 'profit', label: words.profit },
      ]}
      value={value}
      onChange={onChange}
    />
  );
}

// Deposit and withdrawal of the site's own money by bank (pictures 08, 08b).
import { useId } from 'react';
import { useEntryState } from '../../shell/routing/entry-state.ts';
import { usePathname } from '../../shell/routing/router.tsx';
import { cashierWords } from '../../text/cashier.ts';
import { useWords } from '../../text/language.tsx';
import { TabPanel, Tabs } from '../../ui/layout/tabs.tsx';
import { WON_WALLET } from '../wallets/wallet-names.ts';
import { DepositPanel } from './deposit-panel.tsx';
import './dnw-screen.css';
import { WithdrawPanel } from './withdraw-panel.tsx';

export function DnwScreen() {
  const words = useWords(cashierWords);
  const id = useId();
  // A menu may lead to either of the two.
  const first = usePathname().endsWith('/withdraw') ? 'withdraw' : 'deposit';
  const [tab, setTab] = useEntryState<'deposit' | 'withdraw'>('tab', first);
  return (
    <>
      <Tabs
        id={id}
        label={words.tabs}
        spread
        tabs={[
          { value: 'deposit', label: words.deposit },
          { value: 'withdraw', label: words.withdraw },
        ]}
        value={tab}
        onChange={setTab}
      />
      <TabPanel id={id} value={tab} className="dnw-screen__panel">
        {tab === 'deposit' ? <DepositPanel /> : <WithdrawPanel wallet={WON_WALLET} />}
      </TabPanel>
    </>
  );
}

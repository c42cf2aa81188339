// Asking for a deposit by bank: how much, where to send it, and what is on its way already.
import { applyDeposit, depositAccount } from '@maru/contract/cashier/calls';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { useMoneyText } from '../../shell/money-text.ts';
import { usePlatform, useWatched } from '../../shell/platform.tsx';
import { cashierWords } from '../../text/cashier.ts';
import { useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { PendingRequest } from '../request/pending-request.tsx';
import { RequestEntry } from '../request/request-entry.tsx';
import { RequestNotes } from '../request/request-notes.tsx';
import { useAmount } from '../request/use-amount.ts';
import { useAsking } from '../request/use-asking.ts';
import { useCurrencyOf, useHeld, WON_WALLET } from '../wallets/wallet-names.ts';
import { BankAccountCard } from './bank-account-card.tsx';

export function DepositPanel() {
  const words = useWords(cashierWords);
  const isPractice = useWatched(usePlatform().site)?.moneyMode !== 'LIVE';
  const currency = useCurrencyOf()(WON_WALLET);
  const { money } = useMoneyText(currency);
  const held = useHeld(WON_WALLET);
  const amount = useAmount();
  const account = useAnswer(depositAccount, {});
  const asking = useAsking(applyDeposit, { type: 'D', amount, empty: words.enterDeposit });
  const least = account.reply?.least;
  const ask = () => asking.ask({ body: { point: amount.value, walletType: WON_WALLET } });

  return (
    <RequestEntry
      question={words.depositQuestion}
      currency={currency}
      amount={amount}
      aside={
        <>
          {words.held} <b className="figure">{money(held)}</b>
        </>
      }
      hasQuickAmounts
      foot={
        <>
          <PendingRequest request={asking.pending} />
          <div className="dnw-screen__do">
            <Button busy={asking.busy} busyLabel={words.sending} onPress={() => void ask()}>
              {amount.value === '' ? words.depositDo : words.depositDoAmount(money(amount.value))}
            </Button>
          </div>
        </>
      }
    >
      <div className="dnw-screen__card">
        <BankAccountCard account={account} />
      </div>
      <RequestNotes
        notes={[
          words.senderNote,
          words.accountNote,
          least !== undefined && words.leastDeposit(money(least)),
          isPractice && words.practiceNote,
        ]}
      />
    </RequestEntry>
  );
}

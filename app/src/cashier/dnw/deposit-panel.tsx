// Asking for a deposit by bank: how much, where to send it, and what is on its way already.
import { readAmount } from '@maru/client/format-amount';
import { applyDeposit, depositAccount } from '@maru/contract/cashier/calls';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { useWide } from '../../shell/device/device.tsx';
import { useMoneyText } from '../../shell/money-text.ts';
import { usePlatform, useWatched } from '../../shell/platform.tsx';
import { cashierWords } from '../../text/cashier.ts';
import { useLanguage, useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { AmountEntry } from '../../ui/fields/amount-entry.tsx';
import { PendingRequest } from '../request/pending-request.tsx';
import { QuickAmounts } from '../request/quick-amounts.tsx';
import { LimitsLink, RequestNotes } from '../request/request-notes.tsx';
import { placesOf, useAmount } from '../request/use-amount.ts';
import { useAsking } from '../request/use-asking.ts';
import { useCurrencyOf, useHeld, WON_WALLET } from '../wallets/wallet-names.ts';
import { BankAccountCard } from './bank-account-card.tsx';

export function DepositPanel() {
  const words = useWords(cashierWords);
  const { language } = useLanguage();
  const isWide = useWide();
  const isPractice = useWatched(usePlatform().site)?.moneyMode !== 'LIVE';
  const currency = useCurrencyOf()(WON_WALLET);
  const { money, unit } = useMoneyText(currency);
  const held = useHeld(WON_WALLET);
  const amount = useAmount();
  const account = useAnswer(depositAccount, {});
  const asking = useAsking(applyDeposit, { type: 'D', amount, empty: words.enterDeposit });
  const least = account.reply?.least;
  const ask = () => asking.ask({ body: { point: amount.value, walletType: WON_WALLET } });

  return (
    <AmountEntry
      question={words.depositQuestion}
      unit={unit}
      precision={placesOf(currency)}
      value={amount.draft}
      onChange={amount.type}
      reading={currency === 'KRW' ? readAmount(amount.value, language) : ''}
      aside={
        <>
          {words.held} <b className="figure">{money(held)}</b>
        </>
      }
      error={amount.refusal?.message}
      hasPad={!isWide}
      padWords={words}
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
      <LimitsLink refusal={amount.refusal} />
      <div className="dnw-screen__quick">
        <QuickAmounts amount={amount} />
      </div>
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
    </AmountEntry>
  );
}

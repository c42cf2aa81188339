// Asking for a withdrawal: how much of the wallet may leave now and why not more, to which account, and with which fee.

import { formatDateTime } from '@maru/client/format-date';
import { applyWithdraw, withdrawable } from '@maru/contract/cashier/calls';
import { toDecimal } from '@maru/engine/amount';
import { LoadFailed } from '../../shell/connection/load-failed.tsx';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { useMoneyText } from '../../shell/money-text.ts';
import { cashierWords } from '../../text/cashier.ts';
import { useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Note } from '../../ui/states/note.tsx';
import { PayoutCard, usePayoutChoice } from '../payouts/payout-card.tsx';
import { PendingRequest } from '../request/pending-request.tsx';
import { RequestEntry } from '../request/request-entry.tsx';
import { readAfterMoney } from '../request/request-patches.ts';
import { unitsOf, useAmount } from '../request/use-amount.ts';
import { useAsking } from '../request/use-asking.ts';
import { useCurrencyOf } from '../wallets/wallet-names.ts';
import { DayLimitLine } from './day-limit-line.tsx';
import './dnw-screen.css';
import { WithdrawableParts } from './withdrawable-parts.tsx';

export function WithdrawPanel({ wallet }: { readonly wallet: string }) {
  const words = useWords(cashierWords);
  const currency = useCurrencyOf()(wallet);
  const { money } = useMoneyText(currency);
  const amount = useAmount();
  const known = useAnswer(withdrawable, { walletType: wallet }, readAfterMoney());
  const payout = usePayoutChoice(wallet);
  const asking = useAsking(applyWithdraw, {
    type: 'W',
    amount,
    empty: words.enterWithdraw,
    onAsked: known.reload,
  });
  const limits = known.reply;
  const fee = unitsOf(limits?.fee);
  const most = unitsOf(limits?.withdrawable);
  const isTyped = amount.value !== '';
  const fault =
    limits === undefined || !isTyped
      ? undefined
      : amount.units > most
        ? words.aboveWithdrawable
        : limits.today !== null && amount.units > unitsOf(limits.today.left)
          ? words.aboveToday
          : amount.units + fee > most
            ? words.feeAbove
            : amount.units < unitsOf(limits.least)
              ? words.leastWithdraw(money(limits.least))
              : undefined;
  const isWaiting = (limits?.waits.length ?? 0) > 0;

  const ask = () =>
    asking.ask({
      body: { point: amount.value, walletType: wallet, ...(payout.chosen && { payoutId: payout.chosen.id }) },
    });

  if (known.state === 'failed')
    return <LoadFailed title={words.failed} message={known.message} onRetry={known.reload} />;
  return (
    <RequestEntry
      question={words.withdrawQuestion}
      currency={currency}
      amount={amount}
      fault={fault}
      startsOpen
      foot={
        <>
          <PendingRequest request={asking.pending} />
          {isTyped && fault === undefined && fee > 0n && (
            <p className="dnw-screen__foot-line text-caption figure">
              {words.feeLine(money(limits?.fee), money(toDecimal(amount.units + fee)))}
            </p>
          )}
          {isTyped && fault === undefined && limits && amount.units >= unitsOf(limits.twoFrom) && (
            <p className="dnw-screen__foot-line text-caption">{words.twoFrom(money(limits.twoFrom))}</p>
          )}
          <div className="dnw-screen__do">
            <Button
              disabled={fault !== undefined || isWaiting || limits === undefined}
              busy={asking.busy}
              busyLabel={words.sending}
              onPress={() => void ask()}
            >
              {isTyped && fault === undefined
                ? words.withdrawDoAmount(money(amount.value))
                : words.withdrawDo}
            </Button>
          </div>
        </>
      }
    >
      <WithdrawableParts use="withdraw" known={limits} onAll={amount.type} />
      {limits?.today != null && (
        <DayLimitLine mostWon={limits.today.mostWon} left={money(limits.today.left)} />
      )}
      {limits?.waits.map(({ reason, untilMillis }) => (
        <div key={reason} className="dnw-screen__note">
          <Note tone="warn">
            {words.waits[reason]} {reason !== 'LOCKED' && words.waitsUntil(formatDateTime(untilMillis))}
          </Note>
        </div>
      ))}
      <PayoutCard payout={payout} />
      {asking.question}
    </RequestEntry>
  );
}
